import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// The week as a two-way table in a layout.
struct WeekTable: TableSource {
  private let week: Week
  private let saved, before: Week?
  private let layout: WeekLayout
  private let clock: ClockStyle
  /// The cells with an error, and those with a warning.
  private let marked, doubtful: Set<CellAddress>

  /// Shows a week. `saved` is its saved version, nil if there is none, and `before` the version before another program
  /// changed it.
  init(
    _ week: Week, saved: Week?, before: Week? = nil, layout: WeekLayout,
    clock: ClockStyle, problems: [CellFinding]
  ) {
    (self.week, self.saved, self.before) = (week, saved, before)
    (self.layout, self.clock) = (layout, clock)
    func cells(_ problems: [CellFinding]) -> Set<CellAddress> {
      Set(problems.flatMap { [$0.cell] + $0.related })
    }
    marked = cells(problems.filter { $0.severity == .error })
    doubtful = cells(problems.filter { $0.severity != .error })
  }

  func cell(at position: TablePosition) -> TableCell {
    let cells = layout.cells(at: position)
    let value = week[cells[0]]
    let text = text(of: value, in: layout.table.columns[position.column])
    return TableCell(
      cells.allSatisfy { week[$0] == value } ? text : "~",
      isMarked: !marked.isDisjoint(with: cells), isDoubtful: !doubtful.isDisjoint(with: cells),
      isChanged: differs(week, from: saved, in: cells),
      isChangedElsewhere: saved.map { differs($0, from: before, in: cells) } ?? false)
  }

  private func differs(_ week: Week, from other: Week?, in cells: [CellAddress]) -> Bool {
    other.map { other in cells.contains { week[$0] != other[$0] } } ?? false
  }

  /// Returns a value; in a left-aligned column, times of the 12-hour clock end below each other.
  private func text(of value: CellValue, in column: TableColumn) -> String {
    let text = value.text(clock)
    guard case .time = value, clock == .twelveHour, column.alignment == .left else { return text }
    return String(repeating: " ", count: max(0, min(6, column.width) - text.utf8.count)) + text
  }
}
