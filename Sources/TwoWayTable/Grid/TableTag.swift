/// A cell's number: section * 100 + row * 10 + field.
///
/// A tag that exists can be taken apart again: no part is negative, and rows and fields have one
/// digit.
package struct TableTag: Hashable, Sendable {
  /// The number.
  package let rawValue: Int

  /// The section, from 0.
  package var section: Int { rawValue / 100 }
  /// The row within the section, 0...9.
  package var row: Int { rawValue % 100 / 10 }
  /// The field, 0...9.
  package var field: Int { rawValue % 10 }

  /// Makes a tag from its number; nil for a negative one.
  package init?(_ rawValue: Int) {
    guard rawValue >= 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Makes a tag from its parts; nil when one is out of range, since row 10 would silently become
  /// the next section.
  package init?(section: Int, row: Int, field: Int) {
    guard (0...9_999_999).contains(section), (0...9).contains(row), (0...9).contains(field) else {
      return nil
    }
    rawValue = section * 100 + row * 10 + field
  }
}

extension TableTag: CustomStringConvertible {
  /// The number in decimal.
  package var description: String { "\(rawValue)" }
}

/// How many sections, rows and fields a table has.
package struct TableShape: Hashable, Sendable {
  /// The sections.
  package let sections: Int
  /// The rows of every section.
  package let rows: Int
  /// The fields of every row.
  package let fields: Int

  /// Makes a shape; nil unless there is at least one of each, and at most ten thousand.
  package init?(sections: Int, rows: Int, fields: Int) {
    let allowed = 1...10_000
    guard allowed.contains(sections), allowed.contains(rows), allowed.contains(fields) else {
      return nil
    }
    self.sections = sections
    self.rows = rows
    self.fields = fields
  }

  /// How many rows there are in all sections together.
  package var rowCount: Int { sections * rows }

  /// The tag of a cell, fields counted from 0; nil outside the table, and where a tag cannot say it.
  package func tag(of position: TablePosition) -> TableTag? {
    guard contains(position) else { return nil }
    return TableTag(section: position.section, row: position.row, field: position.column)
  }

  /// The cell that has a tag, fields counted from 0; nil outside the table.
  package func position(of tag: TableTag) -> TablePosition? {
    let position = TablePosition(section: tag.section, row: tag.row, column: tag.field)
    return contains(position) ? position : nil
  }

  /// Whether the table has such a cell.
  package func contains(_ position: TablePosition) -> Bool {
    (0..<sections).contains(position.section) && (0..<rows).contains(position.row)
      && (0..<fields).contains(position.column)
  }
}
