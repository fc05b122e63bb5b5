import Diagnostics

/// A verb: what a key, the command line and the line mode can ask for.
struct EditorCommand: Sendable {
  /// What a verb does, given the words behind it; returns what it asks of whoever runs the editor.
  typealias Action = @Sendable (inout EditorState, [String]) throws(Refusal) -> EditorRequest?

  /// How it is called, `goto`.
  let name: String
  /// Other names for it, such as `w` for those who know vi.
  let aliases: [String]
  /// The words behind it, as help writes them.
  let usage: String
  /// What it does, as help says it.
  let help: String
  /// Whether it changes the document, which a read-only editor refuses.
  let changes: Bool
  /// Whether it means something without a screen.
  let worksWithoutScreen: Bool
  /// What the last of the words could be.
  let completions: @Sendable (EditorState, [String]) -> [String]
  /// Which of the words names a file, from 0; nil for none.
  let fileWord: Int?
  /// What it does.
  let run: Action

  /// Describes a verb that may ask something of whoever runs the editor.
  init(
    name: String, aliases: [String] = [], usage: String = "", help: String, changes: Bool = false,
    worksWithoutScreen: Bool = true, fileWord: Int? = nil,
    completions: @escaping @Sendable (EditorState, [String]) -> [String] = { _, _ in [] },
    asks run: @escaping Action
  ) {
    self.name = name
    self.aliases = aliases
    self.usage = usage
    self.help = help
    self.changes = changes
    self.worksWithoutScreen = worksWithoutScreen
    self.completions = completions
    self.fileWord = fileWord
    self.run = run
  }

  /// Describes a verb that asks nothing.
  init(
    name: String, aliases: [String] = [], usage: String = "", help: String, changes: Bool = false,
    worksWithoutScreen: Bool = true, fileWord: Int? = nil,
    completions: @escaping @Sendable (EditorState, [String]) -> [String] = { _, _ in [] },
    run: @escaping @Sendable (inout EditorState, [String]) throws(Refusal) -> Void
  ) {
    self.init(
      name: name, aliases: aliases, usage: usage, help: help, changes: changes,
      worksWithoutScreen: worksWithoutScreen, fileWord: fileWord, completions: completions,
      asks: { state, words throws(Refusal) in
        try run(&state, words)
        return nil
      })
  }
}

/// A verb with its words: what a key is bound to, and what a typed line says.
struct BoundCommand: Sendable {
  let command: EditorCommand
  let words: [String]

  /// Reads a line such as `copy monday weekdays`; words with blanks stand in double quotes.
  ///
  /// A number goes to the cell with that tag; `ADDRESS=VALUE` sets a cell.
  init(parsing line: String) throws(Refusal) {
    let split = CommandWords(line)
    if split.isQuoteOpen { throw Refusal("a double quote is not closed") }
    var words = split.words
    guard let first = words.first else { throw Refusal("a command is needed; Tab lists them") }
    if first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      words.insert("goto", at: 0)
    } else if first.contains("=") {
      words.insert("set", at: 0)
    }
    guard let command = CommandTable.command(named: words[0]) else {
      throw Refusal("there is no command \(words[0].quoted()); Tab lists them")
    }
    self.command = command
    self.words = Array(words.dropFirst())
  }

  /// Refuses words that would go unheeded: `save other.json` must not write the document's own file.
  func checkWords() throws(Refusal) {
    guard command.usage.isEmpty, let word = words.first else { return }
    throw Refusal("\(command.name) stands alone; \(word.quoted()) means nothing to it")
  }
}

/// A line split at its blanks; double quotes keep blanks together, and in them a backslash keeps a double
/// quote or a backslash.
struct CommandWords {
  private(set) var words: [String] = []
  /// Whether the last word goes on: no blank stands behind it, or its quote is open.
  private(set) var endsInWord = false
  /// Whether the last quote is not closed.
  private(set) var isQuoteOpen = false
  /// How much of the line stands before its last word.
  private(set) var lastStart: String.Index

  init(_ line: String) {
    lastStart = line.startIndex
    // Not by characters, which take ten times as long to find in a line of a pasted megabyte.
    let scalars = line.unicodeScalars
    var isEscaped = false
    for index in scalars.indices {
      let scalar = scalars[index]
      if isQuoteOpen, !isEscaped, scalar == "\\" {
        let next = scalars.index(after: index)
        isEscaped = next < scalars.endIndex && "\"\\".unicodeScalars.contains(scalars[next])
        if isEscaped { continue }
      }
      switch scalar {
      case _ where isEscaped:
        words[words.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      case "\"":
        begin(at: index)
        isQuoteOpen.toggle()
      case " " where !isQuoteOpen, "\t" where !isQuoteOpen:
        endsInWord = false
        lastStart = scalars.index(after: index)
      case let scalar:
        begin(at: index)
        words[words.count - 1].unicodeScalars.append(scalar)
      }
    }
  }

  private mutating func begin(at index: String.Index) {
    guard !endsInWord else { return }
    endsInWord = true
    lastStart = index
    words.append("")
  }
}

extension EditorState {
  /// Carries a command out; what went wrong is said in the status line.
  mutating func run(_ bound: BoundCommand) -> EditorRequest? {
    if bound.command.changes, !allowsEdits() { return nil }
    do {
      try bound.checkWords()
      return try bound.command.run(&self, bound.words)
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Carries a typed line out.
  mutating func run(line: String) -> EditorRequest? {
    do {
      return run(try BoundCommand(parsing: line))
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Says so when the document may not be changed, or not on a screen that does not show it.
  mutating func allowsEdits() -> Bool {
    guard screen.grid != nil else {
      refuse(Refusal("the screen is too small to edit on"))
      return false
    }
    guard let readOnlyReason else { return true }
    refuse(Refusal(readOnlyReason))
    wantsLock = isHeldElsewhere
    return false
  }
}
