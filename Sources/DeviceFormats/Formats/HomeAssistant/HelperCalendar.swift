import Diagnostics
import JSONText
import ScheduleModel

/// The calendar in the variables of the automation that an export writes.
struct HelperCalendar {
  private let variables: LocatedNode
  /// The ids of the helpers in the file.
  private let helpers: [String]
  private static let known: Set = ["calendar", "otherwise", "weekdays", "due"]
  private static let conditions: Set = ["helper", "from", "to", "weeks", "days"]
  private static let domain = "schedule."

  /// Finds the calendar; nil if there is none.
  ///
  /// - Throws: `ImportRefusal.unreadable` for two of them.
  init?(_ document: LocatedNode) throws(ImportRefusal) {
    guard let list = document["automation"], list.node.kind == .array else { return nil }
    let found = try list.array().compactMap { $0["variables"] }.filter { $0["calendar"] != nil }
    guard found.count < 2 else { throw found[1].fault("a second calendar; leave one in the file") }
    guard let variables = found.first else { return nil }
    self.variables = variables
    helpers = document["schedule"]?.node.members.map(\.key) ?? []
  }

  /// Reads the entries; they name schedules by the ids of their helpers.
  ///
  /// - Throws: `ImportRefusal.unreadable` for everything that an export does not write.
  func entries() throws(ImportRefusal) -> [CalendarEntry] {
    try variables.refuse(unknownBut: Self.known)
    let template = try variables.member("due")
    guard template.node.string == HomeAssistantText.due else {
      throw template.fault("the template differs from the one that setpoint writes")
    }
    let weekdays = try variables.member("weekdays")
    guard weekdays.node.elements.map(\.string) == Weekday.allCases.map(\.name) else {
      throw weekdays.fault("expected the days from monday to sunday")
    }
    let otherwise = try variables.member("otherwise")
    guard try helper(otherwise) == helpers.first else {
      throw otherwise.fault("expected the first helper, which is due if no entry applies")
    }
    let list = try variables.member("calendar").array()
    guard list.count <= FileFormat.mostEntries else {
      throw list[0].fault("a calendar has at most \(FileFormat.mostEntries) entries")
    }
    var entries: [CalendarEntry] = []
    for place in list {
      let entry = try entry(place)
      guard !entry.isUnconditional || entries.isEmpty else {
        throw place.fault("the entry has no condition, so that no entry before it would ever apply")
      }
      entries.append(entry)
    }
    return entries
  }

  private func entry(_ place: LocatedNode) throws(ImportRefusal) -> CalendarEntry {
    _ = try place.object()
    try place.refuse(unknownBut: Self.conditions)
    var entry = CalendarEntry(schedule: try helper(place.member("helper")))
    if place["from"] != nil || place["to"] != nil {
      entry.dates = CalendarDates(
        from: try date(place.member("from")), to: try date(place.member("to")))
      guard entry.dates != nil else {
        throw place.fault("the dates have two forms, or end before they begin")
      }
    }
    if let weeks = place["weeks"] {
      entry.weeks = WeekParity(rawValue: try weeks.string())
      guard entry.weeks != nil else { throw weeks.fault("expected odd or even") }
    }
    if let days = place["days"] {
      let names = days.node.elements.map { $0.string.flatMap { Weekday(exactly: $0) } }
      entry.days = Set(names.compactMap(\.self)).sorted()
      guard !names.isEmpty, !names.contains(nil) else {
        throw days.fault("expected a list of days, such as [monday, friday]")
      }
    }
    return entry
  }

  /// Returns the id of a helper.
  private func helper(_ place: LocatedNode) throws(ImportRefusal) -> String {
    let entity = try place.string()
    let id = String(entity.dropFirst(Self.domain.count))
    guard entity.hasPrefix(Self.domain), helpers.contains(id) else {
      throw place.fault("\(entity.quoted()) is not a helper in this file")
    }
    return id
  }

  private func date(_ place: LocatedNode) throws(ImportRefusal) -> CalendarDate {
    let text = try place.string()
    guard let date = CalendarDate(text) else {
      throw place.fault("\(text.quoted()) is not a date such as 12-24 or 2026-12-24")
    }
    return date
  }
}
