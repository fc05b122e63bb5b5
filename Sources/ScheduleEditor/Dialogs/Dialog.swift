import Diagnostics
import ScheduleModel
package import TwoWayTable

package enum EditorPage {
  case help(HelpScreen)
  /// A text to read, or a comparison.
  case text(TextPage)
}

extension EditorState: DialogOwner {
  package struct ListDetail {
    /// Whether the list asks for a choice, which has no meaning without a screen.
    var isChoice = false
    /// The key that a click on the selected item presses. A click on another item selects it, and ticks it at once.
    var clickKey = Key.named(.enter)
    /// Returns the weeks to compare below the list for the selected item; `D` shows all of them.
    var compares: (EditorState, String?) -> [ComparedWeeks] = { _, _ in [] }
    /// Returns the selected entry of the calendar, whose month is below the list.
    var entry: (EditorState, String?) -> CalendarEntry? = { _, _ in nil }
    var versions = (old: "before", new: "after")
    /// Returns the schedule of an item, for lists of schedules.
    var schedule: ((EditorState, String) -> ScheduleIdentity?)?
    /// The key that edits an item; nil for a list whose items cannot be edited.
    var editKey: String?
    /// Hints for the list's own keys.
    var hints: [Hint] = []
    /// The key that leaves the list, shown even without room for other hints; empty if `hints` has one.
    var wayOut = [Hint("Esc", "back")]
  }

  package mutating func handle(_ key: Key, in page: EditorPage) {
    switch page {
    case .help(let help) where key == .named(.enter):
      guard let line = help.selected?.line else { return }
      dialogs.closeAll()
      run(line: line)
    case .help(var help):
      help.handle(key) ? dialogs.replaceTop(with: .page(.help(help))) : dialogs.close()
    case .text(let text) where key == .character("D"):
      guard let file = text.file else { return }
      dialogs.close()
      do { try compare(withFileAt: file.path, schedule: file.schedule) } catch { refuse(error) }
    case .text(var text):
      text.handle(key, size) ? dialogs.replaceTop(with: .page(.text(text))) : dialogs.close()
    }
  }

  /// Pastes text into the filter of help.
  package mutating func paste(_ text: String, into page: EditorPage) {
    guard case .help(var help) = page else { return }
    help.paste(text)
    dialogs.replaceTop(with: .page(.help(help)))
  }

  mutating func pressInDialog(_ key: Key) {
    message = nil
    // Before the question whether to delete; a list that is read-only has no other commands for these keys.
    if [.character("d"), .named(.delete), .character("a"), .character("e")].contains(key),
      case .list(let list, let task) = dialogs.top,
      task.detail.editKey != nil, !list.isFinding, !list.isAsking, !allowsEdits()
    {
      return
    }
    // Closing the list of a crashed session's edits would only leave the table read-only.
    if key == .character("q"), case .list(let list, let task) = dialogs.top, !list.isAsking,
      task.detail.wayOut.isEmpty
    {
      return run(line: "quit")
    }
    if key == .named(.function(1)), case .form(let form, let task) = dialogs.top,
      let lines = task.preview?(self, form)
    {
      open(title: lines.first ?? "", text: lines.dropFirst().joined(separator: "\n"))
    } else {
      handleInDialog(key)
    }
  }

  mutating func open(title: String, text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    dialogs.open(.page(.text(TextPage(title: title, lines: lines.map { .text(String($0)) }))))
  }

  /// Opens a form above everything. `save` receives the changed values by key; `delete` is for a form that deletes.
  mutating func open(
    _ form: Form, preview: ((EditorState, Form) -> [String])? = nil,
    delete: ((inout EditorState) throws(Refusal) -> Void)? = nil,
    save: @escaping (inout EditorState, [String: String]) throws(Refusal) -> Void
  ) {
    mode = .browsing
    var task = FormTask<EditorState> { state, outcome throws(Refusal) in
      switch outcome {
      case .saved(let changes): try save(&state, changes)
      case .deleted: try delete?(&state)
      case .cancelled, .opened: break
      }
    }
    task.preview = preview
    dialogs.open(.form(form, task))
  }

  /// Opens a list above everything. `:` closes all for a command on the selected schedule; `D` shows its comparison.
  mutating func open(
    _ title: String, _ detail: ListDetail, selected: String? = nil,
    abilities: Set<ListAbility> = [.find], words: Words = .english,
    items: @escaping (EditorState) -> [ListItem],
    choose: @escaping (inout EditorState, ListOutcome) throws(Refusal) -> Void
  ) {
    mode = .browsing
    let task = ListTask<EditorState>(title: title, detail: detail, items: items) {
      state, outcome throws(Refusal) in
      switch outcome {
      case .key(.character(":"), let id):
        if let id, let schedule = detail.schedule?(state, id) { try? state.show(schedule) }
        state.mode = .commandLine(TypedLine())
        state.dialogs.closeAll()
      case .key(.character("D"), let id):
        let weeks = detail.compares(state, id)
        if weeks.isEmpty { return state.refuse(outcome) }
        state.showComparison(detail.versions.old, detail.versions.new, weeks)
      case .key(.character("?"), _): state.run(line: "help")
      case .key(.control("s"), _) where !detail.isChoice:
        state.run(line: "save")
        if state.mode != .browsing { state.dialogs.closeAll() }
      default: try choose(&state, outcome)
      }
    }
    open(task, selected: selected, abilities: abilities, words: words)
  }

  /// Undoes or redoes for a key of a list of editable items.
  mutating func undoInList(_ outcome: ListOutcome) {
    switch outcome {
    case .key(.character("u"), _): if allowsEdits() { undo() }
    case .key(.character("r"), _), .key(.control("y"), _): if allowsEdits() { redo() }
    default: refuse(outcome)
    }
  }

  /// Says that a key has no meaning in a list.
  mutating func refuse(_ outcome: ListOutcome) {
    if case .key = outcome { say("this key is not bound", .keys) }
  }
}
