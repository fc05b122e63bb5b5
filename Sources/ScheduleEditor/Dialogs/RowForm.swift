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
    let section = layout.table.sections[position.section].full
    let period = layout.table.rows[position.row].full
    let row = "\(section) \(period) (\(week.unit.symbol))"
    configuration.title =
      form.configuration.title.isEmpty ? row : "\(form.configuration.title): \(row)"
    configuration.saveLabel = configuration.saveLabel ?? "Set"
    configuration.firstFocus =
      configuration.firstFocus ?? form.fields.firstIndex { $0.key == cursor.field.name }
    let mixed = Set(
      Field.displayOrder.filter { field in
        rows.contains { week[$0][field] != week[rows[0]][field] }
      }.map(\.name))
    var fields = form.fields
    for index in fields.indices {
      fields[index].editor = inUse(fields[index].editor, for: fields[index].key)
      fields[index].isRequired = true
    }
    configuration.words = Words([.differ: "the days differ"])
    let values = week.sides.fields.map { ($0.name, week[rows[0]][$0].description) }
    open(
      Form(
        fields, values: Dictionary(uniqueKeysWithValues: values), mixed: mixed,
        configuration: configuration, rules: form.rules)
    ) { state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome else { return }
      guard state.schedule.identity == id else {
        throw Refusal("another schedule is shown now")
      }
      var changed = state.week
      for (key, text) in changes {
        guard let field = Field(key) else { continue }
        let value = try CellValue(text, of: field)
        for row in rows { changed[CellAddress(row, field)] = value }
      }
      state.apply(changed, name: .words("details of \(rows[0])"))
    }
  }
}
