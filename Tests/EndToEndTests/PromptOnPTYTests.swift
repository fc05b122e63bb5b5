import CLibrary
import TestSupport
import TestTraits
import Testing

/// `edit --prompt` on a terminal: lines are edited, completed and recalled.
@Suite("Lines typed at a terminal", .waits) struct PromptOnPTYTests {
  private let document = TestDocument()

  private func start(
    _ environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws -> ProgramOnPTY {
    let program = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["edit", "--prompt", document.path], environment: environment,
      rows: rows, columns: columns)
    try #require(program.shows(">"))
    return program
  }

  private func saved() throws -> String {
    try ShellCommand("setpoint get home.json tue.leave.heat", in: document.folder.path).text
  }

  @Test("a line can be edited, completed and recalled, and then runs")
  func editing() throws {
    let program = try start()
    // 65 becomes 645, then 64.
    program.send("goto tue leave heat\r65\u{1B}[D4\u{5}\u{7F}\r")
    #expect(program.shows("Tuesday leave: heat 64 °F, was 62"))
    // The line before the last one, at its beginning another word.
    program.send("mon\u{1B}[A\u{1B}[A\u{1}\u{B}")
    program.send("say w\t")
    #expect(program.shows("> say week"))
    program.send("\r")
    #expect(program.shows("The week of Home, in degrees Fahrenheit."))
    program.send("set tue.l.h\t")
    #expect(program.shows("> set tuesday.leave.heat="))
    program.send("63\r\u{1B}[A\u{1B}[A\u{1B}[B")
    #expect(program.shows("Tuesday leave: heat 63 °F, was 62"))
    #expect(program.shows("> set tuesday.leave.heat=63"))
    program.send("\u{3}save\r")
    #expect(program.shows("saved home.json"))
    program.send("\u{4}")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(try program.unrestored() == nil)
    #expect(try saved() == "63\n")
  }

  @Test("the end of input from the keyboard does not discard edits")
  func endWithEdits() throws {
    let program = try start()
    program.send("set tue.l.h=63\r\u{4}")
    #expect(program.shows("save or quit!"))
    program.send("save\r\u{4}")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(try saved() == "63\n")
  }

  @Test("a paste of several lines runs them one by one, and stays in the last")
  func paste() throws {
    let program = try start()
    try #require(program.screen.modes.contains(2004))
    program.send("\u{1B}[200~goto tue leave heat\n64\t\r\n65\nsay d\u{1B}[201~")
    #expect(program.shows("Tuesday leave: heat 65 °F, was 62"))
    #expect(program.shows("> say d"))
    program.send("ay\r")
    #expect(program.shows("From 08:00, leave: heat to 65, cool to 85."))
    program.send("quit!\r")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(try program.unrestored() == nil)
  }

  @Test("a pasted line that is too long does not run, and the lines around it do")
  func longPaste() throws {
    let program = try start()
    let blanks = String(repeating: " ", count: 10_000)
    program.send(
      "\u{1B}[200~goto tue leave heat\ntue.leave.heat=64\(blanks)0\n=63\nsay d\u{1B}[201~")
    #expect(
      program.shows("Not done: the pasted text is too long; the end of this line is missing"))
    #expect(program.shows("Tuesday leave: heat 63 °F, was 62"))
    #expect(program.shows("> say d"))
    #expect(!program.screen.lines.contains { $0.contains("heat 64") })
    // Nor is it among the earlier lines.
    program.send("\u{3}\u{1B}[A\u{1B}[A")
    #expect(program.shows("> goto tue leave heat"))
    program.send("\u{3}\u{1B}[200~64\(blanks)0\u{1B}[201~")
    #expect(
      program.terminal.receive(on: &program.screen) { screen in
        screen.lines.count { $0.hasPrefix("Not done: the pasted text") } == 2
      })
    program.send("undo\rquit\r")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(try program.unrestored() == nil)
  }

  @Test("answers wrap between words")
  func wrappedAnswers() throws {
    let program = try start(columns: 40)
    program.send("say day\r")
    #expect(program.shows("From 06:00, wake: heat to 70, cool to"))
    #expect(program.shows("  78."))
    program.send("quit\r")
    #expect(program.process.waitForEnd()?.end == .exited(0))
  }

  @Test("a narrow window shows a part of a line of wide characters, also after a resize")
  func narrowWindow() throws {
    let program = try start(columns: 30)
    program.send("rename " + String(repeating: "漢", count: 20))
    #expect(program.shows("漢漢漢漢漢"))
    try program.resize(rows: 24, columns: 16)
    program.send("\u{1}")
    #expect(program.shows("> rename 漢漢"))
    program.send("\r")
    program.send("say cell\r")
    #expect(program.shows("wake"))
    program.send("schedules\r")
    #expect(program.shows("漢漢漢漢漢漢"))
    program.send("quit!\r")
    #expect(program.process.waitForEnd()?.end == .exited(0))
  }

  @Test("a signal ends it while its output is not read")
  func signalWhileBlocked() throws {
    let program = try start()
    program.send("goto tue leave heat\r64\r")
    #expect(program.shows("Tuesday leave: heat 64 °F, was 62"))
    try #require(try program.blocksOutput(with: "say week\r"))
    program.process.send(signal: SIGHUP)
    #expect(program.process.waitForEnd()?.end == .killed(signal: SIGHUP))
    #expect(try !program.hasChangedSettings)
  }

  @Test("a signal ends it while the terminal is stopped")
  func signalWhileStopped() throws {
    let program = try start()
    program.send("goto tue leave heat\r64\r")
    #expect(program.shows("Tuesday leave: heat 64 °F, was 62"))
    try program.stopOutput()
    program.send("say week\r")
    #expect(program.process.waitForSleep())
    program.process.send(signal: SIGTERM)
    #expect(program.process.waitForEnd()?.end == .killed(signal: SIGTERM))
    #expect(try !program.hasChangedSettings)
  }

  @Test("the typed line is shown again after a stop")
  func stopAndGoOn() throws {
    let program = try start()
    program.send("say we")
    #expect(program.shows("> say we"))
    program.process.send(signal: SIGSTOP)
    #expect(program.process.waitForStop())
    #expect(try ShellCommand("stty sane < '\(program.terminal.path)'", in: "/").status == 0)
    program.process.send(signal: SIGCONT)
    #expect(
      program.terminal.receive(on: &program.screen) { screen in
        screen.lines.count { $0 == "> say we" } == 2
      })
    program.send("ek\r")
    #expect(program.shows("The week of Home"))
    program.send("quit\r")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(try program.unrestored() == nil)
  }

  @Test(
    "a signal ends it, restores the terminal and keeps the edits",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(signal: Int32) throws {
    let program = try start()
    program.send("tue.leave.heat=64\rsay d")
    #expect(program.shows("> say d"))
    program.process.send(signal: signal)
    #expect(program.process.waitForEnd()?.end == .killed(signal: signal))
    #expect(try program.unrestored() == nil)
    let recovered = try ShellCommand("setpoint recover home.json", in: document.folder.path)
    #expect(recovered.text.contains("Tuesday leave heat 62 -> 64"), "\(recovered.text)")
  }

  @Test(
    "a terminal of any type gets only text and backspaces",
    arguments: ["dumb", "", "nosuch"])
  func simpleTerminals(type: String) throws {
    let program = try start(["TERM": type])
    program.send("goto tue leave heat\r65\u{1B}[D4\u{5}\u{7F}\rsave\r")
    #expect(program.shows("saved home.json"))
    program.send("\u{4}")
    #expect(program.process.waitForEnd()?.end == .exited(0))
    #expect(program.screen.modes == [7, 25] && program.screen.unknown.isEmpty)
    #expect(try saved() == "64\n")
  }
}
