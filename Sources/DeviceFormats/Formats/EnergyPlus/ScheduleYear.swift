import Diagnostics
import ScheduleModel

/// The years, weeks and days of a model that a Schedule:Year is made of, written as the fields of a Schedule:Compact.
///
/// Sources: EnergyPlus input-output reference, group-schedules, and runs of the engine 25.2.0.
struct ScheduleYears {
  private var objects: [Kind: [String: [IDFField]]] = [:]
  private let text: DeviceText
  /// How many fields may still be written, of all years: a model names days and weeks any number of times.
  private var room = 1_000_000

  /// The content of the objects by name; names ignore case, and each kind has its own.
  enum Kind: Hashable {
    case year, week, day

    init?(_ type: String) {
      switch type {
      case "schedule:year": self = .year
      case "schedule:week:daily", "schedule:week:compact": self = .week
      case "schedule:day:interval", "schedule:day:hourly", "schedule:day:list": self = .day
      default: return nil
      }
    }
  }

  init(_ text: DeviceText) {
    self.text = text
  }

  /// The years by their names in lower case.
  var years: [String: [IDFField]] { objects[.year] ?? [:] }

  /// Takes an object.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a second object of a name.
  mutating func add(_ object: [IDFField], _ kind: Kind) throws(ImportRefusal) {
    let name = object[1].text
    guard objects[kind, default: [:]].updateValue(object, forKey: name.lowercased()) == nil else {
      throw text.fault(at: object[1].offset, "a second \(object[0].text) \(name.quoted())")
    }
  }

  /// Returns the schedule of a year.
  ///
  /// - Throws: `ImportRefusal.unreadable` for dates that do not follow each other, and for missing weeks and days.
  mutating func compact(_ year: [IDFField]) throws(ImportRefusal) -> ScheduleCompact {
    var seasons: [ScheduleCompact.Season] = []
    var dates = year.dropFirst(3)
    while dates.count >= 5, let week = dates.popFirst() {
      let ends = [dates.prefix(2), dates.dropFirst(2).prefix(2)].map { date in
        SeasonEnd(date.map(\.text).joined(separator: "/"))
      }
      dates = dates.dropFirst(4)
      let last = seasons.last?.end
      guard let start = ends[0], let end = ends[1], start <= end, start.follows(last) else {
        throw text.fault(
          at: week.offset,
          "the dates of \(week.text.quoted()) do not follow \(last.map { "\($0)" } ?? "the year before")"
        )
      }
      let fields = try fields(ofWeek: week)
      let season = ScheduleCompact.Season(
        through: IDFField(text: "Through: \(end)", offset: week.offset), end: end,
        length: end.ordinal - start.ordinal + 1, fields: fields[...])
      seasons.append(season)
    }
    guard let last = seasons.last, dates.isEmpty, last.end == .newYearsEve else {
      throw text.fault(at: year[1].offset, "\(year[1].text.quoted()) has no week for 12/31")
    }
    return ScheduleCompact(seasons: seasons, name: year[1].text, in: text)
  }

  private func object(_ kind: Kind, _ reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    if let object = objects[kind]?[reference.text.lowercased()] { return object }
    throw text.fault(
      at: reference.offset,
      "there is no Schedule:\(kind == .week ? "Week" : "Day") \(reference.text.quoted())")
  }

  private mutating func fields(ofWeek reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    let week = try object(.week, reference)
    var fields: [IDFField] = []
    if week[0].text == "schedule:week:compact" {
      for index in stride(from: 2, to: week.count - 1, by: 2) {
        let isNamed = week[index].text.lowercased().hasPrefix("for")
        let days = (isNamed ? "" : "For: ") + week[index].text
        fields.append(IDFField(text: days, offset: week[index].offset))
        fields += try self.fields(ofDay: week[index + 1])
      }
      return fields
    }
    // The first is Sunday; those after Saturday are for holidays and design days.
    guard week.count >= 9 else {
      throw text.fault(at: week[0].offset, "a Schedule:Week:Daily of fewer than seven days")
    }
    for (index, day) in zip(2..., [Weekday.sunday] + Weekday.allCases.dropLast()) {
      fields.append(IDFField(text: "For: \(day.title)", offset: week[index].offset))
      fields += try self.fields(ofDay: week[index])
    }
    return fields
  }

  private mutating func fields(ofDay reference: IDFField) throws(ImportRefusal) -> [IDFField] {
    let day = try object(.day, reference)
    var fields: [IDFField] = []
    var values = day.dropFirst(3)
    if day[0].text != "schedule:day:hourly", let how = values.popFirst(), !how.text.isEmpty {
      fields.append(IDFField(text: "Interpolate: \(how.text)", offset: how.offset))
    }
    if day[0].text == "schedule:day:interval" {
      for (index, field) in values.enumerated() {
        let isTime = index.isMultiple(of: 2) && !field.text.lowercased().hasPrefix("until")
        fields.append(IDFField(text: (isTime ? "Until: " : "") + field.text, offset: field.offset))
      }
    } else {
      let isList = day[0].text == "schedule:day:list"
      let step = isList ? values.popFirst().flatMap { Int($0.text) } ?? 0 : 60
      guard (1...1440).contains(step), values.count == 1440 / step, 1440 % step == 0 else {
        throw text.fault(
          at: day[1].offset, "the values of \(day[1].text.quoted()) do not make a day")
      }
      for (index, value) in values.enumerated() {
        let end = (index + 1) * step
        // Equal values in a row have one end.
        if index + 1 < values.count, values[values.startIndex + index + 1].text == value.text {
          continue
        }
        let time = "Until: \(end / 60):\(end % 60)"
        fields += [IDFField(text: time, offset: value.offset), value]
      }
    }
    room -= fields.count + 1
    guard room > 0 else {
      throw text.fault(at: reference.offset, "the weeks of this model's years are too many")
    }
    return fields
  }
}
