import TwoWayTable

extension EditorState {
  /// Handles a key while a command is being typed.
  mutating func handle(_ key: Key, in command: TypedCommand) -> EditorRequest? {
    var command = command
    message = nil
    switch key {
    case .named(.enter):
      mode = .browsing
      let line = command.line.text
      guard !line.allSatisfy({ $0 == " " }) else { return nil }
      typedLines.removeAll { $0 == line }
      typedLines.append(line)
      return runTyped(line)
    case .named(.escape), .control("c"):
      mode = .browsing
      return nil
    case .named(.backspace) where command.line.isEmpty:
      mode = .browsing
      return nil
    case .named(.tab): complete(&command, step: 1)
    case .named(.backTab): complete(&command, step: -1)
    case .named(.up): recall(&command, step: 1)
    case .named(.down): recall(&command, step: -1)
    default:
      guard command.line.handle(key) else { return nil }
      command.candidates = []
      command.recalled = nil
    }
    mode = .commandLine(command)
    return nil
  }

  /// Puts the next candidate into the line; the first Tab finds what there is.
  private mutating func complete(_ command: inout TypedCommand, step: Int) {
    if command.candidates.isEmpty {
      let line = command.line.text
      command.candidates = CommandTable.completions(of: line, in: self)
        .map { Self.completing(line, with: $0) }
      command.chosen = step > 0 ? -1 : 0
    }
    guard !command.candidates.isEmpty else { return }
    let count = command.candidates.count
    command.chosen = (command.chosen + step + count) % count
    command.line = TextLine(command.candidates[command.chosen])
    // The only one needs no choosing: what comes next can be typed, or completed, at once.
    if count == 1 {
      command.candidates = []
      if command.line.text.last != "=" { command.line = TextLine(command.line.text + " ") }
    }
  }

  /// The line with its last word replaced.
  private static func completing(_ line: String, with word: String) -> String {
    line[..<CommandWords(line).lastStart] + (word.contains(" ") ? "\"\(word)\"" : word)
  }

  private func recall(_ command: inout TypedCommand, step: Int) {
    let next = (command.recalled ?? -1) + step
    guard (-1..<typedLines.count).contains(next) else { return }
    command.recalled = next < 0 ? nil : next
    command.line = TextLine(next < 0 ? "" : typedLines[typedLines.count - 1 - next])
    command.candidates = []
  }
}
