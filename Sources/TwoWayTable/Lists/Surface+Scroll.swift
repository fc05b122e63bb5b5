extension Surface {
  /// Moves the lines of `rows` up by `distance`, or down where it is negative, within `columns`; the
  /// lines that become free are blank.
  ///
  /// What leaves `rows` is lost. A back end that compares lines finds them moved and can have the
  /// terminal move them.
  public mutating func scroll(_ rows: Range<Int>, by distance: Int, _ columns: Range<Int>) {
    let rows = rows.clamped(to: 0..<size.rows)
    let columns = columns.clamped(to: 0..<size.columns)
    let targets = distance > 0 ? Array(rows) : rows.reversed()
    for row in targets {
      let (source, overflow) = row.addingReportingOverflow(distance)
      if !overflow, rows.contains(source) {
        copy(row: source, to: row, columns: columns)
      } else {
        clear(row: row, columns: columns)
      }
    }
  }
}
