import ScheduleModel
import ScheduleRules
package import TwoWayTable

extension EditorState {
  /// Handles a key; returns a request to the host.
  package mutating func handle(_ key: Key) -> EditorRequest? {
    // In every mode: suspending never loses typed text.
    if key == .control("z"), keymap.command(for: [key])?.command.name == "suspend" {
      return .suspend
    }
    if !dialogs.isEmpty { return pressInDialog(key) }
    switch mode {
    case .browsing: return browse([key])
    case .awaiting(let keys):
      mode = .browsing
      return browse(keys + [key])
    case .editing(let typing):
      // Save typed text as well.
      if case .control = key, let command = keymap.command(for: [key]),
        command.command.name == "save"
      {
        message = nil
        return take(typing) ? run(command) : nil
      }
      handle(key, in: typing)
      return nil
    case .commandLine(let line): return handle(key, in: line)
    case .asking(let question): return answer(key, to: question)
    }
  }

  /// Pastes text, which is data and never keys.
  package mutating func paste(_ text: String) {
    if pasteInDialog(text) { return }
    message = nil
    switch mode {
    case .editing(var typing):
      typing.paste(text)
      continueEditing(typing)
    case .commandLine(var command):
      command.paste(text)
      mode = .commandLine(command)
    case .browsing, .awaiting:
      mode = .browsing
      guard allowsEdits() else { return }
      paste(CellBlock(pasted: text))
    case .asking: break
    }
  }

  private mutating func browse(_ keys: [Key]) -> EditorRequest? {
    message = nil
    defer { if mode == .browsing { dayJustEdited = nil } }
    if let command = keymap.command(for: keys) { return run(command) }
    if keymap.isPrefix(keys) {
      mode = .awaiting(keys)
    } else if keys.count == 1, case .character("0"..."9") = keys[0],
      case .character(let scalar) = keys[0]
    {
      if allowsEdits() { beginTyping(String(scalar)) }
    } else if keys.last != .named(.escape) {
      say("key not bound", .keys)
    }
    return nil
  }

  private mutating func answer(_ key: Key, to question: Question) -> EditorRequest? {
    switch (question, key) {
    case (.saveChanges, .character("y")), (.saveChanges, .character("Y")),
      (.saveChanges, .named(.enter)), (.saveChanges, .control("s")):
      return requestSave(thenQuit: true)
    case (.saveChanges, .character("n")), (.saveChanges, .character("N")):
      return .quit
    case (.saveWay(_, let ways, let quits), .character("i")) where ways.contains(.inPlace):
      return .save(.inPlace, thenQuit: quits)
    case (.saveWay(_, let ways, let quits), .character("b")) where ways.contains(.breakLinks):
      return .save(.breakLinks, thenQuit: quits)
    case (.replaceFile(var plan), .character("y")), (.replaceFile(var plan), .character("Y")):
      mode = .browsing
      plan.replaces = true
      return .export(plan)
    // A second ^C quits.
    case (.saveChanges, .control("c")): return .interrupt
    case (_, .named(.escape)), (_, .control("c")), (_, .character("q")):
      mode = .browsing
    default: break
    }
    return nil
  }
}
