import ScheduleModel

extension CellAddress {
  /// The cell that a move leads to; at an edge of the table the cursor stays.
  func moved(_ move: CursorMove) -> CellAddress {
    let column = period.rawValue * Field.displayOrder.count + fieldIndex
    let lastColumn = Period.allCases.count * Field.displayOrder.count - 1
    return switch move {
    case .up: CellAddress(Weekday(rawValue: day.rawValue - 1) ?? day, period, field)
    case .down: CellAddress(Weekday(rawValue: day.rawValue + 1) ?? day, period, field)
    case .left: inLine(max(0, column - 1))
    case .right: inLine(min(lastColumn, column + 1))
    case .nextField: wrapped(by: 1)
    case .previousField: wrapped(by: -1)
    case .firstInLine: inLine(0)
    case .lastInLine: inLine(lastColumn)
    case .firstDay: CellAddress(.monday, period, field)
    case .lastDay: CellAddress(.sunday, period, field)
    }
  }

  /// Where the field stands in its row, from 0.
  var fieldIndex: Int { Field.displayOrder.firstIndex(of: field) ?? 0 }

  private func inLine(_ column: Int) -> CellAddress {
    let (period, field) = column.quotientAndRemainder(dividingBy: Field.displayOrder.count)
    return CellAddress(day, Period.allCases[period], Field.displayOrder[field])
  }

  private func wrapped(by step: Int) -> CellAddress {
    let all = CellAddress.all
    let place = row.index * Field.displayOrder.count + fieldIndex
    return all[(place + step + all.count) % all.count]
  }
}
