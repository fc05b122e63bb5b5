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
        copy(row: source, to: row, columns)
      } else {
        clear(row: row, columns: columns)
      }
    }
  }

  /// Writes the cells of one line into another, as runs of one style.
  private mutating func copy(row source: Int, to target: Int, _ columns: Range<Int>) {
    let cells = withRow(source) {
      Array($0[($0.startIndex + columns.lowerBound)...].prefix(columns.count))
    }
    clear(row: target, columns: columns)
    var index = 0
    while index < cells.count {
      let style = cells[index].style
      let start = index
      var run = String.UnicodeScalarView()
      while index < cells.count, cells[index].style == style {
        if cells[index].scalar != 0 { run.append(Unicode.Scalar(cells[index].scalar) ?? "?") }
        if let mark = Unicode.Scalar(cells[index].mark), mark.value != 0 { run.append(mark) }
        index += 1
      }
      write(
        String(run), at: ScreenPoint(row: target, column: columns.lowerBound + start), style: style)
    }
  }
}
