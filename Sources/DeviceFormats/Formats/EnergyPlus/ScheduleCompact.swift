import Diagnostics
import ScheduleModel

/// The last day of a season, `3/31`.
struct SeasonEnd: Hashable, Comparable, CustomStringConvertible {
  let month: Int
  let day: Int

  var description: String { "\(month)/\(day)" }

  static let newYearsEve = SeasonEnd(month: 12, day: 31)

  static func < (left: SeasonEnd, right: SeasonEnd) -> Bool {
    (left.month, left.day) < (right.month, right.day)
  }

  /// The number of the day in a leap year, 1...366.
  var ordinal: Int { Self.lengths[..<(month - 1)].reduce(day, +) }

  /// Whether this is the day after another, in a leap year or not; after nil, whether it is New Year.
  func follows(_ other: SeasonEnd?) -> Bool {
    let isMarch = other == SeasonEnd(month: 2, day: 28) && self == SeasonEnd(month: 3, day: 1)
    return isMarch || ordinal == (other?.ordinal ?? 0) + 1
  }
}

extension SeasonEnd {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Takes the number of a day in a leap year, 1...366.
  init(ordinal: Int) {
    var (month, day) = (1, ordinal)
    while month < 12, day > Self.lengths[month - 1] {
      day -= Self.lengths[month - 1]
      month += 1
    }
    self.init(month: month, day: day)
  }

  /// Parses the dates that the engine accepts: `12/31`, `31 Dec` and `December 31`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.lowercased().split { " /,".contains($0) }
    guard parts.count == 2 else { return nil }
    let numbers = parts.map { $0.utf8.count <= 2 ? Int($0) : nil }
    let named = parts.map { part in Self.months.firstIndex { part.hasPrefix($0) } }
    switch (numbers[0], numbers[1]) {
    case (let month?, let day?): self.init(month: month, day: day)
    case (let day?, nil): self.init(month: (named[1] ?? -1) + 1, day: day)
    case (nil, let day?): self.init(month: (named[0] ?? -1) + 1, day: day)
    case (nil, nil): return nil
    }
    guard (1...12).contains(month), (1...Self.lengths[month - 1]).contains(day) else { return nil }
  }
}

/// A Schedule:Compact: seasons with days and their blocks.
struct ScheduleCompact {
  /// A part of a year of a Schedule:Year, with the fields that a Schedule:Compact would have for it.
  struct Season {
    var through: IDFField
    var end: SeasonEnd
    /// In days.
    var length: Int
    var fields: ArraySlice<IDFField>
  }

  let name: String
  private let text: DeviceText
  /// The fields that start with `Through:`, each with the fields after it.
  private var sections: [(through: IDFField, fields: ArraySlice<IDFField>)] = []
  private let stray: IDFField?
  /// The seasons that are shorter than a week: no week is all theirs.
  private var short: [Season] = []
  /// All seasons of a year, if some are shorter than a week.
  private var all: [Season] = []

  /// Creates a schedule from the fields after class, name and type limits.
  init(_ object: [IDFField], in text: DeviceText) {
    name = object[1].text
    self.text = text
    let fields = object.dropFirst(3)
    let starts = fields.indices.filter { fields[$0].text.lowercased().hasPrefix("through") }
    stray = starts.first == fields.startIndex ? nil : fields.first
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : fields.endIndex
      sections.append((fields[start], fields[(start + 1)..<end]))
    }
  }

  /// Creates a constant schedule.
  init(constant value: IDFField, name: String, in text: DeviceText) {
    self.name = name
    self.text = text
    stray = nil
    let words = ["For: AllDays", "Until: 24:00"].map { IDFField(text: $0, offset: value.offset) }
    sections = [(IDFField(text: "Through: 12/31", offset: value.offset), (words + [value])[...])]
  }

  /// Takes the seasons of a year: equal neighbours become one, and those shorter than a week part of the next.
  init(seasons: [Season], name: String, in text: DeviceText) {
    self.name = name
    self.text = text
    stray = nil
    let joined = Self.joined(seasons, in: text)
    let long = joined.filter { $0.length >= 7 }
    var kept = long.isEmpty ? joined : Self.joined(long, in: text)
    short = long.isEmpty ? [] : joined.filter { $0.length < 7 }
    all = joined
    kept[kept.count - 1].through = IDFField(
      text: "Through: 12/31", offset: kept[kept.count - 1].through.offset)
    sections = kept.map { ($0.through, $0.fields) }
  }

  private static func joined(_ seasons: [Season], in text: DeviceText) -> [Season] {
    seasons.joiningNeighbors { last, season in
      guard isSame(last.fields, season.fields, text) else { return nil }
      var both = season
      both.length += last.length
      return both
    }
  }

  /// Whether the fields of two seasons set the same days.
  private static func isSame(
    _ left: ArraySlice<IDFField>, _ right: ArraySlice<IDFField>, _ text: DeviceText
  ) -> Bool {
    if left.map(\.text) == right.map(\.text) { return true }
    var readers = [left, right].map { ScheduleCompactReader($0, .heat, in: text) }
    guard let own = try? readers[0].days(), let other = try? readers[1].days() else { return false }
    return own.elementsEqual(other) { $0.0 == $1.0 && $0.1.isSame(as: $1.1) }
  }

  /// The seasons, in the order of the year.
  ///
  /// - Throws: `ImportRefusal.unreadable` if the dates do not increase to the end of the year.
  var seasons: [SeasonEnd] {
    get throws(ImportRefusal) {
      if let stray { throw text.fault(at: stray.offset, "expected Through: 12/31") }
      var ends: [SeasonEnd] = []
      for (through, _) in sections {
        let date = through.text.dropFirst("through".count).drop { " :".contains($0) }
        guard let end = SeasonEnd(date) else {
          throw text.fault(at: through.offset, "\(through.text.quoted()) is not Through: MONTH/DAY")
        }
        guard ends.last.map({ $0 < end }) ?? true else {
          throw text.fault(
            at: through.offset, "\(through.text.quoted()) does not come after the last")
        }
        ends.append(end)
      }
      guard ends.last == .newYearsEve else {
        throw text.fault(
          at: sections.last?.through.offset, "the last season does not end with Through: 12/31")
      }
      return ends
    }
  }

  /// A part of the year with the switchpoints of its days.
  typealias Part = (end: SeasonEnd, days: [Weekday: [ReadSwitchpoint]])

  /// Reads the parts of the year, in their order.
  func parts(_ side: Side) throws(ImportRefusal) -> [Part] {
    let ends = try all.isEmpty ? seasons : all.map(\.end)
    var parts: [Part] = []
    for (end, fields) in zip(ends, all.isEmpty ? sections.map(\.fields) : all.map(\.fields)) {
      var reader = ScheduleCompactReader(fields, side, in: text)
      parts.append((end, Dictionary(uniqueKeysWithValues: try reader.days())))
    }
    return parts
  }

  /// Reads the week at the end of a season into a program.
  func read(
    _ season: SeasonEnd, _ side: Side, into program: inout DeviceProgram, _ text: DeviceText
  ) throws(ImportRefusal) {
    let seasons = try seasons
    guard let index = seasons.firstIndex(where: { season <= $0 }) else { return }
    for part in short where seasons.firstIndex(where: { part.end <= $0 }) == index {
      text.leaveOut(
        "a part of \(name.quoted()) that is shorter than a week, until \(part.end),",
        at: part.through.offset ?? 0)
    }
    var reader = ScheduleCompactReader(sections[index].fields, side, in: text)
    for (day, points) in try reader.days() { try program.add(points, to: day, in: text) }
  }
}
