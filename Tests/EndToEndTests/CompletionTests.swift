import TestSupport
import TestTraits
import Testing
import CLibrary

/// What Tab does in real shells: a line is typed on a terminal, and the screen is looked at.
@Suite("Completions", .waits) struct CompletionTests {
  /// A shell, and how it is started with nothing but our completions.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
    /// bash with the package that many distributions load at its start.
    case bashCompletion

    /// Where it is; nil where it is not installed.
    var path: String? {
      if self == .bashCompletion, access(Self.package, R_OK) != 0 { return nil }
      return ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
        .first { access($0, X_OK) == 0 }
    }

    /// As the program calls it.
    var name: String { self == .bashCompletion ? "bash" : rawValue }

    private static let package = "/usr/share/bash-completion/bash_completion"

    var arguments: [String] {
      switch self {
      case .bash, .bashCompletion: ["--noprofile", "--rcfile", "rc", "-i"]
      case .zsh: ["-i"]
      case .fish: ["-N", "-i", "-C", "source rc"]
      }
    }

    /// What it reads at the start: a prompt of one sign, and the completions.
    var start: String {
      switch self {
      case .bash:
        // One Tab lists the candidates; a second Tab on a slow machine would complete more.
        "PS1='> '\nbind 'set bell-style none'\nbind 'set show-all-if-ambiguous on'\n. ./completions\n"
      case .bashCompletion: ". \(Self.package)\n\(Shell.bash.start)"
      case .zsh:
        "PS1='> '\nunsetopt beep zle_bracketed_paste\nautoload -Uz compinit && compinit -u -D\n. ./completions\n"
      case .fish: "function fish_prompt; echo -n '> '; end\nsource completions\n"
      }
    }
  }

  private let folder = TemporaryFolder()
  /// The folder of a program that only completes; otherwise it writes its words to a file, and prints the number of
  /// the document that they name.
  private let programs = TemporaryFolder()

  /// A shell that waits for a line, in a folder with documents.
  private func open(_ shell: Shell) throws -> ProgramOnPTY {
    let rc = shell == .zsh ? ".zshrc" : "rc"
    let made = try ShellCommand(
      """
      setpoint --generate-completion-script \(shell.name) >completions || exit 1
      setpoint new home.json && setpoint new 'with blank.json' || exit 1
      setpoint new two.json --name 'Summer house' && setpoint new valve.json --sides heat || exit 1
      printf '%s\\n' 'duplicate $(touch carried-out)' 'duplicate it`touch carried-out`' \
        "$(printf "duplicate q'\\314\\201%s'" '$(touch carried-out)')" \
        'duplicate a:b' save quit | setpoint edit two.json --prompt >/dev/null || exit 1
      echo '{"schedules": [{"name": "Broken' >broken.json
      cat >.setpoint-devices.json <<'END'
      {"devices": [
        {"name": "bath", "link": "bacnet://192.0.2.9/7/schedule/1", "file": "home.json"},
        {"name": "odd", "link": "has://h/$(touch${IFS}carried-out)it's", "file": "home.json"}
      ]}
      END
      mkdir -p state/setpoint/links
      echo '{"setpoint-kept": 1, "link": "bacnet://192.0.2.8/5"}' >state/setpoint/links/x.setpoint-kept
      mkfifo pipe.json
      cat >\(rc) <<'END'
      \(shell.start)END
      """, in: folder.path)
    try #require(made.status == 0, "\(made.errorText)")
    let product = BuiltProduct.path("setpoint")
    let shim = """
      #!/bin/sh
      [ "$1" != ---completion ] || exec '\(product)' "$@"
      printf '%s\\0' "$@" >'\(programs.path("words"))'
      # Whether the program takes such a name as a value.
      case $5 in -*) exec '\(product)' "$@" ;; esac
      number=${2#h}; echo $((50 + ${number%.json}))

      """
    WholeFile.write(Array(shim.utf8), programs.path("setpoint"))
    try #require(chmod(programs.path("setpoint"), 0o755) == 0)
    let program = try ProgramOnPTY(
      "/usr/bin/env", ["-C", folder.path, try #require(shell.path)] + shell.arguments,
      environment: [
        "PATH": "\(programs.path):/usr/bin:/bin", "HOME": folder.path, "ZDOTDIR": folder.path,
        "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path,
        "XDG_STATE_HOME": folder.path("state"), "LC_ALL": "C.UTF-8",
      ], columns: 100)
    try #require(program.shows(">"), "\(program.screen.lines)")
    return program
  }

  /// Types a line and Tab on a screen that is wiped, and waits for what the line becomes, or for what
  /// is below it.
  private func press(
    _ line: String, _ expected: String, in shell: ProgramOnPTY,
    at place: SourceLocation = #_sourceLocation
  ) {
    // ^U takes back the line before, ^L wipes the screen.
    shell.send("\u{15}\u{C}")
    _ = shell.terminal.receive(on: &shell.screen) {
      $0.lines.count { !$0.isEmpty } == 1 && $0.lines[0] == ">"
    }
    shell.send(line)
    // The screen has no blanks at the end of a line.
    _ = shell.shows(String(line.reversed().drop { $0 == " " }.reversed()))
    shell.send("\t")
    #expect(
      shell.shows(expected), "\(line): \(shell.screen.lines)",
      sourceLocation: place)
  }

  @Test("Tab in bash", .enabled(if: Shell.bash.path != nil, "bash is not installed"))
  func bash() throws { try check(.bash) }

  @Test("Tab in zsh", .enabled(if: Shell.zsh.path != nil, "zsh is not installed"))
  func zsh() throws { try check(.zsh) }

  @Test("Tab in fish", .enabled(if: Shell.fish.path != nil, "fish is not installed"))
  func fish() throws { try check(.fish) }

  @Test(
    "Tab in bash with bash-completion",
    .enabled(if: Shell.bashCompletion.path != nil, "bash-completion is not installed"))
  func bashCompletion() throws { try check(.bashCompletion) }

  private func check(_ shell: Shell) throws {
    let program = try open(shell)
    checkValues(program, isFirst: shell == .bash)
    checkLinks(program)
    checkHostileNames(shell, program)
    try checkQuoting(shell, program)
  }

  /// One of each kind that shells treat in their own ways.
  private static let kinds = [
    ("setpoint va", "setpoint validate"),
    ("setpoint show wi", "setpoint show with\\ blank.json"),
    ("setpoint export home.json --to ev", "--to evohome"),
    ("setpoint validate --format sa", "--format sarif"),
    ("setpoint validate --select SP304,SP11", "SP304,SP110"),
    ("setpoint get home.json tue.sl", "home.json tue.sleep."),
    ("setpoint set home.json tue.leave.h", "home.json tue.leave.heat"),
    ("setpoint show two.json --schedule Su", "--schedule Summer\\ house"),
  ]

  /// Tab completes files, names and values: all in one shell, since they come from the program.
  private func checkValues(_ program: ProgramOnPTY, isFirst: Bool) {
    for (line, expected) in Self.kinds { press(line, expected, in: program) }
    guard isFirst else { return }
    for (line, expected) in [
      ("setpoint validate ho", "setpoint validate home.json"),
      ("setpoint import x --from energy", "--from energyplus"),
      ("setpoint export home.json --to sonoff-trvz", "--to sonoff-trvzb"),
      ("setpoint validate --device focus", "--device focuspro"),
      ("setpoint rule SP30", "SP304"),
      ("setpoint copy home.json thu", "home.json thursday"),
      ("setpoint copy home.json thu --to monday,weeke", "--to monday,weekend"),
      ("setpoint get home.json mon.all.c", "home.json mon.all.cool"),
      // A valve has one setpoint in each period.
      ("setpoint get valve.json sun.sleep.h", "valve.json sun.sleep.heat"),
      ("setpoint edit --theme hi", "--theme high-contrast"),
      ("setpoint edit --layout ho", "--layout home.json"),
      ("setpoint import days.ics --into two.json --as Su", "--as Summer\\ house"),
      ("setpoint drift home.json radio", "home.json radiotherm"),
      ("setpoint push --undo bac", "--undo bacnet"),
      ("setpoint validate --device sonoff-trvz", "--device sonoff-trvzb"),
    ] {
      press(line, expected, in: program)
    }
  }

  /// Tab completes addresses, also after a colon, where bash splits words; typing continues after them.
  private func checkLinks(_ program: ProgramOnPTY) {
    for (line, expected) in [
      ("pull ra", "pull radiotherm://"), ("pull radiotherm:", "pull radiotherm://"),
      ("pull radiotherm:/", "pull radiotherm://"),
      ("push home.json bacnet:", "home.json bacnet://"),
      ("push --undo rad", "--undo radiotherm://"),
      // A complete address is followed by a space.
      ("pull bacnet://192.0.2.9", "pull bacnet://192.0.2.9/7/schedule/1 "),
      ("push --undo bacnet://1", "--undo bacnet://192.0.2.8/5 "),
      ("pull mqtt://h/b --prog", "mqtt://h/b --program "),
      ("pull mqtt://h/b --program h", "mqtt://h/b --program heat "),
    ] {
      // The screen has no blanks at the end of a line.
      let word = expected.last == " " ? String(expected.dropLast()) : expected
      press("setpoint \(line)", word, in: program)
      program.send("x")
      #expect(program.shows("\(expected)x"), "\(line): \(program.screen.lines)")
    }
    press("setpoint pull ", "mqtts://", in: program)
    #expect(program.shows("radiotherm://"), "\(program.screen.lines)")
    press("setpoint pull has://h/", "carried-out", in: program)
  }

  /// Names that a shell would change or run if they were completed unquoted.
  private static let hostile = [
    "`touch carried-out`", "a`touch carried-out`", "$HOME", "$(touch carried-out)", "~root", "!1",
    "a!!b", "it's", "it'", "say \"hi\"", "a\\b", "a;b", "#x", "*", "-n", "--format", "a & b",
    "{a,b}",
  ]

  /// A document for each hostile name, whose Monday wakes at 50 degrees and its number.
  private func makeHostileDocuments() throws {
    let home = String(
      decoding: try #require(WholeFile.bytes(folder.path("home.json"))), as: UTF8.self)
    for (index, name) in Self.hostile.enumerated() {
      let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let text = home.replacing("\"Home\"", with: "\"\(quoted)\"")
        .replacing("\"heat\": 70", with: "\"heat\": \(50 + index)", maxReplacements: 1)
      WholeFile.write(Array(text.utf8), folder.path("h\(index).json"))
    }
  }

  /// A completed name reaches the command unchanged, with each kind of open quote.
  private func checkQuoting(_ shell: Shell, _ program: ProgramOnPTY) throws {
    try makeHostileDocuments()
    for (index, name) in Self.hostile.enumerated() {
      for quote in ["", "'", "\""] {
        // fish expands a tilde in whatever it completes.
        if shell == .fish, name.hasPrefix("~") { continue }
        // The screen may still show the answer to the previous line.
        program.send("\u{15}\u{C}")
        _ = program.terminal.receive(on: &program.screen) {
          $0.lines.count { !$0.isEmpty } == 1 && $0.lines[0] == ">"
        }
        program.send("setpoint get h\(index).json mon.wake.heat --schedule \(quote)\t\r")
        let isRight = program.terminal.receive(on: &program.screen) {
          $0.lines.contains("\(50 + index)")
        }
        #expect(isRight, "\(name) after \(quote): \(program.screen.lines)")
        guard isRight else { return }
        let words = WholeFile.bytes(programs.path("words")) ?? []
        let typed = ["get", "h\(index).json", "mon.wake.heat", "--schedule", name]
        #expect(words == typed.flatMap { Array($0.utf8) + [0] }, "\(name) after \(quote)")
      }
    }
    #expect(access(folder.path("carried-out"), F_OK) != 0)
  }

  /// Nothing in a file is carried out or waited for.
  private func checkHostileNames(_ shell: Shell, _ program: ProgramOnPTY) {
    press("setpoint show two.json --schedule '", "$(touch carried-out)", in: program)
    press("setpoint show two.json --schedule a", "a:b", in: program)
    // Nothing to offer: the line stays, and takes the next word.
    for file in ["broken.json", "pipe.json", "none.json"] {
      press("setpoint show \(file) --schedule ", "--schedule", in: program)
      program.send("x")
      #expect(program.shows("\(file) --schedule x"), "\(program.screen.lines)")
    }
    #expect(access(folder.path("carried-out"), F_OK) != 0)
  }
}
