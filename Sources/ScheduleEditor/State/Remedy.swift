/// A command suggested in a message: `u` undoes it.
struct Remedy: Hashable {
  /// The command line, as bound to keys.
  let line: String
  /// Its effect, in the third person.
  let words: String

  static let undo = Remedy(line: "undo", words: "undoes it")
  static let conflicts = Remedy(line: "conflicts", words: "lists them")
  static let keys = Remedy(line: "help", words: "shows the keys")
}

extension EditorState {
  /// The message for the screen, with the key of its remedy.
  func text(of message: Message) -> String {
    guard let remedy = message.remedy else { return message.text }
    return
      "\(message.text); \(keymap.keys(boundTo: remedy.line) ?? ":" + remedy.line) \(remedy.words)"
  }
}

extension EditorState.Message {
  /// The message for line mode, with the command of its remedy.
  var spoken: String {
    guard let remedy else { return text }
    return "\(text); \(remedy == .undo ? "undo reverts it" : "\(remedy.line) \(remedy.words)")"
  }
}
