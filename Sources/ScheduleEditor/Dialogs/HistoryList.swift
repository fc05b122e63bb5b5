import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of edits, newest first; choosing one undoes or redoes up to it. The id of an item is the index of
  /// its version.
  mutating func showHistory() {
    guard canUndo || edited.history.canRedo else { return say("nothing was edited yet") }
    let first = options.history?.versions.count ?? 1 > 1 ? "before these edits" : "as opened"
    open(
      "History", ListDetail(hints: [Hint("Enter", "go to that moment")]),
      selected: "\(edited.history.position)"
    ) { state in
      let now = state.edited.history.position
      return state.edited.history.versions.enumerated().reversed().map { index, version in
        ListItem(
          id: "\(index)", title: index == 0 ? first : version.name.text(state.clock),
          detail: index == now ? "now" : index > now ? "undone" : "")
      }
    } choose: { state, outcome in
      guard case .open(let id) = outcome, let target = Int(id) else { return }
      let count = target - state.edited.history.position
      if state.allowsEdits() {
        for _ in 0..<abs(count) { count < 0 ? state.undo() : state.redo() }
      }
      state.dialogs.close()
    }
  }
}
