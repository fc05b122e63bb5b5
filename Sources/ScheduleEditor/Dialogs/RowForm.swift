import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the layout's form for the current row.
  mutating func showRowForm() {
    let id = schedule.identity
    let rows = layout.cells(at: position).map(\.row)
    let form = layout.rowForm
    var configuration = form.configuration
    let row = "\(layout.title(ofRowAt: position)) (\(week.unit.symbol))"
    configuration.title =
      form.configuration.title.isEmpty ? row : "\(form.configuration.title): \(row)"
    configuration.allowsDelete = false
    if !form.saysFirstFocus {
      configuration.firstFocus = form.fields.firstIndex { $0.key == cursor.field.name } ?? 0
    }
    let mixed = Set(
      Field.displayOrder.filter { field in
        rows.contains { week[$0][field] != week[rows[0]][field] }
      }.map(\.name))
    let fields = form.fields.map { field in
      FormField(
        key: field.key, label: field.label, editor: field.editor.using(clock, week.unit),
        placeholder: field.placeholder, isRequired: true, heading: field.heading,
        clearsOnEdit: field.clearsOnEdit)
    }
    configuration.words = Words([.differ: "the days differ"])
    let values = week.sides.fields.map { ($0.name, week[rows[0]][$0].description) }
    open(
      Form(
        fields, values: Dictionary(uniqueKeysWithValues: values), mixed: mixed,
        configuration: configuration, rules: form.rules)
    ) { state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome else { return nil }
      guard state.schedule.identity == id else {
        throw Refusal("this schedule is not on the screen any more")
      }
      try state.set(changes, in: rows)
      return nil
    }
  }

  /// Sets fields of rows to the form's changes, in canonical form.
  private mutating func set(_ changes: FormChanges, in rows: [RowAddress]) throws(Refusal) {
    var changed = week
    for change in changes.changes {
      guard let field = Field(change.key) else { continue }
      let value = try CellValue(change.value, of: field)
      for row in rows { changed[CellAddress(row, field)] = value }
    }
    apply(ScheduleEdit(from: week, to: changed), name: .words("details of \(rows[0])"))
  }
}
