import Diagnostics
import ScheduleModel

/// The days of seasons are those of 2000, a leap year.
extension CalendarDay {
  static let newYearsEve = CalendarDay("2000-12-31") ?? .first
  static let lastNewYearsEve = newYearsEve.advanced(by: -366)

  /// The month and the day, `3/31`.
  var seasonText: String { "\(parts.month)/\(parts.day)" }

  /// Whether this is the day after another, in a leap year or not; after nil, whether it is New Year.
  func follows(_ other: CalendarDay?) -> Bool {
    let isMarch = other?.seasonText == "2/28" && seasonText == "3/1"
    return isMarch || self == (other ?? .lastNewYearsEve).advanced(by: 1)
  }

  /// Parses the dates that the engine accepts: `12/31`, `31 Dec` and `December 31`; nil for anything else.
  init?(ofSeason text: some StringProtocol) {
    let parts = text.lowercased().split { " /,".contains($0) }
    guard parts.count == 2 else { return nil }
    let numbers = parts.map { $0.wholeNumber(digits: 2) }
    let named = parts.map { part in
      CalendarDay.monthNames.firstIndex { part.hasPrefix($0.prefix(3).lowercased()) }
    }
    // A month with a name may be the second part.
    guard let month = named[0] ?? named[1] ?? numbers[0].map({ $0 - 1 }),
      let day = numbers[named[1] == nil ? 1 : 0]
    else { return nil }
    self.init(year: 2000, month: month + 1, day: day)
  }
}

/// A schedule of a side: the weeks of a year.
struct YearSchedule {
  /// A part of the year with the same days.
  struct Part {
    var end: CalendarDay
    /// In days.
    var length: Int
    let days: ReadDays
    let offset: Int
  }

  let name: String
  let side: Side
  /// The parts in their order; equal neighbours are one.
  private(set) var parts: [Part] = []
  /// The first field for holidays, design days or custom days, which no week has.
  private(set) var special: IDFField?

  /// The end of the last part; nil without parts.
  var end: CalendarDay? { parts.last?.end }

  /// Adds a part with the days that fields of a Schedule:Compact name; throws for fields that do not.
  mutating func add(
    _ fields: some BidirectionalCollection<IDFField>, until end: CalendarDay, at offset: Int
  ) throws(ImportRefusal) {
    var reader = ScheduleCompactReader(side)
    let days = try reader.days(fields)
    special = special ?? reader.special
    let length = (self.end ?? .lastNewYearsEve).distance(to: end)
    let part = Part(end: end, length: length, days: days, offset: offset)
    parts = parts.dropLast() + Self.joined(parts.suffix(1) + [part])
  }

  /// The parts without those shorter than a week, which become a part of the next.
  var seasons: [Part] {
    let long = parts.filter { $0.length >= 7 }
    guard var last = long.last else { return parts }
    last.end = .newYearsEve
    return Self.joined(long.dropLast() + [last])
  }

  private static func joined(_ parts: [Part]) -> [Part] {
    parts.joiningNeighbors { last, part in
      guard last.days == part.days else { return nil }
      var both = part
      both.length += last.length
      return both
    }
  }

  /// Warns about a program of days that no week has.
  func reportSpecialDays() {
    guard let special else { return }
    special.file.leaveOut(
      "the program of \(name.quoted()) for holidays and design days", at: special.offset)
  }

  /// Reads the week of the season that contains a day; warns about special days, and parts shorter than a week.
  func read(
    _ day: CalendarDay, into program: inout DeviceProgram, _ text: DeviceText
  ) throws(ImportRefusal) {
    let seasons = seasons
    guard let season = seasons.first(where: { day <= $0.end }) else { return }
    reportSpecialDays()
    for part in parts
    where part.length < 7 && seasons.count < parts.count
      && seasons.first(where: { part.end <= $0.end })?.end == season.end
    {
      text.leaveOut(
        "a part of \(name.quoted()) that is shorter than a week, until \(part.end.seasonText),",
        at: part.offset)
    }
    for (day, points) in season.days.sorted(by: { $0.key < $1.key }) {
      try program.add(points, to: day, in: text)
    }
  }
}

/// Reads the fields of the days of a Schedule:Compact.
struct ScheduleCompactReader {
  private let side: Side
  private(set) var special: IDFField?
  private var found: [Weekday: [ReadSwitchpoint]] = [:]
  private var current: [Weekday]?
  private var points: [ReadSwitchpoint] = []
  private var blockStart = 0
  private var until: (field: IDFField, minutes: Int)?

  init(_ side: Side) { self.side = side }

  /// Returns the switchpoints of the days that the fields name.
  mutating func days(
    _ fields: some BidirectionalCollection<IDFField>
  ) throws(ImportRefusal) -> [Weekday: [ReadSwitchpoint]] {
    for field in fields {
      let words = field.text.lowercased().split { $0 == " " || $0 == ":" || $0 == "," }
      if !["for", "interpolate", "until"].contains(words.first ?? "") {
        try add(field)
        continue
      }
      if let until { throw field.fault("expected the temperature of \(until.field.text.quoted())") }
      switch words[0] {
      case "for":
        try close(field)
        try open(words.dropFirst(), field)
      case "interpolate":
        guard words.count == 2, words[1] == "no" else {
          throw field.fault("an interpolated schedule has no switch times")
        }
      default: until = (field, try end(of: words, field))
      }
    }
    if let until {
      throw until.field.fault("\(until.field.text.quoted()) has no temperature after it")
    }
    try close(fields.last)
    return found
  }

  private mutating func open(
    _ words: ArraySlice<Substring>, _ field: IDFField
  ) throws(ImportRefusal) {
    guard !words.isEmpty else { throw field.fault("no day is named") }
    var days: [Weekday] = []
    var hasSpecial = false
    for word in words {
      // The engine accepts each of these words in singular and plural.
      switch word.hasSuffix("s") ? word.dropLast() : word {
      case "allday": days += Weekday.allCases
      case "weekday": days += Weekday.workdays
      case "weekend": days += Weekday.weekend
      case "allotherday":
        days += Weekday.allCases.filter { found[$0] == nil && !days.contains($0) }
      case "holiday", "summerdesignday", "winterdesignday", "customday1", "customday2":
        hasSpecial = true
      case let stem:
        guard let day = Weekday(exactly: stem) else {
          throw field.fault("\(String(word).quoted()) is not a day")
        }
        days.append(day)
      }
    }
    for (index, day) in days.enumerated() where found[day] != nil || days[..<index].contains(day) {
      throw field.fault("\(day.title) appears twice")
    }
    // Otherwise they have the program of these days.
    if hasSpecial, days.isEmpty { special = special ?? field }
    (current, points, blockStart) = (days, [], 0)
  }

  private func end(of words: [Substring], _ field: IDFField) throws(ImportRefusal) -> Int {
    guard current != nil else { throw field.fault("expected For: and days") }
    let parts = words.dropFirst().compactMap { $0.wholeNumber(digits: 4) }
    let minutes = parts.count == 2 ? parts[0] * 60 + parts[1] : .max
    guard words.count == 3, minutes <= 1440, parts[1] < 60 else {
      throw field.fault("expected Until: HH:MM, up to 24:00, not \(field.text.quoted())")
    }
    guard minutes >= blockStart else {
      throw field.fault("\(field.text.quoted()) does not come after the last")
    }
    return minutes
  }

  private mutating func add(_ field: IDFField) throws(ImportRefusal) {
    guard let end = until?.minutes else {
      throw field.fault("\(field.text.quoted()) has no place here")
    }
    let isDecimal = field.text.utf8.allSatisfy("0123456789+-.eE".utf8.contains)
    guard isDecimal, let value = Double(field.text).flatMap({ ReadDegrees($0) }) else {
      throw field.fault("\(field.text.quoted()) is not a temperature")
    }
    until = nil
    // A second value for the same time has no effect in the engine.
    guard end > blockStart else { return }
    var point = ReadSwitchpoint(time: (blockStart, nil), offset: field.offset)
    point[side] = value
    points.append(point)
    blockStart = end
  }

  private mutating func close(_ field: IDFField?) throws(ImportRefusal) {
    guard let days = current, let field else { return }
    guard blockStart == 1440 else {
      throw field.fault("the blocks before this do not end with Until: 24:00")
    }
    for day in days { found[day] = points }
    current = nil
  }
}
