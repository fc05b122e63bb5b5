extension GridFrame {
  /// The cell at `point`; nil between cells and beside the table.
  public func position(at point: ScreenPoint) -> TablePosition? {
    for place in rowsInSight {
      guard let origin = origin(section: place.section, row: place.row), origin.row == point.row
      else { continue }
      let inRow = point.column - origin.column
      for column in layout.columns.indices {
        let start = layout.offset(ofColumn: column)
        if (start..<(start + layout.columns[column].width)).contains(inRow) {
          return TablePosition(section: place.section, row: place.row, column: column)
        }
      }
    }
    return nil
  }
}
