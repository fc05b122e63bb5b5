import Diagnostics
import ScheduleModel

/// The schedules, weeks and days of a model by name.
///
/// Weeks and days of a Schedule:Year are read as the fields that a Schedule:Compact would have for them.
/// Sources: EnergyPlus input-output reference, group-schedules, and runs of the engine 25.2.0.
struct EnergyPlusSchedules {
  private enum Kind {
    case schedule, week, day
  }

  private static let kinds: [String: Kind] = [
    "schedule:compact": .schedule, "schedule:constant": .schedule, "schedule:year": .schedule,
    "schedule:file": .schedule, "schedule:file:shading": .schedule,
    "schedule:week:daily": .week, "schedule:week:compact": .week,
    "schedule:day:interval": .day, "schedule:day:hourly": .day, "schedule:day:list": .day,
  ]

  /// The objects by name; names ignore case, and each kind has its own.
  private var objects: [Kind: [String: [IDFField]]] = [:]

  /// The schedules that were read, by side and name.
  private var read: [Side: [String: Result<YearSchedule, ImportRefusal>]] = [:]
  /// How many fields may still be read, of all years: a model names days and weeks any number of times.
  private var room = 1_000_000

  /// - Throws: `ImportRefusal.unreadable` for an unknown class, and for a second object of a name.
  init(_ model: [[IDFField]]) throws(ImportRefusal) {
    for object in model where object[0].text.hasPrefix("schedule:") && object.count > 1 {
      guard let kind = Self.kinds[object[0].text] else {
        throw object[0].fault("\(object[0].text.quoted()) is not a class of EnergyPlus")
      }
      let name = object[1].text
      guard objects[kind, default: [:]].updateValue(object, forKey: name.lowercased()) == nil else {
        let type = kind == .schedule ? "schedule" : object[0].text
        throw object[1].fault("a second \(type) \(name.quoted())")
      }
    }
  }

  private static func isReadable(_ schedule: [IDFField]) -> Bool {
    schedule[0].text == "schedule:constant"
      ? schedule.count == 4 : !schedule[0].text.hasPrefix("schedule:file")
  }

  /// The names of the schedules that can be read, in their order.
  var names: [IDFField] {
    (objects[.schedule] ?? [:]).values.filter(Self.isReadable).map { $0[1] }
      .sorted { $0.text.lowercased() < $1.text.lowercased() }
  }

  /// Returns the schedule named in a field; throws if there is none of a supported class.
  mutating func schedule(_ reference: IDFField, _ side: Side) throws(ImportRefusal) -> YearSchedule
  {
    let name = reference.text.lowercased()
    if let known = read[side]?[name] { return try known.get() }
    guard let object = objects[.schedule]?[name], Self.isReadable(object) else {
      let quoted = reference.text.quoted()
      let type = objects[.schedule]?[name]?[0].text.quoted()
      throw reference.fault(
        type.map { "\(quoted) is a \($0), which cannot be read" }
          ?? "there is no schedule \(quoted) that can be read")
    }
    let result = Result { () throws(ImportRefusal) in try year(of: object, side) }
    read[side, default: [:]][name] = result
    return try result.get()
  }

  private mutating func year(
    of object: [IDFField], _ side: Side
  ) throws(ImportRefusal) -> YearSchedule {
    var schedule = YearSchedule(name: object[1].text, side: side)
    switch object[0].text {
    case "schedule:constant":
      let fields = ["For: AllDays", "Until: 24:00"].map(object[3].withText)
      try schedule.add(fields + [object[3]], until: .newYearsEve, at: object[3].offset)
    case "schedule:compact": try addSeasons(of: object, to: &schedule)
    default: try addWeeks(of: object, to: &schedule)
    }
    return schedule
  }

  private func addSeasons(
    of object: [IDFField], to schedule: inout YearSchedule
  ) throws(ImportRefusal) {
    guard object.count > 3 else {
      throw object[0].fault("a Schedule:Compact without name, limits or blocks")
    }
    let starts = object.indices.dropFirst(3).filter {
      object[$0].text.lowercased().hasPrefix("through")
    }
    guard starts.first == 3 else { throw object[3].fault("expected Through: 12/31") }
    for (start, next) in zip(starts, starts.dropFirst() + [object.count]) {
      let through = object[start]
      let date = through.text.dropFirst("through".count).drop { " :".contains($0) }
      guard let end = CalendarDay(ofSeason: date) else {
        throw through.fault("\(through.text.quoted()) is not Through: MONTH/DAY")
      }
      guard schedule.end.map({ $0 < end }) ?? true else {
        throw through.fault("\(through.text.quoted()) does not come after the last")
      }
      try schedule.add(object[(start + 1)..<next], until: end, at: through.offset)
    }
    guard schedule.end == .newYearsEve else {
      throw object[starts[starts.count - 1]].fault(
        "the last season does not end with Through: 12/31")
    }
  }

  private mutating func addWeeks(
    of year: [IDFField], to schedule: inout YearSchedule
  ) throws(ImportRefusal) {
    var dates = year.dropFirst(3)
    while dates.count >= 5, let week = dates.popFirst() {
      let ends = [dates.prefix(2), dates.dropFirst(2).prefix(2)].map { date in
        CalendarDay(ofSeason: date.map(\.text).joined(separator: "/"))
      }
      dates = dates.dropFirst(4)
      guard let start = ends[0], let end = ends[1], start <= end, start.follows(schedule.end) else {
        let last = schedule.end?.seasonText ?? "the year before"
        throw week.fault("the dates of \(week.text.quoted()) do not follow \(last)")
      }
      try schedule.add(fields(ofWeek: week), until: end, at: week.offset)
    }
    guard dates.isEmpty, schedule.end == .newYearsEve else {
      throw year[1].fault("\(year[1].text.quoted()) has no week for 12/31")
    }
  }

  private func object(_ kind: Kind, _ reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    if let object = objects[kind]?[reference.text.lowercased()] { return object }
    throw reference.fault(
      "there is no Schedule:\(kind == .week ? "Week" : "Day") \(reference.text.quoted())")
  }

  private mutating func fields(ofWeek reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    let week = try object(.week, reference)
    var fields: [IDFField] = []
    if week[0].text == "schedule:week:compact" {
      for index in stride(from: 2, to: week.count - 1, by: 2) {
        let isNamed = week[index].text.lowercased().hasPrefix("for")
        let days = (isNamed ? "" : "For: ") + week[index].text
        fields.append(week[index].withText(days))
        fields += try self.fields(ofDay: week[index + 1])
      }
      return fields
    }
    // The first is Sunday; those after Saturday are for holidays and design days.
    guard week.count >= 9 else {
      throw week[0].fault("a Schedule:Week:Daily of fewer than seven days")
    }
    let names = week.dropFirst(2).map { $0.text.lowercased() }
    let special = names.indices.dropFirst(7).first {
      !names[$0].isEmpty && !names.prefix(7).contains(names[$0])
    }
    let days = Weekday.week(from: .sunday).map(\.title)
    for (index, title) in Array(zip(2..., days)) + (special.map { [($0 + 2, "Holiday")] } ?? []) {
      fields.append(week[index].withText("For: \(title)"))
      fields += try self.fields(ofDay: week[index])
    }
    return fields
  }

  private mutating func fields(ofDay reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    let day = try object(.day, reference)
    var fields: [IDFField] = []
    var values = day.dropFirst(3)
    if day[0].text != "schedule:day:hourly", let how = values.popFirst(), !how.text.isEmpty {
      fields.append(how.withText("Interpolate: \(how.text)"))
    }
    if day[0].text == "schedule:day:interval" {
      for (index, field) in values.enumerated() {
        let isTime = index.isMultiple(of: 2) && !field.text.lowercased().hasPrefix("until")
        fields.append(field.withText((isTime ? "Until: " : "") + field.text))
      }
    } else {
      let isList = day[0].text == "schedule:day:list"
      let step = isList ? values.popFirst().flatMap { Int($0.text) } ?? 0 : 60
      guard (1...1440).contains(step), values.count == 1440 / step, 1440 % step == 0 else {
        throw day[1].fault("the values of \(day[1].text.quoted()) do not cover a day")
      }
      for (index, value) in values.enumerated() {
        let end = (index + 1) * step
        // Equal values in a row have one end.
        if index + 1 < values.count, values[values.startIndex + index + 1].text == value.text {
          continue
        }
        fields += [value.withText("Until: \(end / 60):\(end % 60)"), value]
      }
    }
    room -= fields.count + 1
    guard room > 0 else { throw reference.fault("this model has too many different weeks") }
    return fields
  }
}
