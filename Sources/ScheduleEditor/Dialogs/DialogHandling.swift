import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Whether keys go to the table, and nothing is being typed or asked.
  var tableHasKeys: Bool { dialogs.isEmpty && mode == .browsing }

  /// The dialogs that can be seen, in the order of drawing: the last that covers everything, and what
  /// stands above it; only what stands above the table where none covers that.
  var visibleDialogs: ArraySlice<Dialog> {
    dialogs[(dialogs.lastIndex { !$0.isModal } ?? 0)...]
  }

  /// Whether the table can be seen.
  var showsTable: Bool { dialogs.allSatisfy(\.isModal) }

  /// Opens a form above what is there.
  mutating func open(
    _ form: Form, finish: @escaping (inout EditorState, FormOutcome) throws(Refusal) -> Void
  ) {
    let task = FormTask { state, outcome throws(Refusal) in
      try finish(&state, outcome)
      return nil
    }
    open(form, task)
  }

  mutating func open(_ form: Form, _ task: FormTask) {
    mode = .browsing
    dialogs.append(.form(form, task))
  }

  mutating func open(
    _ task: ListTask, selected: String? = nil, abilities: ListAbilities = [.find],
    words: Words = .english
  ) {
    mode = .browsing
    let list = ListScreen(
      task.items(self), selected: selected, abilities: abilities, words: words)
    dialogs.append(.list(list, task))
  }

  /// Does what a key asks for in what lies above the table.
  mutating func handle(_ key: Key, in dialog: Dialog) -> EditorRequest? {
    message = nil
    switch dialog {
    case .help(var help):
      let outcome = help.handle(key, size)
      replaceTop(with: .help(help))
      return outcome.flatMap { finish($0) }
    case .page(var page):
      if page.handle(key, size) {
        replaceTop(with: .page(page))
      } else {
        dialogs.removeLast()
      }
    case .comparison(var screen):
      switch screen.handle(key, size, clock) {
      case .stay: replaceTop(with: .comparison(screen))
      case .close: dialogs.removeLast()
      case .again: return screen.request
      }
    case .form(let form, let task) where key == .named(.function(1)) && task.preview != nil:
      let lines = task.preview?(self, form) ?? []
      let text = lines.dropFirst().joined(separator: "\n")
      dialogs.append(.page(TextPage(title: lines.first ?? "", text: text)))
    case .form(var form, let task):
      let outcome = form.handle(key)
      replaceTop(with: .form(form, task))
      if let outcome { return finish(outcome, task) }
    case .list(var list, let task):
      let outcome = list.handle(key)
      replaceTop(with: .list(list, task))
      if let outcome { return choose(outcome, task) }
    }
    return nil
  }

  /// Takes pasted text in what lies above the table.
  mutating func paste(_ text: String, in dialog: Dialog) {
    switch dialog {
    case .help(var help):
      help.paste(text)
      replaceTop(with: .help(help))
    case .page, .comparison: break
    case .form(var form, let task):
      form.paste(text)
      replaceTop(with: .form(form, task))
    case .list(var list, let task):
      list.paste(text)
      replaceTop(with: .list(list, task))
    }
  }

  /// Keeps what became of the dialog that has the keys.
  mutating func replaceTop(with dialog: Dialog) {
    guard !dialogs.isEmpty else { return }
    dialogs[dialogs.count - 1] = dialog
  }

  private mutating func finish(_ outcome: FormOutcome, _ task: FormTask) -> EditorRequest? {
    let form = dialogs.popLast()
    let before = contents.schedules
    do {
      let request = try task.finish(&self, outcome)
      refreshList(after: before)
      return request
    } catch {
      if let form { dialogs.append(form) }
      refuse(error)
      return nil
    }
  }

  private mutating func choose(_ outcome: ListOutcome, _ task: ListTask) -> EditorRequest? {
    guard outcome != .cancelled else {
      dialogs.removeLast()
      return nil
    }
    if case .key(.character(":"), _) = outcome, case .list(let list, _) = dialogs.popLast() {
      // A command is about the schedule that the list selects.
      if let id = task.schedule?(self, list) { try? show(id) }
      mode = .commandLine(TypedLine())
      return nil
    }
    if case .key(.character("D"), _) = outcome, case .list(let list, _) = dialogs.last {
      let weeks = task.compares(self, list.selection)
      guard !weeks.isEmpty else { return nil }
      show(ComparisonScreen(old: task.versions.old, new: task.versions.new, weeks: weeks))
      return nil
    }
    let before = contents.schedules
    do {
      switch try task.choose(&self, outcome) {
      case .stay: refreshList(after: before)
      case .close: dialogs.removeLast()
      case .ask(let request): return request
      }
    } catch {
      refuse(error)
    }
    return nil
  }

  /// Gives a list on top the items as they are now, and selects a schedule that was not among `before`.
  private mutating func refreshList(after before: [Schedule]) {
    guard case .list(var list, let task) = dialogs.last else { return }
    let known = Set(before.map(\.identity))
    let new = contents.schedules.first { !known.contains($0.identity) }
    list.setItems(task.items(self), selected: new?.identity.description)
    replaceTop(with: .list(list, task))
  }

  /// Leaves help, and does what was chosen there.
  private mutating func finish(_ outcome: HelpScreen.Outcome) -> EditorRequest? {
    dialogs.removeLast()
    switch outcome {
    case .leave: return nil
    case .run(let line): return run(line: line)
    case .begin(let line):
      mode = .commandLine(TypedLine("\(line) "))
      return nil
    }
  }
}
