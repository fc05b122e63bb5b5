import ScheduleModel
import TwoWayTable

/// What has the keys: the week's table, or something that was opened above it.
enum Dialog {
  /// The table.
  case week
  /// All keys and commands, from that line on.
  case help(firstLine: Int)
  /// A form, and what is done with what it hands back.
  case form(Form, FormTask)
  /// A list, and what is done with what is chosen.
  case list(ListScreen, ListTask)
}

/// What a form is for.
struct FormTask {
  /// What is done with what a form hands back.
  typealias Finish = (inout EditorState, FormOutcome) throws(CommandError) -> Void

  /// Does what the form was filled in for; an error keeps the form open, with the reason.
  let finish: Finish
}

/// What a list is for.
struct ListTask {
  /// The line at the top.
  let title: String
  /// What keys do, for the line at the bottom.
  let hints: String
  /// The items as they are now.
  let items: (EditorState) -> [ListItem]
  /// Does what was chosen; true closes the list.
  let choose: (inout EditorState, ListOutcome) throws(CommandError) -> Bool
}

extension EditorState {
  /// Opens a form above the table.
  mutating func open(_ form: Form, finish: @escaping FormTask.Finish) {
    mode = .browsing
    dialogs.push(.form(form, FormTask(finish: finish)), as: .modal)
  }

  /// Opens a list.
  mutating func open(_ task: ListTask, selected: String? = nil, abilities: ListAbilities = [.find])
  {
    mode = .browsing
    let list = ListScreen(task.items(self), selected: selected, abilities: abilities)
    dialogs.push(.list(list, task))
  }

  /// Does what a key asks for in what lies above the table.
  mutating func handle(_ key: Key, in dialog: Dialog) -> EditorRequest? {
    message = nil
    switch dialog {
    case .week: return nil
    case .help(let line): readHelp(key, at: line)
    case .form(var form, let task):
      let outcome = form.handle(key)
      dialogs.top = .form(form, task)
      if let outcome { finish(outcome, task) }
    case .list(var list, let task):
      if key == .control("z") { return .suspend }
      let outcome = list.handle(key)
      dialogs.top = .list(list, task)
      if let outcome { choose(outcome, task) }
    }
    defer { pending = nil }
    return pending
  }

  /// Takes pasted text in what lies above the table.
  mutating func paste(_ text: String, in dialog: Dialog) {
    switch dialog {
    case .week, .help: break
    case .form(var form, let task):
      form.paste(text)
      dialogs.top = .form(form, task)
    case .list(var list, let task):
      list.paste(text)
      dialogs.top = .list(list, task)
    }
  }

  private mutating func finish(_ outcome: FormOutcome, _ task: FormTask) {
    let open = dialogs.pop()
    let count = contents.schedules.count
    do {
      try task.finish(&self, outcome)
      // A new schedule is the one that is shown.
      refreshList(selected: contents.schedules.count > count ? schedule.name : nil)
    } catch {
      if let open { dialogs.push(open, as: .modal) }
      message = Message(text: error.reason, isProblem: true)
    }
  }

  private mutating func choose(_ outcome: ListOutcome, _ task: ListTask) {
    guard outcome != .cancelled else {
      dialogs.pop()
      return
    }
    do {
      if try task.choose(&self, outcome) {
        dialogs.pop()
      } else {
        refreshList()
      }
    } catch {
      message = Message(text: error.reason, isProblem: true)
    }
  }

  /// Gives a list on top the items as they are now.
  private mutating func refreshList(selected: String? = nil) {
    guard case .list(var list, let task) = dialogs.top else { return }
    list.setItems(task.items(self), selected: selected)
    dialogs.top = .list(list, task)
  }

  private mutating func readHelp(_ key: Key, at line: Int) {
    let step =
      switch key {
      case .named(.down), .character("j"): 1
      case .named(.up), .character("k"): -1
      case .named(.pageDown), .character(" "): 10
      case .named(.pageUp): -10
      default: 0
      }
    guard step != 0 else {
      dialogs.pop()
      return
    }
    let last = HelpText(keymap).lastStart(rows: size.rows)
    dialogs.top = .help(firstLine: max(0, min(min(line, last) + step, last)))
  }
}
