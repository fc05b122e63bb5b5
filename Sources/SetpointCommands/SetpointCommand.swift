import ArgumentParser
import CLibrary
import Diagnostics
import Reporting
import ScheduleFiles

/// The program and its list of subcommands.
struct SetpointCommand: ParsableCommand {
  /// The version, also for SARIF.
  static let number = "0.1.0"
  static let versionText: String = {
    let commit = made_from_commit()
    return "setpoint \(number)" + (commit == 0 ? "" : " (commit \(commit.digits(7, radix: 16)))")
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

  /// The output without arguments where the editor cannot open.
  fileprivate static let introduction = """
    setpoint: edit, check and translate weekly thermostat schedules

      setpoint edit home.json                   edit a week (a new file starts with
                                                a default), or your default document
      setpoint show home.json -o week.html      make a page, or print without -o
      setpoint validate home.json               list problems with line and column
      setpoint export home.json --to evohome    write a file for a thermostat or hub
      setpoint push home.json ct50://192.0.2.7  send it to a thermostat

    `setpoint formats` lists the devices, `setpoint help` the commands, and `setpoint
    COMMAND --help` the options. On a terminal, `setpoint` alone edits your default
    document.
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
    lines += ["", "`setpoint COMMAND --help` explains a command; `--version` prints the version."]
    return lines.joined(separator: "\n")
  }

  fileprivate static var commands: [any ParsableCommand.Type] {
    configuration.groupedSubcommands.flatMap(\.subcommands)
  }

  /// A parser for only the first word's command is built much faster than the full one, which help and errors need.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let type = commands.first { $0.configuration.commandName == arguments.first }
    let arguments = try normalized(arguments, of: type)
    if let type, let command = try? type.parse(Array(arguments.dropFirst())) {
      try refuseRepeated(arguments, of: type)
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// The options that can be repeated; `--schedule` only in `diff`.
  static let repeatable: Set = [
    "--add", "--at", "--ignore", "--move", "--remove", "--schedule", "--select", "--zone",
  ]

  /// The other names of options with a value.
  static let otherNames = ["-o": "--output"]

  /// Throws if an option with one value is given twice; the parser would ignore all but the last.
  private static func refuseRepeated(
    _ arguments: [String], of type: any ParsableCommand.Type
  ) throws(Failure) {
    func name(of word: String) -> String {
      let name = String(word.prefix { $0 != "=" })
      return otherNames[name] ?? name
    }
    let options = arguments.filter { $0.hasPrefix("-") }.map(name)
    guard Set(options).count < options.count else { return }
    let help = helpMessage(for: type, includeHidden: true)
    var counts: [String: Int] = [:]
    var words = arguments.prefix { $0 != "--" }
    while let word = words.popFirst() {
      let name = name(of: word)
      // Flags have no value in the help. A value may look like an option.
      guard word.hasPrefix("-"), help.contains("\(name) <") else { continue }
      if !word.contains("=") { _ = words.popFirst() }
      counts[name, default: 0] += 1
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
      if repeatable.contains(name), name != "--schedule" || type == DiffCommand.self { continue }
      throw Failure(.usage, "\(name) accepts one value, but appears \(count) times")
    }
  }

  /// Joins each option and its negative number, which the parser would read as another option: `--gaps -5`. Throws for
  /// an equals sign without a value: the parser would take the next argument, often the file, as the value.
  private static func normalized(
    _ arguments: [String], of type: (any ParsableCommand.Type)?
  ) throws(Failure) -> [String] {
    var words = arguments
    let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
    if let word = options.first(where: { $0.drop { $0 != "=" } == "=" }) {
      throw Failure(.usage, "\(word.quoted()) has no value after the equals sign")
    }
    lazy var help = type.map { helpMessage(for: $0, includeHidden: true) } ?? ""
    for place in (0..<(words.firstIndex(of: "--") ?? words.count)).dropFirst().reversed() {
      let word = words[place]
      if word.first == "-", word.dropFirst().first?.isNumber ?? false,
        words[place - 1].hasPrefix("--"), help.contains("\(words[place - 1]) <")
      {
        words[place - 1] += "=" + words.remove(at: place)
      } else if word.hasPrefix("--"), let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")),
        equals != word.firstIndex(of: "=")
      {
        // To the parser, "=" and a combining mark are one character: separate the value.
        words[place] = String(word[..<equals])
        words.insert(String(word[word.utf8.index(after: equals)...]), at: place + 1)
      }
    }
    return words
  }

  fileprivate static func example(of name: String?) -> String? {
    let command = commands.first { $0.configuration.commandName == name }
    let lines = command?.configuration.discussion.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("  setpoint ") }.map { String($0.dropFirst(2)) }
  }

  /// Names of other programs' commands, and ours for the same purpose.
  private static let otherWords = [
    "check": "validate", "lint": "validate", "fix": "validate --fix", "fmt": "format", "ls": "list",
    "cat": "show", "print": "show", "open": "edit", "convert": "export", "compare": "diff",
    "redo": "undo --redo", "history": "undo --list", "unit": "set unit=C", "rename": "set name=",
    "delete": "set --delete", "remove": "set --delete",
    "send": "push", "season": "calendar", "version": "--version",
  ]

  /// Returns the arguments, on a terminal with `edit` before the name of a file.
  ///
  /// Throws unless the first word, or the second after `help`, is a command; the parser would list all words as
  /// unexpected, or say nothing.
  static func withCommand(_ arguments: [String], _ isOnTerminal: Bool) throws(Failure) -> [String] {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-") else { return arguments }
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    if names.contains(word) { return arguments }
    let isDocument = word.hasBytes(atEnd: ".json") || FileReading.isFile(at: word)
    if isOnTerminal, isDocument, words == arguments[...] { return ["edit"] + arguments }
    if CellArguments.isFileName(word) {
      throw Failure(
        .usage, "\(word.quoted()) is not a command; to edit a file, use setpoint edit \(word)")
    }
    if let known = otherWords[word] {
      throw Failure(.usage, "\(word.quoted()) is not a command; did you mean \(known)?")
    }
    let guess = Spelling.nearest(to: word, among: names).map { "; did you mean \($0)?" }
    let meant = FileError.call(.open, path: word, .missing).advice
    let advice = guess ?? (meant.isEmpty ? "; `setpoint help` lists them" : meant)
    throw Failure(.usage, "\(word.quoted()) is not a command\(advice)")
  }
}

/// The entry point of the program.
public enum EntryPoint {
  /// Runs the command of the arguments and ends the process.
  ///
  /// `--version` and the overview do not build the parser. Without arguments on a terminal, runs `edit`.
  public static func main() {
    Console.occupyClosedDescriptors()
    var arguments = Array(CommandLine.names.dropFirst())
    if arguments == ["--version"] { return Console.print(SetpointCommand.versionText) }
    let isOnTerminal = isatty(STDIN_FILENO) == 1 && Console.isTerminal(.output)
    if [["help"], ["--help"], ["-h"]].contains(arguments) {
      return Console.writeWrapped(SetpointCommand.overview + "\n")
    }
    if arguments.isEmpty, CommandLine.argc > 0, !isOnTerminal {
      return Console.writeWrapped(SetpointCommand.introduction + "\n")
    }
    if arguments.isEmpty { arguments = ["edit"] }
    // Exceeding the limit of file sizes is then an error like a full disk, which is handled and reported.
    signal(SIGXFSZ, SIG_IGN)
    do {
      defer {
        for fallback in Fallback.takeUnreported() { Console.say("\(fallback)") }
        Interruption.endIfAsked()
      }
      // Swift reads the arguments from the system, which can fail.
      guard CommandLine.argc > 0 else {
        throw Failure(.inputOutput, "the arguments cannot be read")
      }
      arguments = try SetpointCommand.withCommand(arguments, isOnTerminal)
      var command = try SetpointCommand.parsed(arguments)
      if let color = (command as? any ColoringCommand)?.color { Console.setColor(color) }
      try command.run()
    } catch {
      end(error, arguments)
    }
  }

  /// Prints the error and ends the process with its status.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    if let failure = error as? Failure {
      Console.write(failure.text, to: .error)
      exit(failure.status.rawValue)
    }
    // An error of the parser: help, or a usage error.
    let status = SetpointCommand.exitCode(for: error)
    if !status.isSuccess { end(Failure(parsing: error, arguments), arguments) }
    // The parser takes any word with one dash and an h for a request for help.
    if !arguments.contains(where: { ["-h", "help"].contains($0) || $0.hasPrefix("--help") }),
      let word = arguments.first(where: { $0.count > 2 && $0.first == "-" && !$0.hasPrefix("--") })
    {
      end(Failure(.usage, "unknown option \(word.quoted()); long options begin with --"), arguments)
    }
    // The parser repeats the program's `--version` in the help of each command.
    var text = CompletionScript.withLinks(SetpointCommand.fullMessage(for: error))
      .replacing(/\ \ --version +Show the\s+version\.\n/, with: "")
    while text.hasSuffix("\n") { text.removeLast() }
    let name = arguments.first { $0 != "help" }
    let command = SetpointCommand.commands.first { $0.configuration.commandName == name }
    let statuses = (command as? any ColoringCommand.Type)?.exitStatus ?? ""
    if text.hasPrefix("OVERVIEW: "), !statuses.isEmpty { text += "\n\nEXIT STATUS: \(statuses)" }
    if !text.isEmpty { text = text.inLocale.printableLines + "\n" }
    Console.writeWrapped(text)
    exit(status.rawValue)
  }
}

extension Failure {
  /// What the parser writes, and what messages have instead.
  private static let wordings = [
    (". Please provide one of the following:\n  - ", "; use "), ("\n  - ", ", "),
    (". Please provide one of ", "; use "), (". Did you mean", "; did you mean"),
    ("' and '", "' or '"), (".\nPlease use", "; use"), ("\n   or: M", ", or m"),
    ("Value to be set with flag '", "'"),
    (" had already been set with flag ", " cannot be combined with "),
  ]

  /// Reports in one line why the parser rejects the arguments, and where the options are listed.
  fileprivate init(parsing error: any Error, _ arguments: [String]) {
    var text = Self.wordings.reduce(SetpointCommand.message(for: error)) {
      $0.replacing($1.0, with: $1.1)
    }
    if let use = text.firstRange(of: "; use '") {
      text = String(text[..<use.lowerBound]) + text[use.lowerBound...].filter { $0 != "'" }
    }
    text = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    while text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix("Missing expected argument"),
      let example = SetpointCommand.example(of: arguments.first)
    {
      text = "missing argument; for example: \(example)"
    } else if let advice = Self.advice(for: text, arguments) {
      text = text.split(separator: "; did you mean", maxSplits: 1)[0] + advice
    } else if text.hasPrefix("The value '"), let use = text.firstRange(of: "; use ") {
      let choices = text[use.upperBound...].split { " ,".contains($0) }.map(String.init)
      let near = Spelling.nearest(to: String(text.split(separator: "'")[1]), among: choices)
      text = near.map { text[..<use.lowerBound] + "; did you mean \($0)?" } ?? text
    }
    // The parser's own messages start with a number or a capital letter and suggest no remedy.
    if let first = text.first,
      first.isNumber || first.isUppercase && text.dropFirst().first?.isLowercase ?? false
    {
      let command = arguments.first.map { $0.hasPrefix("-") ? "" : " \($0)" } ?? ""
      text = first.lowercased() + text.dropFirst() + " (see setpoint\(command) --help)"
    }
    self.init(.usage, text)
  }

  /// Returns the advice for a message of the parser; nil for the parser's own.
  private static func advice(for text: String, _ arguments: [String]) -> String? {
    let words = text.split(separator: "'")
    if words.count > 1, words[0] == "Unexpected argument " {
      if let advice = DocumentFile.advice(onSchedule: String(words[1])) { return advice }
      if arguments.first == "edit" { return "; edit opens one file" }
    }
    let names = text.split(separator: "'--").dropFirst().map { String($0.prefix { $0 != "'" }) }
    let command = SetpointCommand.commands.first { $0.configuration.commandName == arguments.first }
    if names.first == "json", let command,
      SetpointCommand.helpMessage(for: command).contains("--format <")
    {
      return "; did you mean '--format json'?"
    }
    // The parser's guesses may be far from the word.
    let isFar = names.count == 2 && Spelling.nearest(to: names[0], among: [names[1]]) == nil
    return isFar ? "" : nil
  }
}
