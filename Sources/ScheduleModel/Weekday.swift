/// A day of the week; a section of the table.
///
/// Numbered from Monday, as in ISO 8601 and the Radio Thermostat API.
package enum Weekday: Int, FileMember, Comparable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  package var key: StaticString { Self.keys[rawValue] }

  private static let keys: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The name in tables and messages, `Monday`.
  package var title: String { Self.titles[rawValue] }

  private static let titles = allCases.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }

  /// The short label, `Mon`.
  package var abbreviation: String { String(title.prefix(3)) }

  package var isWeekend: Bool { self >= .saturday }

  package static let workdays = allCases.filter { !$0.isWeekend }
  package static let weekend = allCases.filter(\.isWeekend)

  /// The day before this one, whose sleep period is in force when this day begins.
  package var previous: Weekday { Self.allCases[(rawValue + 6) % 7] }

  package var next: Weekday { Self.allCases[(rawValue + 1) % 7] }

  /// The seven days, beginning with `first`.
  package static func week(from first: Weekday) -> [Weekday] {
    Array(allCases[first.rawValue...] + allCases[..<first.rawValue])
  }

  package static var fewestLetters: Int { 2 }

  package static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
