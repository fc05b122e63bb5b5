import Diagnostics

/// Why a text names no day or no cell: one sentence, without a full stop.
package struct SelectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what would be right.
  package let description: String
}

extension Weekday {
  /// Reads a list of days: names, `tue-fri`, `weekdays`, `weekend`, `all` and `*`, with commas between
  /// them.
  ///
  /// Days come in the order of the week, each once.
  ///
  /// - Throws: `SelectorError`, naming the word that is no day.
  package static func list(_ text: some StringProtocol) throws(SelectorError) -> [Weekday] {
    var found: Set<Weekday> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word.lowercased() {
      case "all", "*": found.formUnion(allCases)
      case "weekdays": found.formUnion(allCases.filter { !$0.isWeekend })
      case "weekend", "weekends": found.formUnion(allCases.filter(\.isWeekend))
      default:
        guard let days = range(word) else {
          throw SelectorError(
            description:
              "\(String(word).quoted()) is not a day; use monday to sunday, tue-fri, weekdays, weekend or all"
          )
        }
        found.formUnion(days)
      }
    }
    return found.sorted()
  }

  /// Reads a day, or the first and the last of several, `fri-mon` over the end of the week too.
  private static func range(_ text: some StringProtocol) -> [Weekday]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Weekday($0) }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
      return nil
    }
    var days = [first]
    while let day = days.last, day != last { days.append(day.next) }
    return days
  }
}

extension CellAddress {
  /// Reads the address of one or more cells: a tag, or a path such as `monday.wake.heat`.
  ///
  /// The day of a path may be a list as `Weekday.list` reads it; the period may be `all` or `*`.
  ///
  /// - Throws: `SelectorError`, saying which part is wrong.
  package static func list(_ text: some StringProtocol) throws(SelectorError) -> [CellAddress] {
    if let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) {
      return [try tagged(text)]
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw SelectorError(
        description:
          "\(String(text).quoted()) is not an address; use a tag (104) or day.period.field (tuesday.wake.heat)"
      )
    }
    let days = try Weekday.list(parts[0])
    let periods = try Self.periods(parts[1])
    guard let field = Field(parts[2]) else {
      throw SelectorError(
        description: "\(String(parts[2]).quoted()) is not a field; use time, heat or cool")
    }
    return days.flatMap { day in periods.map { CellAddress(day, $0, field) } }
  }

  private static func periods(_ text: some StringProtocol) throws(SelectorError) -> [Period] {
    if text == "*" || text.lowercased() == "all" { return Period.allCases }
    guard let period = Period(text) else {
      throw SelectorError(
        description:
          "\(String(text).quoted()) is not a period; use wake, leave, return, sleep or all")
    }
    return [period]
  }

  private static func tagged(_ text: some StringProtocol) throws(SelectorError) -> CellAddress {
    do {
      return try CellTag(parsing: text).cell
    } catch {
      throw SelectorError(description: "\(error)")
    }
  }
}

extension CellTag {
  /// Reads a tag in decimal.
  ///
  /// - Throws: `CellTagError`, naming the part that is wrong; `notANumber` for anything but a decimal `Int`.
  package init(parsing text: some StringProtocol) throws(CellTagError) {
    guard let number = Int(text) else { throw .notANumber(String(text)) }
    try self.init(checking: number)
  }
}
