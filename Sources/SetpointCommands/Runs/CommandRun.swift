import ArgumentParser

/// The work of a command, which knows nothing of how its command line was read.
///
/// A `ParsableCommand` describes the command line, for parsing, help, the manual and completions, and says what
/// work it asks for. Where the line is plain, `init(plain:)` makes the same work of it without the parser,
/// which takes ten times as long as the work of most commands. A test holds the two together on random lines.
protocol CommandRun {
  /// Reads a plain command line, without the command's name; nil for one that is left to the parser.
  init?(plain arguments: ArraySlice<String>)

  /// Does the work.
  func run() throws
}

/// A command that leaves its work to a `CommandRun`.
protocol PlannedCommand: ParsableCommand {
  associatedtype Run: CommandRun
  /// The work that the parsed line asks for.
  var planned: Run { get }
}

extension PlannedCommand {
  func run() throws { try planned.run() }
}

/// The commands that start without the argument parser where nothing needs it.
package enum PlainCommands {
  /// The work that a command line asks for; nil where the parser has to read it.
  static func run(for arguments: ArraySlice<String>) -> (any CommandRun)? {
    let rest = arguments.dropFirst()
    return switch arguments.first {
    case "edit": EditorRun(plain: rest)
    case "get": GetRun(plain: rest)
    case "set": SetRun(plain: rest)
    case "show": ShowRun(plain: rest)
    case "validate": ValidateRun(plain: rest)
    case "export": ExportRun(plain: rest)
    case "list": ListRun(plain: rest)
    case "now": NowRun(plain: rest)
    case "diff": DiffRun(plain: rest)
    case "format": FormatRun(plain: rest)
    default: nil
    }
  }

  /// The names of these commands.
  package static let names = [
    "edit", "get", "set", "show", "validate", "export", "list", "now", "diff", "format",
  ]

  /// All that a plain reading of a command line says; nil where there is none.
  package static func reading(of arguments: [String]) -> String? {
    run(for: arguments[...]).map { text(of: $0) }
  }

  /// All that the parser's reading of a command line says; nil where it refuses the line.
  package static func parsing(of arguments: [String]) -> String? {
    guard let command = try? SetpointCommand.parseAsRoot(arguments) else { return nil }
    return (command as? any PlannedCommand).map { text(of: $0.planned) }
  }

  private static func text(of run: any CommandRun) -> String {
    var text = ""
    dump(run, to: &text)
    return text
  }
}
