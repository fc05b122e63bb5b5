import ArgumentParser
import CLibrary
import Diagnostics

/// The program: what `setpoint` alone says, and the list of its subcommands.
struct SetpointCommand: ParsableCommand {
  /// The version; SARIF names it too.
  static let number = "0.1.0"
  /// What `--version` prints.
  static let versionText: String = {
    let commit = String(made_from_commit(), radix: 16)
    let digits = String(repeating: "0", count: max(0, 7 - commit.count)) + commit
    return "setpoint \(number)" + (commit == "0" ? "" : " (commit \(digits))")
  }()
  /// When the version was made, as the manual says it.
  static let date = "November 21, 2026"

  /// What ArgumentParser shows of the command.
  static let configuration = CommandConfiguration(
    commandName: "setpoint",
    abstract: "Edit, check and translate weekly thermostat schedules.",
    discussion: """
      A schedule is a table: seven days by four periods (wake, leave, return, sleep), each with a \
      time, a heat setpoint and a cool setpoint.

      Example:
        setpoint new home.json && setpoint edit home.json

      Exit status: 0 success, 1 problems found, 64 wrong usage, 65 unreadable data, \
      66 no such input, 73 cannot create output, 74 I/O error, 75 a device was not read or \
      nothing is proved, 77 not permitted.
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Schedules",
        subcommands: [
          EditCommand.self, RecoverCommand.self, NewCommand.self, ShowCommand.self,
          ListCommand.self,
          NowCommand.self,
        ]),
      CommandGroup(
        name: "Checking",
        subcommands: [
          ValidateCommand.self, RuleCommand.self, SchemaCommand.self, DiffCommand.self,
          MergeCommand.self, FormatCommand.self,
        ]),
      CommandGroup(
        name: "Cells",
        subcommands: [GetCommand.self, SetCommand.self, CopyCommand.self, TagCommand.self]),
      CommandGroup(
        name: "Devices",
        // `manual` is for packages, and not shown.
        subcommands: [
          ExportCommand.self, ImportCommand.self, FormatsCommand.self, PullCommand.self,
          PushCommand.self, DriftCommand.self, ManualCommand.self,
        ]),
    ])
}

extension SetpointCommand {
  /// Parses a command line.
  ///
  /// A parser for the first word's command alone is built in a fraction of the time that all commands take. They are
  /// needed for help and for the words of a refusal.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
    if let type = commands.first(where: { $0.configuration.commandName == arguments.first }),
      let command = try? type.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Words of other programs, and what does here what they do there.
  private static let otherWords = [
    "check": "validate", "lint": "validate", "fmt": "format", "ls": "list", "cat": "show",
    "print": "show", "open": "edit", "convert": "export", "version": "--version",
  ]

  /// Makes sure that the first word is a command, behind `help` the second; the parser would list all words
  /// as unexpected, or say nothing.
  ///
  /// - Throws: `Failure`, with a guess.
  static func refuseUnknown(_ arguments: [String]) throws(Failure) {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let commands = configuration.groupedSubcommands.flatMap { $0.subcommands }
      .map { $0.configuration }
    if word == "help" || commands.contains(where: { $0.commandName == word }) { return }
    if CellArguments.isFileName(word) {
      throw Failure(
        .usage, "\(word.quoted()) is no command; for a file, say what to do: setpoint edit \(word)")
    }
    if let known = otherWords[word] {
      throw Failure(.usage, "there is no command \(word.quoted()); did you mean \(known)?")
    }
    let names = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName } + ["help"]
    throw Guess.failure("command", word, among: names, listedBy: "setpoint help")
  }
}
