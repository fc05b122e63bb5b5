import TestSupport
import TestTraits
import Testing
import CLibrary

/// Colours, locales, and names that look like options, as people of a command line expect them.
@Suite(.waits) struct MannersTests {
  private let folder = TemporaryFolder()

  // MARK: Colours

  /// With an option, and with a variable, each way: every command. The rest of what one function decides: two commands.
  @Test(
    "--color overrides NO_COLOR, and NO_COLOR overrides CLICOLOR_FORCE",
    arguments: [
      ("--color always", "NO_COLOR=1", true, true),
      ("--color never", "CLICOLOR_FORCE=1", false, true),
      ("", "CLICOLOR_FORCE=1", true, true), ("", "CLICOLOR_FORCE=1 NO_COLOR=1", false, true),
      ("--color always", "", true, false), ("--color auto", "CLICOLOR_FORCE=1", true, false),
      ("", "CLICOLOR_FORCE=1 CLICOLOR=0", true, false), ("", "", false, false),
      ("--color auto", "", false, false),
    ])
  func colors(option: String, environment: String, isColored: Bool, inEvery: Bool) throws {
    let result = try ShellCommand(
      """
      setpoint new a.json; sed 's/70/99/' a.json >b.json; echo '{' >c.json
      export X=1 \(environment)
      setpoint validate --each \(option) b.json; setpoint show \(option) a.json
      \(inEvery ? "" : "exit")
      mkdir d; cp a.json d; echo '{"unknown": 1}' >d/.setpoint.json; setpoint list \(option) d 2>&1
      for command in show now diff\\ c.json get\\ c.json\\ 104 set\\ 104=69 validate recover; do
        setpoint $command \(option) c.json >/dev/null 2>errors
        case $command in get*|set*|diff*|show|now) cat errors;; esac
      done
      """, in: folder.path)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count > (inEvery ? 20 : 15))
    #expect(result.text.contains("\u{1B}[") == isColored, "\(result.text)")
    for line in lines
    where ["error[", "error\u{1B}", "unknown"].contains(where: { line.contains($0) }) {
      #expect(line.contains("\u{1B}[") == isColored, "\(line)")
    }
  }

  @Test("on a terminal CLICOLOR=0 turns colours off", arguments: [("1", true), ("0", false)])
  func terminalColors(value: String, isColored: Bool) throws {
    let made = try ShellCommand("setpoint new a.json", in: folder.path)
    try #require(made.status == 0)
    let program = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["show", "--no-timeline", folder.path("a.json")],
      environment: ["CLICOLOR": value])
    #expect(program.terminal.receive("Mon-Sun"))
    #expect(program.terminal.output.contains(0x1B) == isColored)
  }

  @Test(
    "Emacs's compilation buffer gets no colours; its terminals do",
    arguments: [("29.1,compile", false), ("29.1,vterm", true)])
  func emacs(value: String, isColored: Bool) throws {
    let made = try ShellCommand("echo '{' >a.json", in: folder.path)
    try #require(made.status == 0)
    let program = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["validate", folder.path("a.json")],
      environment: ["INSIDE_EMACS": value])
    #expect(program.terminal.receive("SP101"))
    #expect(program.terminal.output.contains(0x1B) == isColored)
  }

  @Test("a finding on a terminal breaks between words, not within them") func wrapsFindings() throws
  {
    let made = try ShellCommand(
      "setpoint new a.json && setpoint set a.json mon.wake.heat=77 && sed -i 's/77/84/' a.json",
      in: folder.path)
    try #require(made.status == 0, "\(made.errorText)")
    let program = try ProgramOnPTY(
      "/usr/bin/env", ["-C", folder.path, BuiltProduct.path("setpoint"), "validate", "a.json"],
      columns: 40)
    #expect(program.shows("1 problem"))
    let words = Set(program.screen.lines.flatMap { $0.split(separator: " ") }.map { String($0) })
    let plain = try ShellCommand("setpoint validate a.json", in: folder.path)
    for word in plain.text.split(whereSeparator: \.isWhitespace) {
      #expect(words.contains(String(word)), "\(word): \(program.screen.lines)")
    }
  }

  // MARK: Locales

  @Test(
    "a locale that is not installed still names the region and UTF-8",
    arguments: [
      ("en_US.UTF-8", "F ▓ 6:00a"), ("de_DE.utf8", "C ▓ 06:00"), ("fr_FR", "C # 06:00"),
    ])
  func missingLocale(name: String, expected: String) throws {
    let result = try ShellCommand(
      """
      export LC_ALL=\(name) LOCPATH=$PWD; setpoint new a.json
      shown=$(setpoint show a.json)
      case $(setpoint list a.json) in *▓*) mark=▓;; *) mark='#';; esac
      case $shown in *6:00a*) clock=6:00a;; *) clock=06:00;; esac
      printf '%s %s %s\\n' "$(grep -o '"unit": "."' a.json | cut -d'"' -f4)" "$mark" "$clock"
      """, in: folder.path)
    #expect(result.text == expected + "\n", "\(result.errorText)")
  }

  /// Whether a locale of a country can be made for a test.
  private static let hasLocales =
    access("/usr/bin/localedef", X_OK) == 0
    && access("/usr/share/i18n/locales/en_US", R_OK) == 0
    && access("/usr/share/i18n/locales/de_DE", R_OK) == 0

  /// Runs `script` in a locale.
  private func run(_ script: String, in locale: String) throws -> ShellCommand {
    try ShellCommand(
      """
      localedef --no-archive -i \(locale) -f UTF-8 ./\(locale).UTF-8 2>/dev/null
      export LOCPATH="$PWD" LC_ALL=\(locale).UTF-8
      \(script)
      """, in: folder.path)
  }

  @Test(
    "the locale sets unit, clock and first day; options override it",
    .enabled(if: hasLocales, "there is no localedef with its sources (Debian: locales)"),
    arguments: [
      ("en_US", #""unit": "F","#, "Sun-Sat  6:00a"),
      ("de_DE", #""unit": "C","#, "Mon-Sun  06:00"),
    ]) func locales(locale: String, unit: String, row: String) throws
  {
    let script = """
      setpoint new a.json && grep unit a.json; setpoint new - --unit F | grep unit
      setpoint new f.json --unit F; setpoint show f.json | tail -1
      setpoint show f.json --clock 24 --first-day wednesday | tail -1
      setpoint show f.json --format markdown | grep day | head -1
      setpoint show f.json --format csv | sed -n 2p
      printf 'show\\nquit\\n' | setpoint edit f.json --prompt | tail -1
      printf 'show\\nquit\\n' | setpoint edit f.json --prompt --clock 12 --first-day sat | tail -1
      echo save | setpoint edit --prompt new.json >/dev/null; echo quit | setpoint edit --prompt new.json
      """
    let result = try run(script, in: locale)
    let lines = result.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 9, "\(result.text) \(result.errorText)")
    #expect(lines[0].contains(unit) && lines[1].contains(#""unit": "F","#))
    #expect(lines[2].hasPrefix(row), "\(lines[2])")
    #expect(lines[3].hasPrefix("Wed-Tue  06:00"))
    #expect(lines[4].hasPrefix("| \(row.prefix(3))"))
    #expect(lines[5] == "Home,monday,wake,06:00,70,78,F")
    #expect(lines[6].hasPrefix(row))
    #expect(lines[7].hasPrefix("Sat-Fri  6:00a"))
    #expect(lines[8].contains(unit.contains("C") ? "Celsius" : "Fahrenheit"), "\(lines[8])")
  }

  @Test("a locale without a country changes no default", arguments: ["C", "C.UTF-8", "POSIX"])
  func noLocale(name: String) throws {
    let result = try ShellCommand(
      """
      export LC_ALL=\(name); setpoint new a.json && grep unit a.json
      setpoint show a.json | tail -1
      """, in: folder.path)
    #expect(result.text.hasPrefix("  \"unit\": \"F\",\nMon-Sun  06:00"), "\(result.text)")
  }

  // MARK: Names that begin with a dash

  private static let endingOptions = [
    "show -- -a.json", "now -- -a.json", "get -- -a.json 104", "set -- -a.json 104=69",
    "copy --to tue -- -a.json mon", "diff -- -a.json -a.json", "validate -- -a.json",
    "format -- -a.json", "recover -- -a.json", "export --to csv -- -a.json",
    "export --to csv -o ./-o.csv -- -a.json", "import --from csv -- -a.csv",
    "drift -- -a.json -link 2>&1 | grep -q '\"-link\" is not a device address'",
    "merge -o - -- -a.json -a.json -a.json", "new -- -n.json",
    "tag -- 114 -- 2>&1 | grep -q leave",
    "tag -- mon.wake.heat", "rule -- SP301", "formats -- csv", "schema -- theme",
    "edit --prompt -- -a.json",
  ]

  @Test("-- ends the options")
  func endOfOptions() throws {
    // Each command has a folder of its own.
    let runs = Self.endingOptions.enumerated().map { number, command in
      """
      mkdir \(number) && cp ./-a.json ./-a.csv \(number) || exit
      (cd \(number) && setpoint \(command)) >out; echo $?

      """
    }
    let result = try ShellCommand(
      "setpoint new ./-a.json && setpoint export ./-a.json --to csv >-a.csv\n" + runs.joined(),
      in: folder.path)
    let statuses = result.text.split(separator: "\n")
    try #require(statuses.count == runs.count, "\(result.errorText)")
    for (command, status) in zip(Self.endingOptions, statuses) {
      let isRefused = command.contains("114 --")
      #expect((status == "0") != isRefused, "\(command): \(result.errorText)")
    }
  }
}
