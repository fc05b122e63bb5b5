import ScheduleModel
import ScheduleRules
package import TwoWayTable

extension EditorState {
  /// Does what a key asks for; returns what whoever runs the editor must do.
  package mutating func handle(_ key: Key) -> EditorRequest? {
    switch mode {
    case .browsing: return browse(key)
    case .editing(let edit):
      type(key, into: edit)
      return nil
    case .help(let line):
      readHelp(key, at: line)
      return nil
    case .askingToSave: return answer(key)
    }
  }

  private mutating func browse(_ key: Key) -> EditorRequest? {
    message = nil
    if case .character(let scalar) = key, ("0"..."9").contains(scalar) {
      beginEditing(TextLine(String(scalar)), replaces: true)
      return nil
    }
    guard let command = Keymap.command(for: key) else {
      message = Message(text: "no such key; ? shows the keys", isProblem: false)
      return nil
    }
    return perform(command)
  }

  private mutating func perform(_ command: EditorCommand) -> EditorRequest? {
    switch command {
    case .move(let move): cursor = cursor.moved(move)
    case .edit: beginEditing(TextLine(editableText), replaces: false)
    case .editEmpty: beginEditing(TextLine(), replaces: true)
    case .bringBack: bringBack()
    case .step(let up): step(up: up)
    case .undo: if allowsEdits() { undo() }
    case .redo: if allowsEdits() { redo() }
    case .nextProblem: goToNextProblem()
    case .toggleClock: clock = clock == .twelveHour ? .twentyFourHour : .twelveHour
    case .help: mode = .help(firstLine: 0)
    case .dismiss: break
    case .save: return save()
    case .suspend: return .suspend
    case .quit:
      guard isModified else { return .quit }
      mode = .askingToSave
    }
    return nil
  }

  private mutating func save() -> EditorRequest? {
    guard isModified else {
      message = Message(text: "nothing changed; nothing written", isProblem: false)
      return nil
    }
    return .save
  }

  private mutating func answer(_ key: Key) -> EditorRequest? {
    switch key {
    case .character("y"), .character("Y"), .named(.enter), .control("s"):
      return .saveAndQuit
    case .character("n"), .character("N"):
      return .quit
    case .named(.escape), .control("c"), .character("q"):
      mode = .browsing
    default: break
    }
    return nil
  }

  private mutating func readHelp(_ key: Key, at line: Int) {
    switch key {
    case .named(.down), .character("j"): mode = .help(firstLine: line + 1)
    case .named(.up), .character("k"): mode = .help(firstLine: max(0, line - 1))
    case .named(.pageDown), .character(" "): mode = .help(firstLine: line + 10)
    case .named(.pageUp): mode = .help(firstLine: max(0, line - 10))
    default: mode = .browsing
    }
  }

  private mutating func goToNextProblem() {
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let cells = Set(problems.map(\.cell))
    let next = (1...all.count).lazy.map { all[(here + $0) % all.count] }
      .first(where: cells.contains)
    guard let next else {
      message = Message(text: "no problems", isProblem: false)
      return
    }
    cursor = next
  }

  /// Says so when the document may not be changed.
  mutating func allowsEdits() -> Bool {
    if options.isReadOnly {
      message = Message(text: "opened read-only; nothing can be changed", isProblem: true)
    }
    return !options.isReadOnly
  }
}
