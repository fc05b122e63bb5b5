import Diagnostics

/// A cell's number: section * 100 + row * 10 + field.
///
/// Sections are the days from Monday (0...6), rows the periods from wake (0...3), fields time 1,
/// cool 2 and heat 4. A tag that exists is one of the 84 valid ones.
package struct CellTag: Hashable, Sendable {
  /// The number, 1...634.
  package let rawValue: Int

  /// Takes a number apart and checks each part.
  ///
  /// - Throws: `CellTagError`, naming the first part that is wrong.
  package init(checking rawValue: Int) throws(CellTagError) {
    guard rawValue >= 0 else { throw .negative(rawValue) }
    let (section, row, field) = (rawValue / 100, rawValue % 100 / 10, rawValue % 10)
    guard Self.sections.contains(section) else { throw .section(section, tag: rawValue) }
    guard Self.rows.contains(row) else { throw .row(row, tag: rawValue) }
    guard Field(rawValue: field) != nil else { throw .field(field, tag: rawValue) }
    self.rawValue = rawValue
  }

  /// Makes a tag from its parts and checks each of them.
  ///
  /// - Throws: `CellTagError`, naming the first part that is wrong.
  package init(checkingSection section: Int, row: Int, field: Int) throws(CellTagError) {
    guard Self.sections.contains(section) else { throw .section(section, tag: nil) }
    guard Self.rows.contains(row) else { throw .row(row, tag: nil) }
    guard Field(rawValue: field) != nil else { throw .field(field, tag: nil) }
    rawValue = section * 100 + row * 10 + field
  }

  /// Makes a tag from its number; nil for all but the 84 valid ones.
  package init?(_ rawValue: Int) {
    guard let tag = try? CellTag(checking: rawValue) else { return nil }
    self = tag
  }

  /// Makes a tag from its parts; nil when one is out of range, since row 10 would silently become
  /// the next section.
  package init?(section: Int, row: Int, field: Int) {
    guard let tag = try? CellTag(checkingSection: section, row: row, field: field) else {
      return nil
    }
    self = tag
  }

  /// Numbers a cell.
  package init(_ cell: CellAddress) {
    rawValue = cell.day.rawValue * 100 + cell.period.rawValue * 10 + cell.field.rawValue
  }

  /// The cell that has this number.
  package var cell: CellAddress {
    CellAddress(
      Weekday.allCases[rawValue / 100], Period.allCases[rawValue % 100 / 10],
      Field(rawValue: rawValue % 10) ?? .time)
  }

  private static let sections = 0..<Weekday.allCases.count
  private static let rows = 0..<Period.allCases.count
}

extension CellTag: CustomStringConvertible {
  /// The number in decimal.
  package var description: String { "\(rawValue)" }
}

/// Why a number or three parts are no tag.
package enum CellTagError: Error, Hashable, Sendable {
  /// The number is below zero.
  case negative(Int)
  /// The section is no day; `tag` is nil where parts were given.
  case section(Int, tag: Int?)
  /// The row is no period.
  case row(Int, tag: Int?)
  /// The field is none of 1, 2 and 4.
  case field(Int, tag: Int?)
  /// The text is no decimal number, or one that is too large to look at.
  case notANumber(String)
}

extension CellTagError: CustomStringConvertible {
  /// One sentence that names the part which is wrong.
  package var description: String {
    switch self {
    case .negative(let tag): "tag \(tag) is negative"
    case .section(let section, let tag): "section \(section)\(of(tag)) is outside 0...6"
    case .row(let row, let tag): "row \(row)\(of(tag)) is outside 0...3"
    case .field(let field, let tag): "field \(field)\(of(tag)) is not 1, 2 or 4"
    case .notANumber(let text) where text.allSatisfy(\.isNumber):
      "tag \(text.quoted()) is too large"
    case .notANumber(let text): "\(text.quoted()) is not a tag; use a number such as 104"
    }
  }

  private func of(_ tag: Int?) -> String {
    tag.map { " of tag \($0)" } ?? ""
  }
}
