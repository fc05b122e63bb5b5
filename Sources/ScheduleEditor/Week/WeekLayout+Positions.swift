import ScheduleModel
import TwoWayTable

// MARK: Cells and positions

extension WeekLayout {
  /// The cells of a position, at least one.
  func cells(at position: TablePosition) -> [CellAddress] {
    days[position.section].map {
      CellAddress($0, periods[position.row], fields[position.column])
    }
  }

  /// The first cell of a position.
  func cell(at position: TablePosition) -> CellAddress {
    CellAddress(days[position.section][0], periods[position.row], fields[position.column])
  }

  /// The position of a cell; nil if the layout does not show it.
  func position(of cell: CellAddress) -> TablePosition? {
    guard let section = days.firstIndex(where: { $0.contains(cell.day) }),
      let row = periods.firstIndex(of: cell.period), let column = fields.firstIndex(of: cell.field)
    else { return nil }
    return TablePosition(section: section, row: row, column: column)
  }

  /// The days of the week in the order of the table.
  var week: [Weekday] { Weekday.week(from: firstDay) }

  /// The number of cells per line.
  var lineWidth: Int { table.lineWidth(in: arrangement) }

  /// The cell after a move.
  func position(_ move: TableMove, from position: TablePosition) -> TablePosition {
    table.position(move, from: position, in: arrangement)
  }
}
