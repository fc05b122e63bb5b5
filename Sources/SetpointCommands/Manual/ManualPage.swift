/// A man page in the mdoc language (mdoc(7)).
struct ManualPage {
  let fileName: String
  /// The text of the page.
  private(set) var text = ""

  /// Writes the page of a command, or of the program.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - program: the program, which lists its commands; the same for the program's own page.
  init(of command: CommandDescription, in program: CommandDescription) {
    let isProgram = command.name == program.name
    let title = isProgram ? program.name : "\(program.name)-\(command.name)"
    fileName = "\(title).1"
    text = ".Dd \(SetpointCommand.date)\n.Dt \(title.uppercased()) 1\n.Os\n"
    section("NAME", ".Nm \(title)\n.Nd \(Self.clause(command.abstract))\n")
    section(
      "SYNOPSIS",
      isProgram
        ? ".Nm\n.Ar command\n.Op Ar argument ...\n"
        : ".Nm \(program.name) \(command.name)\n" + command.arguments.map(Self.synopsis).joined())
    let (description, examples) = Self.split(command.discussion)
    let opening = Self.prose(command.abstract) + "\n"
    section("DESCRIPTION", opening + (description.isEmpty ? "" : ".Pp\n" + description))
    if isProgram { section("COMMANDS", Self.list(program.subcommands.map(Self.item))) }
    if !command.arguments.isEmpty {
      section("OPTIONS", Self.list(command.arguments.map(Self.item)))
    }
    common()
    if !examples.isEmpty { section("EXAMPLES", examples) }
    let others =
      isProgram ? program.subcommands.map { "\(program.name)-\($0.name)" } : [program.name]
    section("SEE ALSO", others.sorted().map { ".Xr \($0) 1" }.joined(separator: " ,\n") + "\n")
  }

  private mutating func section(_ name: String, _ body: String) {
    text += ".Sh \(name)\n\(body)"
  }

  /// Adds the sections common to all commands.
  private mutating func common() {
    section(
      "ENVIRONMENT",
      Self.list(
        [
          ("XDG_CONFIG_HOME", "The folder of the settings (default: ~/.config)."),
          ("XDG_DATA_HOME", "The folder of the default document (default: ~/.local/share)."),
          (
            "XDG_STATE_HOME",
            "The folder of locks and journals that cannot be beside their document, and of the programs of devices."
          ),
          (
            "NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM",
            "Whether to use colours, unless an option overrides it."
          ),
          (
            "LC_ALL, LC_TIME, LC_MEASUREMENT, LANG",
            "The clock, the first day of the week, and the unit of new files, unless an option overrides it."
          ),
          ("SETPOINT_LINK", "The program that connects to devices (default: setpoint-link)."),
          ("ESCDELAY", "Milliseconds that the editor waits after an Escape (default: 25)."),
        ].map { ".It Ev \($0.0)\n\(Self.prose($0.1))\n" }))
    section(
      "FILES",
      Self.list(
        [
          ("~/.local/share/setpoint/schedule.json", "The default document."),
          (
            "~/.config/setpoint/config.json",
            "The settings of the editor; themes and layouts are beside it."
          ),
          (".setpoint.json", "Options of a project, for the files below its folder."),
          (".NAME.setpoint-journal", "Unsaved edits of NAME."),
          (".setpoint-devices.json", "Devices and their schedules."),
          (
            "~/.local/state/setpoint/links",
            "The programs of devices before they were written to."
          ),
        ].map { ".It Pa \($0.0)\n\(Self.prose($0.1))\n" }))
    section(
      "EXIT STATUS",
      Self.list(ExitStatus.allCases.map { ".It \($0.rawValue)\n\($0.meaning)\n" }))
  }
}

// MARK: Parts

extension ManualPage {
  private static func list(_ items: [String]) -> String {
    ".Bl -tag -width Ds\n\(items.joined()).El\n"
  }

  private static func item(_ command: CommandDescription) -> String {
    ".It Cm \(command.name)\n\(prose(command.abstract))\n"
  }

  private static func item(_ argument: CommandDescription.Argument) -> String {
    var text = ".It \(heading(argument))\n\(prose(argument.abstract))\n"
    if !argument.values.isEmpty {
      text += prose("One of \(argument.values.joined(separator: ", ")).") + "\n"
    }
    if let value = argument.defaultValue { text += "Default: \(escaped(value)).\n" }
    if !argument.discussion.isEmpty { text += prose(argument.discussion) + "\n" }
    return text
  }

  private static func synopsis(_ argument: CommandDescription.Argument) -> String {
    ".\(argument.isOptional ? "Op " : "")\(heading(argument, alone: true))"
      + "\(argument.isRepeating ? " ..." : "")\n"
  }

  /// The names of an option, or of an argument: `Fl -output Ar output , Fl o Ar output`.
  private static func heading(_ argument: CommandDescription.Argument, alone: Bool = false)
    -> String
  {
    let value = argument.value.map { "Ar \($0)" }
    guard !argument.names.isEmpty else { return value ?? "" }
    return argument.names.prefix(alone ? 1 : .max).map { name in
      ["Fl \(name.dropFirst())", value].compactMap(\.self).joined(separator: " ")
    }.joined(separator: " , ")
  }

  /// Splits a discussion into the description and the examples: indented lines and their introductions.
  private static func split(_ discussion: String) -> (description: String, examples: String) {
    var description: [String] = []
    var examples: [String] = []
    // The exit statuses have their own section.
    let paragraphs = discussion.split(separator: "\n\n").filter { !$0.hasPrefix("Exit status") }
    for paragraph in paragraphs {
      let lines = paragraph.split(separator: "\n")
      let shown = lines.filter { $0.hasPrefix("  ") }
      let said = lines.filter { !$0.hasPrefix("  ") }.map { prose(String($0)) }
      if shown.isEmpty {
        description.append(said.joined(separator: "\n"))
      } else {
        let introduction = said.filter { !$0.hasPrefix("Example") }.joined(separator: "\n")
        examples.append(
          (introduction.isEmpty ? "" : introduction + "\n") + ".Bd -literal -offset indent\n"
            + shown.map { escaped(String($0.dropFirst(2))) }.joined(separator: "\n") + "\n.Ed\n")
      }
    }
    let said = description.joined(separator: "\n.Pp\n")
    return (said.isEmpty ? "" : said + "\n", examples.joined(separator: ".Pp\n"))
  }

  /// An abstract for a NAME line: lower case, no full stop.
  private static func clause(_ abstract: String) -> String {
    var text = escaped(abstract)
    if text.hasSuffix(".") { text.removeLast() }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Filled text: one line per sentence, at most 78 columns.
  private static func prose(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace).map({ escaped(String($0)) }) {
      if !line.isEmpty, line.hasSuffix(".") || line.utf8.count + word.utf8.count > 77 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Escapes text for roff: backslashes, hyphens that are typed, dots and quotes at the start of a line.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var result = ""
      for character in line.unicodeScalars {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "'": result += "\\(aq"
        case "`": result += "\\(ga"
        case "^": result += "\\(ha"
        case "~": result += "\\(ti"
        default:
          if character.isASCII {
            result.unicodeScalars.append(character)
          } else {
            result += "\\[u\(hexadecimal(character.value))]"
          }
        }
      }
      return result.hasPrefix(".") ? "\\&" + result : result
    }.joined(separator: "\n")
  }

  /// At least four digits, as in roff's names of characters.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
