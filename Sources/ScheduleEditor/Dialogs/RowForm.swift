import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens a form for the three cells of the row under the cursor.
  mutating func showRowForm() {
    let cells = layout.cells(at: position)
    let setpoint = week[cursor.row]
    var configuration = FormConfiguration(title: "\(cursor.day.title) \(cursor.period.name)")
    configuration.firstFocus = Field.displayOrder.firstIndex(of: cursor.field)
    let fields = Field.displayOrder.map { field in
      FormField(
        key: field.name, label: Self.label(of: field, in: week.unit), editor: editor(of: field),
        isRequired: true)
    }
    let values = Field.displayOrder.map { ($0.name, setpoint[$0].description) }
    let form = Form(
      fields, values: Dictionary(uniqueKeysWithValues: values), configuration: configuration)
    open(form) { state, outcome throws(CommandError) in
      guard case .saved(let changes) = outcome else { return }
      try state.set(changes, in: cells.map(\.row))
    }
  }

  /// Puts what a form hands back into rows, as one step.
  private mutating func set(_ changes: FormChanges, in rows: [RowAddress]) throws(CommandError) {
    var changed = week
    for row in rows {
      for field in Field.displayOrder {
        guard let text = changes[field.name] else { continue }
        changed[CellAddress(row, field)] = try changed[row].typed(
          text, for: field, unit: week.unit)
      }
    }
    perform(ScheduleEdit(from: week, to: changed), name: "details of \(rows[0])")
  }

  /// What the column of a field edits its values with.
  func editor(of field: Field) -> any FieldEditor {
    field == .time ? ClockTimeEditor(clock: clock) : TemperatureEditor(unit: week.unit)
  }

  private static func label(of field: Field, in unit: TemperatureUnit) -> String {
    field == .time ? "Begins at" : "\(field == .heat ? "Heat" : "Cool") to (\(unit.symbol))"
  }
}
