import ScheduleModel
import ScheduleRules
import TwoWayTable

/// The week as a two-way table: days down, periods across, three columns in each.
struct WeekTable: TableSource, Hashable {
  /// What one row shows; rows that show something else are drawn again.
  struct Row: Hashable {
    let setpoint: Setpoint
    /// The fields that a finding is about.
    var marks: Set<Field> = []
  }

  private(set) var rows: [Row]
  let clock: ClockStyle

  init(_ week: Schedule, clock: ClockStyle, problems: [CellFinding]) {
    self.clock = clock
    rows = week.setpoints.map { Row(setpoint: $0) }
    for finding in problems {
      for cell in [finding.cell] + finding.related {
        rows[cell.row.index].marks.insert(cell.field)
      }
    }
  }

  /// The titles and columns; times are six wide, so that both clocks fit.
  static let layout = TableLayout(
    sections: Weekday.allCases.map { .init($0.title, short: $0.abbreviation) },
    rows: Period.allCases.map { .init($0.title, short: String($0.title.prefix(1))) },
    columns: Field.displayOrder.map { field in
      switch field {
      case .time: TableColumn(title: field.name, width: 6, role: .plain, alignment: .right)
      case .heat: TableColumn(title: field.name, width: 4, role: .warm, alignment: .decimal)
      case .cool: TableColumn(title: field.name, width: 4, role: .cool, alignment: .decimal)
      }
    })

  func cell(at position: TablePosition) -> TableCell {
    let row = rows[position.section * Period.allCases.count + position.row]
    let field = Field.displayOrder[position.column]
    let text =
      switch row.setpoint[field] {
      case .time(let time): time.text(clock)
      case .temperature(let value): value.description
      }
    return TableCell(text, isMarked: row.marks.contains(field))
  }

  /// The numbers of the rows that `other` shows differently.
  func rowsDiffering(from other: WeekTable) -> [Int] {
    guard clock == other.clock else { return Array(rows.indices) }
    return rows.indices.filter { rows[$0] != other.rows[$0] }
  }
}

extension CellAddress {
  /// Where the cell stands in the table.
  var position: TablePosition {
    TablePosition(section: day.rawValue, row: period.rawValue, column: fieldIndex)
  }
}
