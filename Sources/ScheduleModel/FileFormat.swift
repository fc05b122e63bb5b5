/// A member with a fixed name in schedule files.
package protocol FileMember: CaseIterable, Hashable, Sendable {
  /// The name, for comparisons without a string.
  var key: StaticString { get }
  /// How many letters of a typed name suffice.
  static var fewestLetters: Int { get }
}

extension FileMember {
  package static var fewestLetters: Int { 1 }

  /// The name in schedule files, `wake`.
  package var name: String { key.description }

  /// Parses a name exactly as in schedule files.
  package init?(exactly name: some StringProtocol) {
    guard let member = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = member
  }

  /// Parses a typed name or its beginning, in any case.
  package init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard text.utf8.count >= Self.fewestLetters,
      let member = Self.allCases.first(where: { $0.name.hasPrefix(text) })
    else { return nil }
    self = member
  }
}

/// The file format, as shared by the reader, the writer, the schema and the rules.
package enum FileFormat {
  /// The value of the member "format".
  package static var name: StaticString { "setpoint-schedule" }
  /// Whether a text contains the value, as every schedule file does, even a damaged one.
  package static func isNamed(in text: [UInt8]) -> Bool {
    text.firstRange(of: Array(name.description.utf8)) != nil
  }

  /// Whether a text is probably a schedule file, even a damaged one without the value of "format".
  package static func isLikely(in text: [UInt8]) -> Bool {
    isNamed(in: text) || text.firstRange(of: Array("\"\(Member.schedules.name)\"".utf8)) != nil
  }

  /// The newest version that can be read, and the version that is written.
  package static let version = 1
  /// The longest name of a schedule, in Unicode scalars, as JSON Schema counts.
  package static let longestName = 64
  package static let mostEntries = 1000

  /// A member of the document, of a schedule or of a calendar entry. Those of days, of a day and of a period are named by
  /// `Weekday`, `Period` and `Field`.
  package enum Member: Int, FileMember {
    case format, version, unit, schedules, calendar
    case schedule, from, to, weeks
    case name, notes, device, days

    package var key: StaticString { Self.keys[rawValue] }

    private static let keys: [StaticString] = [
      "format", "version", "unit", "schedules", "calendar",
      "schedule", "from", "to", "weeks",
      "name", "notes", "device", "days",
    ]
  }

  /// The members of an object, in the order of writing. A class, so that readers share the arrays without counting each.
  package final class Object<Element: Sendable>: Sendable {
    package let members: [Element]
    package let keys: [StaticString]
    /// A bit for each required member.
    package let required: Int

    fileprivate init(
      _ members: [Element], _ key: (Element) -> StaticString,
      isOptional: (Element) -> Bool = { _ in false }
    ) {
      self.members = members
      keys = members.map(key)
      required = members.indices.reduce(0) { isOptional(members[$1]) ? $0 : $0 | 1 << $1 }
    }
  }

  package static let document = Object<Member>(
    [.format, .version, .unit, .schedules, .calendar], \.key
  ) { $0 == .calendar }
  package static let schedule = Object<Member>([.name, .notes, .device, .days], \.key) {
    $0 == .notes || $0 == .device
  }
  package static let calendarEntry = Object<Member>([.schedule, .from, .to, .weeks, .days], \.key) {
    $0 != .schedule
  }
  package static let week = Object(Weekday.allCases, \.key)
  package static let day = Object(Period.allCases, \.key)
  package static let period = Object(Field.displayOrder, \.key)
  private static let heatPeriod = Object(Field.displayOrder, \.key) { $0 == .cool }
  private static let coolPeriod = Object(Field.displayOrder, \.key) { $0 == .heat }

  package static func period(_ sides: Sides) -> Object<Field> {
    sides == .heat ? heatPeriod : sides == .cool ? coolPeriod : period
  }
}
