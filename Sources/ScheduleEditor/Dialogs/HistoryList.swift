import TwoWayTable

extension EditorState {
  /// Opens the list of edits, newest first; choosing one undoes or redoes up to it.
  mutating func showHistory() {
    guard canUndo || !edited.history.redoable.isEmpty else {
      return say("nothing was edited yet")
    }
    open(
      "History", ListDetail(hints: [Hint("Enter", "go to that moment")]),
      selected: "\(edited.history.undoable.count)"
    ) {
      $0.historyItems
    } choose: { state, outcome in
      guard case .open(let id) = outcome, let moment = Int(id) else { return }
      state.goThroughHistory(to: moment)
      state.dialogs.close()
    }
  }

  /// The states of the document; the id is the number of edits made.
  private var historyItems: [ListItem] {
    let done = edited.history.undoable.map { $0.name.text(clock) }
    let undone = edited.history.redoable.reversed().map { $0.name.text(clock) }
    let first = options.earlierSteps.isEmpty ? "as opened" : "before these edits"
    let moments = ([first] + done + undone).enumerated().map { number, name in
      ListItem(
        id: "\(number)", title: name,
        detail: number == done.count ? "now" : number > done.count ? "undone" : "")
    }
    return moments.reversed()
  }

  private mutating func goThroughHistory(to moment: Int) {
    guard allowsEdits() else { return }
    let isLater = { (state: EditorState) in state.edited.history.undoable.count > moment }
    for _ in 0..<abs(edited.history.undoable.count - moment) {
      if isLater(self) { undo() } else { redo() }
    }
  }
}
