import TwoWayTable

extension EditorState {
  /// Handles a key while a command is being typed.
  mutating func handle(_ key: Key, in command: TypedLine) {
    var command = command
    message = nil
    switch key {
    // `g` opens this line; pressed again it goes to the top, as in vi.
    case .character("g") where command.line.text == "goto ":
      mode = .browsing
      run(line: "move top")
    case .named(.enter):
      mode = .browsing
      let line = command.line.text
      guard !line.allSatisfy({ $0 == " " }) else { return }
      typedLines.keepTyped(line)
      runTyped(line)
    case .named(.escape), .control("c"): mode = .browsing
    case .named(.backspace) where command.line.isEmpty: mode = .browsing
    default:
      let isHandled = command.handle(key, history: typedLines) { line in
        CommandTable.completedLines(of: line, in: self)
      }
      if isHandled { mode = .commandLine(command) }
    }
  }
}
