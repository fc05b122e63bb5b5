import ScheduleModel
import TwoWayTable

extension EditorState {
  /// The positions that a command works on, line by line: the selected ones, or the one under the
  /// cursor.
  var selectedLines: [[TablePosition]] {
    TableRange(from: anchor ?? position, to: position).lines(in: layout.table, layout.arrangement)
  }

  /// The cells of the week that are selected, in the order of the screen.
  var selectedCells: [CellAddress] { selectedLines.joined().flatMap(layout.cells) }

  /// The selected cells that hold what the cell under the cursor does, since a time is no
  /// temperature.
  var selectedCellsAlike: [CellAddress] {
    let isTime = cursor.field == .time
    return selectedCells.filter { ($0.field == .time) == isTime }
  }
}
