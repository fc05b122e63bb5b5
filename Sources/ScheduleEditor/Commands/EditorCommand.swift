import Diagnostics
import ScheduleModel
import TwoWayTable

/// A command for keys, the command line and line mode.
struct EditorCommand: Sendable {
  let name: String
  /// Other names, such as `w` for users of vi.
  var aliases: [String] = []
  /// The syntax of its words in help; in brackets if they are optional.
  var usage = ""
  let help: String
  /// Whether it changes the document, which a read-only editor rejects.
  var changes = false
  var worksWithoutScreen = true
  /// Whether its first word is the name of a device.
  var namesDevice = false
  /// The index of the word that is a file name, if any, and the endings of the names to complete.
  var fileWord: Int?
  var fileEndings = [""]
  /// Returns the choices for the first word.
  var choices: @Sendable (EditorState) -> [String] = { _ in [] }
  /// Returns completions of the last word, after others.
  var completions: @Sendable (EditorState, [String]) -> [String] = { _, _ in [] }
  let run: @Sendable (inout EditorState, [String]) throws(Refusal) -> Void

  var names: [String] { [name] + aliases }
  var needsWords: Bool { !usage.isEmpty && !usage.hasPrefix("[") }

  func isBegun(by line: String) -> Bool { names.contains { $0.hasPrefix(line.lowercased()) } }
}

/// A command with its words, as bound to a key or typed.
struct BoundCommand: Sendable {
  let line: String
  let command: EditorCommand
  let words: [String]

  /// Parses a line such as `copy monday weekdays`; words with spaces are in double quotes.
  ///
  /// A number goes to the cell with that tag, and `monday wake heat` to that cell; `ADDRESS=VALUE`, `monday wake heat
  /// 68` and `weekdays wake 6:30` set cells. `help` is where the commands are listed, for errors.
  init(parsing line: String, listedIn help: String = "help") throws(Refusal) {
    self.line = line
    if line.unicodeScalars.contains(where: "\0\u{FFFD}".unicodeScalars.contains) {
      throw Refusal("the line has a NUL character or a byte that is not UTF-8")
    }
    let split = CommandWords(line)
    if split.isQuoteOpen { throw Refusal("a quotation mark is not closed") }
    var words = split.words
    guard let first = words.first else { throw Refusal("type a command; \(help) lists them") }
    if first.utf8.allSatisfy(\.isDigit) {
      words.insert("goto", at: 0)
    } else if first.contains("=") {
      words.insert("set", at: 0)
    } else if CommandTable.byName[first] == nil, (try? Weekday.list(first)) != nil {
      let hasValue = words.count > 3 || words.dropFirst(2).first?.beginsValue == true
      words.insert(hasValue || line.contains("=") ? "set" : "goto", at: 0)
    }
    guard let command = CommandTable.byName[words[0]] else {
      let guess = Spelling.nearest(to: words[0], among: CommandTable.all.map(\.name))
      let advice = guess.map { "did you mean \($0)?" } ?? "\(help) lists them"
      throw Refusal("\(words[0].quoted()) is not a command; \(advice)")
    }
    self.command = command
    self.words = Array(words.dropFirst())
  }
}

extension String {
  /// Notes in one line: line breaks as ⏎, tabs as spaces.
  var inOneLine: String { replacingScalars(["\r": "", "\n": "⏎", "\t": " "]) }

  /// Whether it begins as a time, a temperature or a step.
  var beginsValue: Bool { first.map { $0.isASCII && $0.isNumber || "+-".contains($0) } ?? false }
}

/// A line split at spaces. Double quotes group words; within them, a backslash escapes a double quote or a backslash.
struct CommandWords {
  private(set) var words: [String] = []
  /// Whether the last word is incomplete: no space follows it, or its quote is open.
  private(set) var endsInWord = false
  private(set) var isQuoteOpen = false
  private(set) var lastStart: String.Index

  init(_ line: String) {
    lastStart = line.startIndex
    // Not by characters, which is ten times slower in a pasted megabyte.
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
  /// Carries a command out; shows why it cannot be.
  mutating func run(_ bound: BoundCommand) {
    // The key that takes over from another editor does only that.
    let takesOver = isHeldElsewhere && bound.command.name == "edit"
    if bound.command.changes, !allowsEdits() || takesOver { return }
    if bound.words.isEmpty, bound.command.needsWords {
      let name = "\(bound.command.name) "
      if bound.line == name { say("\(name)needs \(bound.command.usage)") }
      return mode = .commandLine(TypedLine(name))
    }
    do throws(Refusal) {
      // The command would ignore them: `save other.json` must not write the document's own file.
      if bound.command.usage.isEmpty, let word = bound.words.first {
        throw Refusal("\(bound.command.name) accepts no arguments: \(word.quoted())")
      }
      try bound.command.run(&self, bound.words)
    } catch {
      refuse(error)
    }
  }

  mutating func run(line: String) {
    do {
      run(try BoundCommand(parsing: line))
    } catch {
      refuse(error)
    }
  }
}
