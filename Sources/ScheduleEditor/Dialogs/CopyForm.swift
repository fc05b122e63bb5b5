import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens a form that asks which days become like the one under the cursor.
  mutating func showCopyForm() {
    let source = cursor.day
    let id = schedule.identity
    let days = Weekday.allCases.filter { $0 != source }
    let fields = days.map { FormField(key: $0.name, label: $0.title, editor: ToggleEditor()) }
    var configuration = FormConfiguration(title: "Copy \(source.name) to")
    configuration.saveLabel = "Copy"
    let values = days.map { ($0.name, "false") }
    let form = Form(
      fields, values: Dictionary(uniqueKeysWithValues: values), configuration: configuration)
    open(form) { state, outcome throws(Refusal) in
      guard case .saved(let changes) = outcome, state.schedule.identity == id else { return }
      let chosen = days.filter { changes[$0.name] == "true" }
      guard !chosen.isEmpty else { throw Refusal("choose a day with the space bar") }
      state.copy(source, to: chosen, named: chosen.map(\.name).joined(separator: ","))
    }
  }
}
