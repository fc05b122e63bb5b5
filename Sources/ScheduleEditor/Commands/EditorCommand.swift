import Diagnostics

/// Why a command could not be carried out: one sentence, without a full stop.
struct CommandError: Error, Hashable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// A verb: what a key, the command line and the line mode can ask for.
struct EditorCommand: Sendable {
  /// What a verb does, given the words behind it.
  typealias Action = @Sendable (inout EditorState, [String]) throws(CommandError) -> EditorRequest?

  /// How it is called, `goto`.
  let name: String
  /// Other names for it, such as `w` for those who know vi.
  var aliases: [String] = []
  /// The words behind it, as help writes them.
  let usage: String
  /// What it does, as help says it.
  let help: String
  /// Whether it changes the document, which a read-only editor refuses.
  var changes = false
  /// What the last of the words could be.
  var completions: @Sendable (EditorState, [String]) -> [String] = { _, _ in [] }
  /// What it does.
  let run: Action
}

/// A verb with its words: what a key is bound to, and what a typed line says.
struct BoundCommand: Sendable {
  let command: EditorCommand
  let words: [String]

  /// Reads a line such as `copy monday weekdays`; words with blanks stand in double quotes.
  ///
  /// A number goes to the cell with that tag; `ADDRESS=VALUE` sets a cell.
  init(parsing line: String) throws(CommandError) {
    var words = try Self.words(of: line)
    guard let first = words.first else { throw CommandError("a command is needed; Tab lists them") }
    if first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      words.insert("goto", at: 0)
    } else if first.contains("=") {
      words.insert("set", at: 0)
    }
    guard let command = CommandTable.command(named: words[0]) else {
      throw CommandError("there is no command \(words[0].quoted()); Tab lists them")
    }
    self.command = command
    self.words = Array(words.dropFirst())
  }

  /// Refuses words that would go unheeded: `save other.json` must not write the document's own file.
  func checkWords() throws(CommandError) {
    guard command.usage.isEmpty, let word = words.first else { return }
    throw CommandError("\(command.name) stands alone; \(word.quoted()) means nothing to it")
  }

  /// Splits a line at its blanks; double quotes keep blanks together.
  static func words(of line: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted, "\t" where !isQuoted:
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if isQuoted { throw CommandError("a double quote is not closed") }
    if let word { words.append(word) }
    return words
  }
}

extension EditorState {
  /// Carries a command out; what went wrong is said in the status line.
  mutating func perform(_ bound: BoundCommand) -> EditorRequest? {
    if bound.command.changes, !allowsEdits() { return nil }
    do {
      try bound.checkWords()
      return try bound.command.run(&self, bound.words)
    } catch {
      message = Message(text: error.reason, isProblem: true)
      return nil
    }
  }

  /// Carries a typed line out.
  mutating func perform(line: String) -> EditorRequest? {
    do {
      return perform(try BoundCommand(parsing: line))
    } catch {
      message = Message(text: error.reason, isProblem: true)
      return nil
    }
  }

  /// Says so when the document may not be changed, or not on a screen that does not show it.
  mutating func allowsEdits() -> Bool {
    guard ScreenLayout(self).grid != nil else {
      message = Message(text: "the screen is too small to edit on", isProblem: true)
      return false
    }
    if let readOnlyReason { message = Message(text: readOnlyReason, isProblem: true) }
    return readOnlyReason == nil
  }
}
