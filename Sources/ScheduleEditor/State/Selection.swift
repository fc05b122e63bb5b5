import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// The positions that a command applies to, line by line: the selection, or the cursor.
  var selectedLines: [[TablePosition]] {
    let (table, width) = (layout.table, layout.lineWidth)
    let (first, last) = (table.number(of: anchor ?? position), table.number(of: position))
    let (top, bottom) = (min(first / width, last / width), max(first / width, last / width))
    let (left, right) = (min(first % width, last % width), max(first % width, last % width))
    return (top...bottom).map { line in
      (left...right).map { table.position(numbered: line * width + $0) }
    }
  }

  /// The selected cells, in the order of the screen.
  var selectedCells: [CellAddress] { selectedLines.joined().flatMap(layout.cells) }

  /// Whether the days of a position have different values.
  func isMixed(_ position: TablePosition) -> Bool {
    let cells = layout.cells(at: position)
    return cells.contains { week[$0] != week[cells[0]] }
  }

  /// Checks that each position has a single value, which can be copied.
  ///
  /// - Throws: `Refusal` for the first with different values.
  func checkSingleValues(_ positions: some Sequence<TablePosition>) throws(Refusal) {
    guard let mixed = positions.first(where: isMixed) else { return }
    let cells = layout.cells(at: mixed)
    throw Refusal(
      "cannot copy \(cells[0].period.name) \(cells[0].field.name) of "
        + "\(DayGroup(cells.map(\.day)).label): the days differ")
  }

  /// The selected cells of the current cell's kind: times or temperatures.
  var selectedCellsAlike: [CellAddress] {
    let isTime = cursor.field == .time
    return selectedCells.filter { ($0.field == .time) == isTime }
  }
}
