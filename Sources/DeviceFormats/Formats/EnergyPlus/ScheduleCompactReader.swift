import Diagnostics
import ScheduleModel

/// Reads the fields of a season of a Schedule:Compact.
struct ScheduleCompactReader {
  private let fields: ArraySlice<IDFField>
  private let side: Side
  private let text: DeviceText
  private var found: [Weekday: [ReadSwitchpoint]] = [:]
  private var current: [Weekday]?
  private var points: [ReadSwitchpoint] = []
  private var blockStart = 0
  private var until: (field: IDFField, minutes: Int)?

  /// Starts after the field `Through:`.
  init(_ fields: ArraySlice<IDFField>, _ side: Side, in text: DeviceText) {
    self.fields = fields
    self.side = side
    self.text = text
  }

  /// Returns the switchpoints of the days that the schedule names.
  mutating func days() throws(ImportRefusal) -> [(Weekday, [ReadSwitchpoint])] {
    for field in fields {
      let words = field.text.lowercased().split { $0 == " " || $0 == ":" || $0 == "," }
      if !["for", "interpolate", "until"].contains(words.first ?? "") {
        try add(field)
        continue
      }
      if let until {
        throw text.fault(
          at: field.offset, "expected the temperature of \(until.field.text.quoted())")
      }
      switch words[0] {
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

  private mutating func open(
    _ words: ArraySlice<Substring>, _ field: IDFField
  ) throws(ImportRefusal) {
    guard !words.isEmpty else { throw text.fault(at: field.offset, "no day is named") }
    var days: [Weekday] = []
    for word in words {
      // The engine accepts each of these words in singular and plural.
      switch word.hasSuffix("s") ? word.dropLast() : word {
      case "allday": days += Weekday.allCases
      case "weekday": days += Weekday.allCases.filter { !$0.isWeekend }
      case "weekend": days += Weekday.allCases.filter(\.isWeekend)
      case "allotherday":
        days += Weekday.allCases.filter { found[$0] == nil && !days.contains($0) }
      case "holiday", "summerdesignday", "winterdesignday", "customday1", "customday2": continue
      case let stem:
        guard let day = Weekday(exactly: stem) else {
          throw text.fault(at: field.offset, "\(String(word).quoted()) is not a day")
        }
        days.append(day)
      }
    }
    for (index, day) in days.enumerated() where found[day] != nil || days[..<index].contains(day) {
      throw text.fault(at: field.offset, "\(day.title) appears twice")
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
    guard minutes <= 1440, minutes >= blockStart else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) does not come after the last")
    }
    return minutes
  }

  private mutating func add(_ field: IDFField) throws(ImportRefusal) {
    guard let end = until?.minutes else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) has no place here")
    }
    guard let value = ReadDegrees(text: field.text) else {
      throw text.fault(at: field.offset, "\(field.text.quoted()) is not a temperature")
    }
    until = nil
    guard end > blockStart else {
      return text.leaveOut(
        "a second value for the same Until, without effect in EnergyPlus,",
        at: field.offset ?? 0)
    }
    var point = ReadSwitchpoint(minutes: blockStart, offset: field.offset)
    point[side] = value
    points.append(point)
    blockStart = end
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
