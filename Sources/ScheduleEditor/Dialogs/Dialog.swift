import Diagnostics
import ScheduleModel
package import TwoWayTable

/// A full-screen page of the editor.
package enum EditorPage {
  /// All keys and commands.
  case help(HelpScreen)
  /// A text to read.
  case text(TextPage)
  /// Two versions of a week.
  case comparison(ComparisonScreen)
}

/// The editor's data of a list.
package struct EditorListDetail {
  /// Whether the list asks for a choice, which has no meaning without a screen.
  var isChoice = false
  /// Returns the weeks to compare below the list for the selected item; `D` shows all of them.
  var compares: (EditorState, String?) -> [ComparedWeeks] = { _, _ in [] }
  /// Returns the selected entry of the calendar, whose month is below the list.
  var entry: (EditorState, String?) -> CalendarEntry? = { _, _ in nil }
  /// The names of both versions.
  var versions = (old: "before", new: "after")
  /// Returns the schedule of an item, for lists of schedules.
  var schedule: ((EditorState, String) -> ScheduleIdentity?)?
  /// Hints for the list's own keys.
  let hints: [Hint]
  /// The key that leaves the list, shown even without room for other hints; empty if `hints` has one.
  var wayOut = [Hint("Esc", "back")]
}

extension EditorState: DialogOwner {
  package typealias ListDetail = EditorListDetail

  /// Handles a key in a page.
  package mutating func handle(
    _ key: Key, in page: inout EditorPage
  ) -> DialogAnswer<EditorRequest> {
    switch page {
    case .help(var help):
      let outcome = help.handle(key, size)
      page = .help(help)
      return outcome.map { leaveHelp($0) } ?? .stay
    case .text(var text):
      let stays = text.handle(key, size)
      page = .text(text)
      return stays ? .stay : .close
    case .comparison(var screen):
      let outcome = screen.handle(key, size, clock)
      page = .comparison(screen)
      switch outcome {
      case .stay: return .stay
      case .close: return .close
      case .again: return screen.request.map { .ask($0) } ?? .stay
      }
    }
  }

  /// Pastes text into the filter of help.
  package mutating func paste(_ text: String, into page: inout EditorPage) {
    guard case .help(var help) = page else { return }
    help.paste(text)
    page = .help(help)
  }

  private mutating func leaveHelp(_ outcome: HelpScreen.Outcome) -> DialogAnswer<EditorRequest> {
    dialogs.close()
    switch outcome {
    case .leave: break
    case .run(let line): if let request = run(line: line) { return .ask(request) }
    case .begin(let line): mode = .commandLine(TypedLine("\(line) "))
    }
    return .stay
  }
}

extension EditorState {
  /// Whether keys go to the table and nothing is being typed or asked.
  var tableHasKeys: Bool { dialogs.isEmpty && mode == .browsing }

  /// Handles a key in the topmost dialog.
  mutating func pressInDialog(_ key: Key) -> EditorRequest? {
    message = nil
    if key == .named(.function(1)), case .form(let form, let task) = dialogs.top,
      let lines = task.preview?(self, form)
    {
      open(title: lines.first ?? "", text: lines.dropFirst().joined(separator: "\n"))
      return nil
    }
    return handleInDialog(key)
  }

  /// Opens a text above everything.
  mutating func open(title: String, text: String) {
    dialogs.open(.page(.text(TextPage(title: title, text: text))))
  }

  /// Opens a form above everything.
  mutating func open(
    _ form: Form, preview: ((EditorState, Form) -> [String])? = nil,
    finish: @escaping (inout EditorState, FormOutcome) throws(Refusal) -> EditorRequest?
  ) {
    mode = .browsing
    dialogs.open(.form(form, FormTask(preview: preview, finish: finish)))
  }

  /// Opens a list above everything. `:` closes it for a command on the selected schedule; `D` shows its comparison.
  mutating func open(
    _ title: String, _ detail: ListDetail, selected: String? = nil,
    abilities: ListAbilities = .find, words: Words = .english,
    items: @escaping (EditorState) -> [ListItem],
    choose:
      @escaping (inout EditorState, ListOutcome) throws(Refusal) -> DialogAnswer<EditorRequest>
  ) {
    mode = .browsing
    let task = ListTask<EditorState>(title: title, detail: detail, items: items) {
      state, outcome throws(Refusal) in
      switch outcome {
      case .key(.character(":"), let id):
        if let id, let schedule = detail.schedule?(state, id) { try? state.show(schedule) }
        state.mode = .commandLine(TypedLine())
        return .close
      case .key(.character("D"), let id):
        let weeks = detail.compares(state, id)
        if !weeks.isEmpty {
          state.show(
            ComparisonScreen(old: detail.versions.old, new: detail.versions.new, weeks: weeks))
        }
        return .stay
      default: return try choose(&state, outcome)
      }
    }
    open(task, selected: selected, abilities: abilities, words: words)
  }
}
