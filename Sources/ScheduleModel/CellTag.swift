package import Diagnostics

/// A cell's number: section * 100 + row * 10 + field.
///
/// Sections are the days from Monday (0...6), rows the periods from wake (0...3), fields time 1, cool 2 and heat 4.
/// Only the 84 valid tags can be created.
package struct CellTag: Hashable, Sendable {
  package let rawValue: Int

  /// Checks each part of a number.
  ///
  /// - Throws: `Refusal`, with the first invalid part.
  package init(checking rawValue: Int) throws(Refusal) {
    guard rawValue >= 0 else { throw Refusal("tag \(rawValue) is negative") }
    let (section, row, field) = (rawValue / 100, rawValue % 100 / 10, rawValue % 10)
    guard section < Weekday.allCases.count else {
      throw Refusal("day \(section) of tag \(rawValue) is outside 0 (Monday) to 6 (Sunday)")
    }
    guard row < Period.allCases.count else {
      throw Refusal("period \(row) of tag \(rawValue) is outside 0 (wake) to 3 (sleep)")
    }
    guard Field(rawValue: field) != nil else {
      throw Refusal("field \(field) of tag \(rawValue) is not 1, 2 or 4")
    }
    self.rawValue = rawValue
  }

  /// Parses a decimal tag.
  ///
  /// - Throws: `Refusal`, with the invalid part.
  package init(parsing text: some StringProtocol) throws(Refusal) {
    guard let number = Int(text) else {
      let name = String(text).quoted()
      throw Refusal(
        text.allSatisfy(\.isNumber)
          ? "tag \(name) is too large" : "\(name) is not a tag; use a number such as 104")
    }
    try self.init(checking: number)
  }

  /// Creates a tag from its number; nil unless it is one of the 84.
  package init?(_ rawValue: Int) {
    guard let tag = try? CellTag(checking: rawValue) else { return nil }
    self = tag
  }

  package init(_ cell: CellAddress) {
    rawValue = cell.day.rawValue * 100 + cell.period.rawValue * 10 + cell.field.rawValue
  }

  package var cell: CellAddress {
    CellAddress(
      Weekday.allCases[rawValue / 100], Period.allCases[rawValue % 100 / 10],
      Field(rawValue: rawValue % 10) ?? .time)
  }
}

extension CellTag: CustomStringConvertible {
  package var description: String { "\(rawValue)" }
}
