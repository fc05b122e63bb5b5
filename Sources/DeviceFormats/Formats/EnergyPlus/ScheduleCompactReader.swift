import Diagnostics
import ScheduleModel

/// Reads the fields of a Schedule:Compact that has one `Through: 12/31`.
struct ScheduleCompactReader {
  private let fields: ArraySlice<IDFField>
  private let side: Side
  private let text: DeviceText
  private var found: [Weekday: [ReadSwitchpoint]] = [:]
  private var current: [Weekday]?
  private var points: [ReadSwitchpoint] = []
  private var blockStart = 0
  private var until: (field: IDFField, minutes: Int)?
  private var isThrough = false

  /// Begins to read the fields after class, name and type limits.
  init(_ object: [IDFField], _ side: Side, in text: DeviceText) {
    fields = object.dropFirst(3)
    self.side = side
    self.text = text
  }

  /// The switchpoints of the days that the schedule names.
  ///
  /// - Throws: `ImportRefusal.unreadable` at the first field that has no place.
  mutating func days() throws(ImportRefusal) -> [(Weekday, [ReadSwitchpoint])] {
    for field in fields {
      let words = field.text.lowercased().split { $0 == " " || $0 == ":" || $0 == "," }
      if !["through", "for", "interpolate", "until"].contains(words.first ?? "") {
        try add(field)
        continue
      }
      if let until {
        throw text.fault(
          at: field.offset, "expected the temperature of \(until.field.text.quoted())")
      }
      switch words[0] {
      case "through": try begin(words, field)
      case "for":
        try close(field)
        try open(words.dropFirst(), field)
      case "interpolate":
        guard words.count == 2, words[1] == "no" else {
          throw text.fault(at: field.offset, "an interpolated schedule has no switch times")
        }
      default: until = (field, try end(of: words, field))
      }
    }
    if let until {
      throw text.fault(
        at: until.field.offset, "\(until.field.text.quoted()) has no temperature after it")
    }
    try close(fields.last)
    return found.sorted { $0.key < $1.key }
  }

  private mutating func begin(
    _ words: [Substring], _ field: IDFField
  ) throws(ImportRefusal) {
    guard words.count == 2, words[1] == "12/31", !isThrough else {
      throw text.fault(at: field.offset, "only a single Through: 12/31 can be read")
    }
    isThrough = true
  }

  private mutating func open(
    _ words: ArraySlice<Substring>, _ field: IDFField
  ) throws(ImportRefusal) {
    guard isThrough, !words.isEmpty else {
      throw text.fault(
        at: field.offset, isThrough ? "no day is named" : "expected Through: 12/31")
    }
    var days: [Weekday] = []
    for word in words {
      switch word {
      case "alldays": days += Weekday.allCases
      case "weekdays": days += Weekday.allCases.filter { !$0.isWeekend }
      case "weekends": days += Weekday.allCases.filter(\.isWeekend)
      case "allotherdays":
        days += Weekday.allCases.filter { found[$0] == nil && !days.contains($0) }
      case "holidays", "summerdesignday", "winterdesignday", "customday1", "customday2": continue
      default:
        guard let day = Weekday(exactly: word) else {
          throw text.fault(at: field.offset, "\(String(word).quoted()) is not a day")
        }
        days.append(day)
      }
    }
    for (index, day) in days.enumerated() where found[day] != nil || days[..<index].contains(day) {
      throw text.fault(at: field.offset, "\(day.name) appears twice")
    }
    (current, points, blockStart) = (days, [], 0)
  }

  private func end(of words: [Substring], _ field: IDFField) throws(ImportRefusal) -> Int {
    guard current != nil else { throw text.fault(at: field.offset, "expected For: and days") }
    let digits = words.dropFirst().filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let parts = digits.compactMap { UInt16($0) }.map { Int($0) }
    guard words.count == 3, parts.count == 2, parts[1] < 60 else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) is not Until: HH:MM")
    }
    let minutes = parts[0] * 60 + parts[1]
    guard minutes <= 1440, minutes > blockStart else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) does not come after the last")
    }
    return minutes
  }

  private mutating func add(_ field: IDFField) throws(ImportRefusal) {
    guard let end = until?.minutes else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) has no place here")
    }
    guard let value = NumberText.degrees(field.text) else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) is not a temperature")
    }
    var point = ReadSwitchpoint(minutes: blockStart, offset: field.offset)
    point[side] = value
    points.append(point)
    (blockStart, until) = (end, nil)
  }

  private mutating func close(_ field: IDFField?) throws(ImportRefusal) {
    guard let days = current else { return }
    guard blockStart == 1440 else {
      throw text.fault(at: field?.offset, "the blocks before this do not end with Until: 24:00")
    }
    for day in days { found[day] = points }
    current = nil
  }
}
