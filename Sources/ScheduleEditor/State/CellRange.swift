import ScheduleModel
import TwoWayTable

/// A rectangle of cells as they lie on the screen: from where selecting began to the cursor.
struct CellRange: Hashable {
  let lines: ClosedRange<Int>
  let columns: ClosedRange<Int>

  /// The rectangle between two places.
  init(_ first: TablePlace, _ second: TablePlace) {
    lines = min(first.line, second.line)...max(first.line, second.line)
    columns = min(first.column, second.column)...max(first.column, second.column)
  }

  /// Its places, line by line.
  var places: [TablePlace] {
    lines.flatMap { line in columns.map { TablePlace(line: line, column: $0) } }
  }
}

extension EditorState {
  /// The cells that a command works on: the selected ones, or the one under the cursor.
  var range: CellRange {
    let here = layout.place(of: position)
    return CellRange(anchor.map(layout.place) ?? here, here)
  }

  /// The positions in the range.
  var selectedPositions: [TablePosition] { range.places.map(layout.position) }

  /// The cells of the week in the range, in the order of the screen.
  var selectedCells: [CellAddress] { selectedPositions.flatMap(layout.cells) }

  /// The cells in the range that hold what the cell under the cursor does, since a time is no
  /// temperature.
  var selectedCellsAlike: [CellAddress] {
    let isTime = cursor.field == .time
    return selectedCells.filter { ($0.field == .time) == isTime }
  }
}
