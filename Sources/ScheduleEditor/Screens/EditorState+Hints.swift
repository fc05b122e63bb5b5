import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The hints for the table or the topmost dialog.
  var hints: Hints {
    switch dialogs.top {
    case .page(.help(let help)): help.hints(size)
    case .page(.text(let page)): page.hints(size)
    case .page(.comparison(let screen)): screen.hints(size, clock)
    case .form(let form, let task): hints(of: form, task)
    case .list(let list, let task): hints(of: list, task.detail)
    case nil: tableHints
    }
  }

  private var tableHints: Hints {
    switch mode {
    case .browsing where anchor != nil: selectingHints
    case .browsing where readOnlyReason != nil:
      Hints(
        first: bound("next-problem", "problem", if: hasOtherProblem)
          + bound("select", "select") + bound("yank", "copy") + bound("command", "command"),
        last: bound("help", "help") + bound("quit", "quit"))
    case .browsing: browsingHints
    case .editing(let edit):
      Hints(
        first: [Hint("Enter", "take"), Hint("Tab", "next")]
          + (edit.replaces ? [] : [Hint("^U", "erase")]) + bound("save", "save"),
        last: [
          Hint("Esc", isMixed(position) ? "leave" : "keep \(week[cursor].text(clock))")
        ])
    case .asking(let question): question.hints
    case .awaiting: Hints(last: [Hint("Esc", "back")])
    case .commandLine(let line):
      Hints(
        first: [Hint("Enter", "run"), Hint("Tab", "complete")]
          + (typedLines.isEmpty || !line.line.isEmpty ? [] : [Hint("Up", "earlier")]),
        last: [Hint("Esc", "back")])
    }
  }

  private var browsingHints: Hints {
    Hints(
      first: bound("conflicts", "conflicts", if: !conflicts.isEmpty)
        + [Hint("0-9", "type")] + bound("edit", "edit")
        + bound("next-problem", "problem", if: hasOtherProblem)
        + bound(["step up", "step down"], "step") + bound("save", "save", if: isModified || isNew)
        + bound("undo", "undo", if: canUndo) + bound("copy", "copy day") + bound("select", "select")
        + bound("command", "command") + bound("export", "export"),
      last: bound("help", "help") + bound("quit", "quit"))
  }

  private var hasOtherProblem: Bool { problems.contains { $0.cell != cursor } }

  private var selectingHints: Hints {
    let canEdit = readOnlyReason == nil
    return Hints(
      first: (canEdit ? [Hint("0-9", "type")] : [])
        + bound(["step up", "step down"], "step", if: canEdit) + bound("yank", "copy")
        + bound("paste", "paste", if: canEdit && register != nil)
        + bound("fill", "fill", if: canEdit && selectedLines.count > 1)
        + bound(["shift -15", "shift +15"], "shift times", if: canEdit)
        + bound("level", "level", if: canEdit),
      last: [Hint("Esc", "end")])
  }

  /// Returns the hint of a command line with its keys; none if it has no key.
  private func bound(_ line: String, _ words: String, if isWanted: Bool = true) -> [Hint] {
    bound([line], words, if: isWanted)
  }

  private func bound(_ lines: [String], _ words: String, if isWanted: Bool = true) -> [Hint] {
    let keys = lines.compactMap(keymap.keys(boundTo:))
    return isWanted && keys.count == lines.count
      ? [Hint(keys.joined(separator: " "), words)] : []
  }

  // MARK: Dialogs

  private func hints(of form: Form, _ task: FormTask<EditorState>) -> Hints {
    if form.isAsking { return Hints(last: [Hint("y", "yes"), Hint("n", "no")]) }
    let save = (form.configuration.saveLabel ?? "save").lowercased()
    let preview = task.preview == nil ? [] : [Hint("F1", "read all")]
    let keys: [Hint] =
      if case .button = form.focus {
        [Hint("Enter", "press"), Hint("Tab", "next")]
      } else {
        (form.isAtChoice ? [Hint("Space", "change")] : [])
          + [Hint("Enter", "next"), Hint("^S", save)]
      }
    return Hints(first: preview + keys, last: [Hint("Esc", "cancel")])
  }

  private func hints(of list: ListScreen, _ detail: ListDetail) -> Hints {
    if list.isAsking { return Hints(last: [Hint("y", "yes"), Hint("n", "no")]) }
    if list.isFinding {
      return Hints(
        first: [Hint("Enter", "select")], last: [Hint("Esc", "back")])
    }
    let finds = list.abilities.contains(.find) && list.items.count > 1
    let compares = !detail.compares(self, list.selectedItem?.id).isEmpty
    return Hints(
      first: detail.hints + (compares ? [Hint("D", "compare")] : [])
        + (finds ? [Hint("/", "find")] : []) + [Hint(":", "command")],
      last: detail.wayOut)
  }
}
