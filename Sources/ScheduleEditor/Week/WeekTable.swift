import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// A set of fields of a row.
struct FieldSet: OptionSet, Hashable {
  let rawValue: Int

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  init(_ field: Field) {
    rawValue = field.rawValue
  }
}

/// The week as a two-way table in a layout.
struct WeekTable: TableSource {
  /// The content of a row.
  struct Row {
    /// The setpoint on the first of its days.
    var setpoint: Setpoint
    /// The fields whose values differ between its days.
    var mixed: FieldSet = []
    /// The fields with an error.
    var marked: FieldSet = []
    /// The fields with a warning.
    var doubtful: FieldSet = []
    /// The fields that differ from the file.
    var changed: FieldSet = []
    /// The fields that another program changed in the file.
    var changedOutside: FieldSet = []
  }

  private let rows: [Row]
  let layout: WeekLayout
  let clock: ClockStyle

  /// Shows a week. `saved` is its saved version, nil if there is none, and `before` the version before another program
  /// changed it.
  init(
    _ week: Week, saved: Week?, before: Week? = nil, layout: WeekLayout,
    clock: ClockStyle, problems: [CellFinding]
  ) {
    self.clock = clock
    self.layout = layout
    var marks = [FieldSet](repeating: [], count: RowAddress.all.count)
    var doubts = marks
    for finding in problems {
      for cell in [finding.cell] + finding.related {
        if finding.severity == .error {
          marks[cell.row.index].insert(FieldSet(cell.field))
        } else {
          doubts[cell.row.index].insert(FieldSet(cell.field))
        }
      }
    }
    rows = layout.rows.map { addresses in
      var row = Row(setpoint: week[addresses[0]])
      for address in addresses {
        row.marked.formUnion(marks[address.index])
        row.doubtful.formUnion(doubts[address.index])
        row.mixed.formUnion(row.setpoint.fieldsDiffering(from: week[address]))
        row.changed.formUnion(week[address].fieldsDiffering(from: saved?[address]))
        if let saved {
          row.changedOutside.formUnion(saved[address].fieldsDiffering(from: before?[address]))
        }
      }
      return row
    }
  }

  func cell(at position: TablePosition) -> TableCell {
    let row = rows[layout.table.rowNumber(of: position)]
    let field = layout.field(ofColumn: position.column)
    let text =
      if row.mixed.contains(FieldSet(field)) {
        "~"
      } else {
        switch row.setpoint[field] {
        case .time(let time): alignedText(of: time, in: layout.table.columns[position.column])
        case .temperature, .absent: row.setpoint[field].description
        }
      }
    return TableCell(
      text, isMarked: row.marked.contains(FieldSet(field)),
      isDoubtful: row.doubtful.contains(FieldSet(field)),
      isChanged: row.changed.contains(FieldSet(field)),
      isChangedElsewhere: row.changedOutside.contains(FieldSet(field)))
  }

  /// Returns a time; in a left-aligned column, times of the 12-hour clock end below each other.
  private func alignedText(of time: TimeOfDay, in column: TableColumn) -> String {
    let text = time.text(clock)
    guard clock == .twelveHour, column.alignment == .left else { return text }
    return String(repeating: " ", count: max(0, min(6, column.width) - text.utf8.count)) + text
  }
}

extension Setpoint {
  /// The fields that differ from another row; none if there is no other row.
  fileprivate func fieldsDiffering(from other: Setpoint?) -> FieldSet {
    guard let other else { return [] }
    var fields: FieldSet = []
    if time != other.time { fields.insert(FieldSet(.time)) }
    if heat != other.heat { fields.insert(FieldSet(.heat)) }
    if cool != other.cool { fields.insert(FieldSet(.cool)) }
    return fields
  }
}
