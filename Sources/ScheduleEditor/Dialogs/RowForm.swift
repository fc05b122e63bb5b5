import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the layout's form for the current row.
  mutating func showRowForm() {
    let id = schedule.identity
    let rows = layout.cells(at: position).map(\.row)
    var form = layout.rowForm
    let section = layout.table.sections[position.section].full
    let period = layout.table.rows[position.row].full
    let row = "\(section) \(period) (\(week.unit.symbol))"
    form.configuration.saveLabel = form.configuration.saveLabel ?? "Set"
    form.configuration.firstFocus =
      form.configuration.firstFocus ?? form.fields.firstIndex { $0.key == cursor.field.name }
    for index in form.fields.indices {
      form.fields[index].editor = inUse(form.fields[index].editor, for: form.fields[index].key)
      form.fields[index].isRequired = true
    }
    let filled = form.form(about: row, words: Words([.differ: "the days differ"])) { key in
      guard let field = Field(key) else { return "" }
      let values = rows.map { week[$0][field] }
      return values.allSatisfy { $0 == values[0] } ? values[0].description : nil
    }
    open(filled) { state, changes throws(Refusal) in
      guard state.schedule.identity == id else {
        throw Refusal("another schedule is shown now")
      }
      var changed = state.week
      for (key, text) in changes {
        guard let field = Field(key) else { continue }
        let value = try CellValue(text, of: field)
        for row in rows { changed[CellAddress(row, field)] = value }
      }
      let days = DayGroup(rows.map(\.day))
      state.apply(changed, name: .words("details of \(days) \(rows[0].period.name)"))
    }
  }
}
