extension GridFrame {
  /// The cell that is shown at `point`; nil between cells and beside the table.
  public func position(at point: ScreenPoint) -> TablePosition? {
    for section in sections {
      for row in rows {
        guard let origin = origin(section: section, row: row), origin.row == point.row else {
          continue
        }
        let inRow = point.column - origin.column
        for column in layout.columns.indices {
          let start = layout.offset(ofColumn: column)
          if (start..<(start + layout.columns[column].width)).contains(inRow) {
            return TablePosition(section: section, row: row, column: column)
          }
        }
      }
    }
    return nil
  }
}
