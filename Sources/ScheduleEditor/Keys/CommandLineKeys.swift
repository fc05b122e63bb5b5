import TwoWayTable

extension EditorState {
  /// Handles a key while a command is being typed.
  mutating func handle(_ key: Key, in command: TypedLine) -> EditorRequest? {
    var command = command
    message = nil
    switch key {
    // `g` opens this line; pressed again it goes to the top, as in vi.
    case .character("g") where command.line.text == "goto ":
      mode = .browsing
      return run(line: "move top")
    case .named(.enter):
      mode = .browsing
      let line = command.line.text
      guard !line.allSatisfy({ $0 == " " }) else { return nil }
      typedLines.keepTyped(line)
      return runTyped(line)
    case .named(.escape), .control("c"):
      mode = .browsing
      return nil
    case .named(.backspace) where command.line.isEmpty:
      mode = .browsing
      return nil
    default:
      let isHandled = command.handle(key, history: typedLines) { line in
        CommandTable.completedLines(of: line, in: self)
      }
      guard isHandled else { return nil }
    }
    mode = .commandLine(command)
    return nil
  }
}
