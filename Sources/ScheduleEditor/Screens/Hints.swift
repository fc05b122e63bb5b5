import ScheduleModel
import ScheduleRules
import TwoWayTable

/// Keys and their current effect.
struct Hint: Hashable {
  let keys: String
  /// Their effect, in a word or two.
  let words: String

  /// Creates a hint; several keys are separated by spaces.
  init(_ keys: String, _ words: String) {
    self.keys = keys
    self.words = words
  }

  /// The key that a click presses; nil if there are several.
  var key: Key? { Key(name: keys) }

  fileprivate var columns: Int { keys.terminalColumns + 1 + words.terminalColumns }
}

/// The hints of a state: the first ones are shown as far as they fit, the last ones always.
struct Hints: Hashable {
  var first: [Hint] = []
  var last = [Hint("Esc", "back")]

  /// Places hints in the line `bottom`; the last ones also in the lines above it if they need more room.
  func placed(
    in columns: Int, endingAt bottom: Int
  ) -> [(hint: Hint, row: Int, columns: Range<Int>)] {
    let gap = last.reduce(-2) { $0 + $1.columns + 2 } > columns - 2 ? 1 : 2
    // A column at each end of the bar stays free.
    var free = columns - 2 + gap - last.reduce(0) { $0 + $1.columns + gap }
    let fitting = first.prefix { hint in
      free -= hint.columns + gap
      return free >= 0
    }
    var (row, place) = (0, 1)
    let places = (fitting + last).map { hint in
      if place > 1, place + hint.columns >= columns { (row, place) = (row + 1, 1) }
      defer { place += hint.columns + gap }
      return (hint: hint, row: row, columns: place..<(place + hint.columns))
    }
    return places.map { ($0.hint, bottom - row + $0.row, $0.columns) }
  }
}

extension EditorScreen {
  /// Draws the bar at the bottom, with emphasized keys.
  mutating func drawHints(_ hints: [(hint: Hint, row: Int, columns: Range<Int>)]) {
    for (hint, row, columns) in hints {
      if columns.lowerBound == 1 { surface.clearBar(row: row) }
      let text = StyledText(hint.keys, .accent) + StyledText(" ") + StyledText(hint.words, .faint)
      surface.write(
        text, row: row, column: columns.lowerBound,
        width: surface.size.columns - columns.lowerBound, on: .raised, glyphs)
    }
  }
}

extension EditorState {
  /// The hints in their places on the screen; none on a screen without room for them.
  var placedHints: [(hint: Hint, row: Int, columns: Range<Int>)] {
    // Without its answers, the user would be stuck in a question.
    let hasLine = dialogs.isEmpty ? screen.hintsLine != nil || isAsking : size.rows > 4
    return hasLine ? hints.placed(in: size.columns, endingAt: size.rows - 1) : []
  }

  private var hints: Hints {
    switch dialogs.top {
    case .page(.help(let help)): help.hints
    case .page(.text(let page)): page.hints(size)
    case .form(let form, let task): hints(of: form, task)
    case .list(let list, let task): hints(of: list, task.detail)
    case nil: tableHints
    }
  }

  private var tableHints: Hints {
    let isNarrow = size.columns < ScreenLayout.columnsForSentences
    // With conflicts, nothing can be saved.
    let save = bound("save", "save", if: (isModified || isNew) && conflicts.isEmpty)
    return switch mode {
    case .browsing where anchor != nil: selectingHints
    case .browsing where readOnlyReason != nil:
      Hints(
        first: (host.recoverableEdits == nil ? [] : [Hint("r", "recover")])
          + bound("next-problem", "problem", if: hasOtherProblem)
          + bound("select", "select") + bound("yank", "copy") + bound("command", "command"),
        last: bound("help", "help") + bound("quit", "quit"))
    case .browsing:
      Hints(
        first: bound("conflicts", "conflicts", if: !conflicts.isEmpty)
          + [Hint("0-9", "type")] + (isNarrow ? save : []) + bound("edit", "edit")
          + bound("next-problem", "problem", if: hasOtherProblem)
          + bound("step up", and: "step down", "step") + (isNarrow ? [] : save)
          + bound("undo", "undo", if: canUndo) + bound("copy", "copy day")
          + bound("select", "select") + bound("command", "command") + bound("export", "export"),
        last: bound("help", "help") + bound("quit", "quit"))
    case .editing(let edit):
      Hints(
        first: [Hint("Enter", "set"), Hint("Tab", "next")]
          + (edit.replaces ? [] : [Hint("^U", "erase")])
          + bound("save", "save", if: conflicts.isEmpty),
        last: [Hint("Esc", isMixed(position) ? "leave" : "keep \(week[cursor].text(clock))")])
    case .asking(let question): question.hints
    case .awaiting: Hints()
    case .commandLine(let line):
      Hints(
        first: [
          Hint("Enter", CommandTable.commandToComplete(line.line.text).map { ":\($0)" } ?? "run"),
          Hint("Tab", "complete"),
        ]
          + (typedLines.isEmpty || !line.line.isEmpty ? [] : [Hint("Up", "earlier")]))
    }
  }

  private var hasOtherProblem: Bool {
    findings.contains { $0.cell != cursor } || !calendarProblems.isEmpty
  }

  private var selectingHints: Hints {
    let canEdit = readOnlyReason == nil
    return Hints(
      first: (canEdit ? [Hint("0-9", "type")] : [])
        + bound("step up", and: "step down", "step", if: canEdit) + bound("yank", "copy")
        + bound("paste", "paste", if: canEdit && copiedCells != nil)
        + bound("fill", "fill", if: canEdit && selectedLines.count > 1)
        + bound("shift -15", and: "shift +15", "shift times", if: canEdit)
        + bound("level", "level", if: canEdit),
      last: [Hint("Esc", "end")])
  }

  /// Returns the hint of a command line, or of two, with its keys; none if it has no key.
  private func bound(
    _ line: String, and other: String? = nil, _ words: String, if isWanted: Bool = true
  ) -> [Hint] {
    let keys = isWanted ? [line, other].compactMap(\.self).map { keymap.keyNames[$0] } : [nil]
    return keys.contains(nil) ? [] : [Hint(keys.compactMap(\.self).joined(separator: " "), words)]
  }

  private func hints(of form: Form, _ task: FormTask<EditorState>) -> Hints {
    if form.isAsking { return Hints(last: [Hint("y", "delete"), Hint("Esc", "stay")]) }
    let save = (form.configuration.saveLabel ?? "save").lowercased()
    let preview = task.preview == nil ? [] : [Hint("F1", "read all")]
    let keys: [Hint] =
      if case .button = form.focus {
        [Hint("Enter", "press"), Hint("Tab", "next")]
      } else {
        (form.isAtChoice ? [Hint("Space", "change")] : [])
          + [Hint("Enter", "next"), Hint("^S", save)]
      }
    let escape = form.valueBeforeTyping.map { value in
      value.isEmpty ? "discard" : value.terminalColumns > 12 ? "undo typing" : "keep \(value)"
    }
    return Hints(first: preview + keys, last: [Hint("Esc", escape ?? "cancel")])
  }

  private func hints(of list: ListScreen, _ detail: ListDetail) -> Hints {
    if list.isAsking {
      let verb = detail.editKey == nil ? "discard" : "delete"
      return Hints(last: [Hint("y", verb), Hint("Esc", "stay")])
    }
    if list.isFinding { return Hints(first: [Hint("Enter", "select")]) }
    // A document keeps at least one schedule.
    let least = detail.schedule == nil ? 0 : 1
    let edits = detail.editKey.map { key in
      [("a", "add"), (key, "edit"), ("d", "delete"), ("J K", "move"), ("u", "undo")].map(Hint.init)
    }
    let own = (detail.hints + (readOnlyReason == nil ? edits ?? [] : [])).filter { hint in
      switch hint.keys {
      case "a": true
      case "u": canUndo
      case "F":
        readOnlyReason == nil && problems.contains { $0.id == list.selectedItem?.id && hasFix($0) }
      case "J K": list.items.count > 1
      case "d": list.items.count > least
      default: !list.items.isEmpty
      }
    }
    let finds = list.abilities.contains(.find) && list.items.count > 1
    let compares = !detail.compares(self, list.selectedItem?.id).isEmpty
    return Hints(
      first: own + (compares ? [Hint("D", "compare")] : [])
        + (finds ? [Hint("/", "find")] : []) + [Hint(":", "command")],
      last: detail.wayOut)
  }
}
