import ArgumentParser
import CLibrary
import Diagnostics

/// The program and its list of subcommands.
struct SetpointCommand: ParsableCommand {
  /// The version, also for SARIF.
  static let number = "0.1.0"
  /// The output of `--version`.
  static let versionText: String = {
    let commit = String(made_from_commit(), radix: 16)
    let digits = String(repeating: "0", count: max(0, 7 - commit.count)) + commit
    return "setpoint \(number)" + (commit == "0" ? "" : " (commit \(digits))")
  }()

  static let configuration = CommandConfiguration(
    commandName: "setpoint",
    abstract: "Edit, check and translate weekly thermostat schedules.",
    discussion: """
      A schedule is a table: seven days by four periods (wake, leave, return, sleep), each with a \
      time, a heat setpoint and a cool setpoint. Without a command, the editor opens your default document.

      Example:
        setpoint new home.json && setpoint edit home.json
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Schedules",
        subcommands: [
          EditCommand.self, ShowCommand.self, NowCommand.self, DueCommand.self,
          CalendarCommand.self,
          ListCommand.self, NewCommand.self,
        ]),
      CommandGroup(
        name: "Values",
        subcommands: [GetCommand.self, SetCommand.self, CopyCommand.self, UndoCommand.self]),
      CommandGroup(
        name: "Checking", subcommands: [ValidateCommand.self, RuleCommand.self, DiffCommand.self]),
      CommandGroup(
        name: "Devices",
        subcommands: [
          FormatsCommand.self, ExportCommand.self, ImportCommand.self, PushCommand.self,
          PullCommand.self, DriftCommand.self,
        ]),
      CommandGroup(
        name: "Files and scripts",
        subcommands: [
          RecoverCommand.self, GitSetupCommand.self, FormatCommand.self, MergeCommand.self,
          SchemaCommand.self, TagCommand.self,
        ]),
    ])

  /// The output without arguments if the editor cannot be opened.
  static let introduction = """
    setpoint: edit, check and translate weekly thermostat schedules

      setpoint edit home.json                   edit a week (a new file starts with
                                                a default), or your default document
      setpoint show home.json -o week.html      make a page, or print without -o
      setpoint validate home.json               list mistakes with line and column
      setpoint export home.json --to evohome    write a file for a thermostat or hub
      setpoint push home.json ct50://192.0.2.7  send it to a thermostat

    `setpoint formats` lists the devices, `setpoint help` the commands, and
    `setpoint COMMAND --help` the options. On a terminal, `setpoint` alone edits your
    default document.
    """

  /// The commands by group, one line each.
  static var overview: String {
    var lines = ["Usage: setpoint [COMMAND] [ARGUMENTS]"]
    for group in configuration.groupedSubcommands {
      lines += ["", group.name]
      for command in group.subcommands {
        let name = command.configuration.commandName ?? ""
        let blanks = String(repeating: " ", count: max(1, 11 - name.count))
        lines.append("  \(name)\(blanks)\(command.configuration.abstract)")
      }
    }
    lines += [
      "", "`setpoint COMMAND --help` explains a command; `setpoint --version` prints the version.",
    ]
    return lines.joined(separator: "\n")
  }
}

extension SetpointCommand {
  /// Parses a command line.
  ///
  /// A parser for only the first word's command is built in a fraction of the time of the full one, which is needed for
  /// help and error messages.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
    if let type = commands.first(where: { $0.configuration.commandName == arguments.first }),
      let command = try? type.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Names of other programs' commands, and ours for the same purpose.
  private static let otherWords = [
    "check": "validate", "lint": "validate", "fmt": "format", "ls": "list", "cat": "show",
    "print": "show", "open": "edit", "convert": "export", "version": "--version",
  ]

  /// Throws unless the first word, or the second after `help`, is a command; the parser would list all words as
  /// unexpected, or say nothing.
  ///
  /// - Throws: `Failure`, with a suggestion.
  static func refuseUnknown(_ arguments: [String]) throws(Failure) {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let commands = configuration.groupedSubcommands.flatMap { $0.subcommands }
      .map { $0.configuration }
    if word == "help" || commands.contains(where: { $0.commandName == word }) { return }
    if CellArguments.isFileName(word) {
      throw Failure(
        .usage, "\(word.quoted()) is not a command; to edit a file, use setpoint edit \(word)")
    }
    if let known = otherWords[word] {
      throw Failure(.usage, "there is no command \(word.quoted()); did you mean \(known)?")
    }
    let names = commands.compactMap { $0.commandName } + ["help"]
    let guess = Spelling.nearest(to: word, among: names).map { "did you mean \($0)?" }
    throw Failure(
      .usage, "there is no command \(word.quoted()); \(guess ?? "`setpoint help` lists them")")
  }
}
