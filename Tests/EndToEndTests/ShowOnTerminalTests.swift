import TestSupport
import TestTraits
import Testing
import CLibrary

/// `show` and `now` on a terminal and in a pipe.
@Suite(.waits) struct ShowOnTerminalTests {
  private let folder = TemporaryFolder()

  init() throws {
    let made = try ShellCommand(
      "setpoint new home.json && setpoint new cold.json --unit C", in: folder.path)
    try #require(made.status == 0, "\(made.errorText)")
  }

  /// Runs a command on a terminal to its end; returns its output.
  private func output(
    _ arguments: [String], of program: String = BuiltProduct.path("setpoint"),
    environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws -> String {
    let terminal = try PseudoTerminal()
    try terminal.resize(rows: rows, columns: columns)
    let process = try TerminalProcess(
      program, arguments,
      environment: TerminalProcess.plainEnvironment.merging(
        ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
      ) { $1 },
      on: terminal)
    terminal.receiveToEnd()
    #expect(process.waitForEnd()?.end == .exited(0))
    return String(decoding: terminal.takeOutput(), as: UTF8.self)
      .replacing("\r\n", with: "\n")
  }

  private var home: String { folder.path("home.json") }

  @Test("strips use the colours that the terminal has")
  func colors() throws {
    // The band of heat 70, in the palette of 256 and of 16; shades where there are fewer.
    #expect(try output(["show", home]).contains("48;5;208m"))
    #expect(try output(["now", home, "--at", "mon 7:00"]).contains("48;5;208m"))
    let shades = try output(["show", home], environment: ["TERM": "linux"])
    #expect(shades.contains("░") && !shades.contains("48;"))
    let plain = try output(["show", home], environment: ["NO_COLOR": "1"])
    #expect(plain.contains("░") && !plain.contains("\u{1B}"))
    let dumb = try output(["show", home], environment: ["TERM": "dumb", "LC_ALL": "C"])
    #expect(dumb.contains("62----") && dumb.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(!dumb.contains("\u{1B}"))
  }

  @Test("the picture fits the terminal", arguments: [(24, 80), (40, 120), (12, 40), (5, 28)])
  func size(rows: Int, columns: Int) throws {
    for arguments in [["show", home], ["now", home, "--at", "mon 7:00"]] {
      let text = try output(
        arguments, environment: ["NO_COLOR": "1"], rows: rows, columns: columns)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns })
      #expect(text.contains("62"))
    }
  }

  @Test(
    "messages wrap between words, except lines to paste",
    arguments: [
      "set home.json mon.wake.heat=66 weekend.sleep.heat=60 --schedule Home",
      "set home.json tue-fri.leave.cool=86 wed.return.time=18:15 -n", "undo none.json",
      "set home.json x", "show odd.json --no-timeline", "validate --ignore SP520",
      "export home.json --to ecobee", "undo home.json", "recover home.json",
    ])
  func messages(command: String) throws {
    let setup = "cd '\(folder.path)'; sed 's/\"cool\": 78/\"cool\": 60/' cold.json > odd.json"
    let program = BuiltProduct.path("setpoint")
    let text = try output(
      ["-c", "\(setup); '\(program)' \(command); true"], of: "/bin/sh",
      environment: ["HOME": folder.path, "NO_COLOR": "1"], columns: 40)
    let lines = text.split(separator: "\n").filter { !$0.contains("for example: ") }
    #expect(lines.allSatisfy { $0.count <= 40 }, "\(text)")
    #expect(text.contains("for example: ") == command.contains("ecobee"), "\(text)")
  }

  @Test("numbers are never cut, however narrow the terminal", arguments: [10, 20, 22])
  func narrow(columns: Int) throws {
    for file in [home, folder.path("cold.json")] {
      let text = try output(["show", file], environment: ["NO_COLOR": "1"], columns: columns)
      let values = try ShellCommand("setpoint get \(file) mon", in: folder.path).text
        .split(separator: "\n").compactMap { $0.split(separator: "\t").last }
      #expect(values.count == 12)
      let words = text.split { $0 == " " || $0 == "\n" }
      #expect(values.allSatisfy(words.contains))
    }
  }

  @Test("a list keeps its weeks down to 60 columns", arguments: [120, 80, 60, 30])
  func list(columns: Int) throws {
    let program = BuiltProduct.path("setpoint")
    let lines = try output(
      ["-c", "cd '\(folder.path)' && exec '\(program)' list ."], of: "/bin/sh", columns: columns
    ).split(separator: "\n").dropFirst()
    #expect(lines.count == 2)
    let days = columns == 120 ? "=▓==▓= =▓==▓= " : columns == 30 ? "" : " ▓=▓ ▓=▓ "
    #expect(lines.allSatisfy { $0.count <= columns && $0.contains(days) }, "\(lines)")
  }

  @Test("a list shows the problems, and cuts long names first", arguments: [80, 60, 40])
  func problemsOfALongName(columns: Int) throws {
    let name = String(repeating: "long-", count: 9) + ".json"
    let many = TemporaryFolder()
    _ = try ShellCommand(
      "setpoint new \(name); sed -i '0,/\"heat\": 70/s//\"heat\": 20/' \(name)", in: many.path)
    let program = BuiltProduct.path("setpoint")
    let text = try output(
      ["-c", "cd '\(many.path)' && '\(program)' list .; true"], of: "/bin/sh", columns: columns)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.count <= columns }, "\(text)")
    #expect(lines[0].contains("problems") && lines[1].contains(" 1 error"), "\(text)")
    #expect(columns < 80 || lines[1].contains("▓=▓"), "\(text)")
  }

  @Test("instructions are wrapped between words, except commands, and a table fits")
  func formats() throws {
    let text = try output(["formats", "ct50"])
    #expect(text.contains("\n    (both programs, read back; also pull, drift)\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    let narrow = try output(["formats"], columns: 40)
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(narrow)")
  }

  @Test("--no-timeline prints no strips on a terminal; --timeline prints them in a pipe")
  func options() throws {
    let environment = ["NO_COLOR": "1"]
    #expect(!(try output(["show", home, "--no-timeline"], environment: environment)).contains("░"))
    #expect(
      try output(["now", home, "--at", "mon 7:00", "--no-timeline"], environment: environment)
        .split(separator: "\n").count == 2)
    let pipe = try ShellCommand(
      "setpoint show home.json | cat; setpoint show home.json --timeline | cat", in: folder.path)
    #expect(pipe.text.split(separator: "░", maxSplits: 1).count == 2)
    #expect(pipe.text.hasPrefix("Home (°F)\n"))
    #expect(!pipe.text.contains("\u{1B}"))
  }
}
