import TwoWayTable

extension CommandTable {
  /// The commands that a word typed behind `:` may mean, by their names first, then by what they do.
  static func matches(_ typed: String) -> [EditorCommand] {
    guard !typed.isEmpty else { return all }
    guard typed.utf8.count <= longestWord else { return [] }
    let word = typed.lowercased()
    let names = { (command: EditorCommand) in [command.name] + command.aliases }
    let places = all.map { command -> Int? in
      if names(command).contains(word) { return 0 }
      if names(command).contains(where: { $0.hasPrefix(word) }) { return 1 }
      if command.name.contains(word) { return 2 }
      return command.help.lowercased().contains(word) && word.count > 1 ? 3 : nil
    }
    return (0...3).flatMap { place in zip(all, places).filter { $0.1 == place }.map(\.0) }
  }
}

extension EditorState {
  /// The commands to choose from while a line is typed; none once its words are typed.
  var commandsToChoose: [EditorCommand] {
    guard case .commandLine(let command) = mode else { return [] }
    let text = command.line.text
    return text.utf8.contains(UInt8(ascii: " ")) ? [] : CommandTable.matches(text)
  }

  /// Carries a typed line out. A word that is no command means the first one listed: that is run, or
  /// waits for its words.
  mutating func runTyped(_ line: String) -> EditorRequest? {
    let word = line.filter { $0 != " " }
    guard !line.contains(" "), CommandTable.command(named: word) == nil,
      (try? BoundCommand(parsing: line)) == nil, let found = CommandTable.matches(word).first
    else { return run(line: line) }
    guard !found.usage.isEmpty, !found.usage.hasPrefix("[") else { return run(line: found.name) }
    mode = .commandLine(TypedLine("\(found.name) "))
    return nil
  }
}
