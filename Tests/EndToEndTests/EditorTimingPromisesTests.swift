import TestSupport
import Testing
import CLibrary

/// Points 8 and 9 of the editor's promises, and a large document: what a pseudo-terminal shows best.
@Suite(.serialized) final class EditorTimingPromisesTests {
  private let folder = TemporaryFolder()
  private let terminal: PseudoTerminal
  private var screen = ScreenInterpreter()

  init() throws {
    terminal = try PseudoTerminal()
    _ = try ShellCommand("setpoint new home.json", in: folder.path)
  }

  private func start(
    _ environment: [String: String] = [:], showing text: String = "q quit",
    program: String = BuiltProduct.path("setpoint")
  ) throws -> TerminalProcess {
    let process = try TerminalProcess(
      program, ["edit", folder.path("home.json")],
      environment: TerminalProcess.plainEnvironment.merging(environment) { $1 }, on: terminal)
    try #require(waits(for: text))
    return process
  }

  /// Waits until the screen shows `text`; takes what was sent.
  private func waits(for text: String) -> Bool {
    terminal.receive(text, on: &screen)
  }

  /// How long Escape takes to end typing.
  private func escapeTime() throws -> Duration {
    terminal.send("7")
    try #require(waits(for: "[7 "))
    let begin = ContinuousClock.now
    terminal.send("\u{1B}")
    try #require(waits(for: "[06:00]"))
    return ContinuousClock.now - begin
  }

  @Test("8: Esc is instant")
  func escape() throws {
    let process = try start()
    // The best of five: the machine may be busy. curses alone would take a second each time.
    let times = try (0..<5).map { _ in try escapeTime() }
    #expect(times.min() ?? .seconds(9) < .milliseconds(300), "\(times)")
    #expect(process.id > 0)
  }

  @Test("8: the person's ESCDELAY counts: arrows that arrive in pieces are arrows")
  func slowLink() throws {
    let process = try start(["ESCDELAY": "2000"])
    for piece in ["\u{1B}", "O", "B"] {
      terminal.send(piece)
      // Longer than the 25 ms that count when nothing is said.
      terminal.receiveUntilQuiet(for: .milliseconds(60))
    }
    #expect(waits(for: "101 Tue wake time"))
    #expect(try escapeTime() >= .milliseconds(2000))
    #expect(process.id > 0)
  }

  @Test("9: a storm of resizings is drawn once or twice")
  func storm() throws {
    let process = try start()
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    terminal.send("\u{0C}")
    try #require(terminal.receive { $0.count > 500 })
    terminal.receiveUntilQuiet()
    let whole = terminal.takeOutput().count
    process.send(signal: SIGSTOP)
    try #require(process.waitForStop())
    for count in 0..<100 { try terminal.resize(rows: 24 + count % 2, columns: 80 + count % 7) }
    try terminal.resize(rows: 24, columns: 100)
    process.send(signal: SIGCONT)
    try #require(terminal.receive { $0.count > 500 })
    terminal.receiveUntilQuiet()
    let output = terminal.takeOutput()
    #expect(output.count < 3 * whole, "\(output.count) bytes, \(whole) for a screen")
    var wide = ScreenInterpreter(rows: 24, columns: 100)
    wide.feed(output)
    #expect(wide.lines[0].hasSuffix("ok"))
    #expect(wide.lines[23].contains("q quit"))
  }

  @Test(
    "a document with 500 schedules opens at once; a step in their list draws the rows it changed")
  func manySchedules() throws {
    let text = String(decoding: WholeFile.bytes(folder.path("home.json")) ?? [], as: UTF8.self)
    let begin = try #require(text.firstRange(of: "    {"))
    let end = try #require(text.ranges(of: "    }").last)
    let one = text[begin.lowerBound..<end.upperBound]
    let all = (1...500).map { one.replacing("\"Home\"", with: "\"House \($0)\"") }
      .joined(separator: ",\n")
    WholeFile.write(
      Array((text[..<begin.lowerBound] + all + text[end.upperBound...]).utf8),
      folder.path("home.json"))
    let process = try start(showing: "House 20")
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    // Two rows change: the one left and the one reached.
    for step in 1...5 {
      terminal.send("j")
      #expect(terminal.receive { !$0.isEmpty })
      terminal.receiveUntilQuiet()
      let output = terminal.takeOutput()
      #expect((4...100).contains(output.count), "step \(step): \(output.count) bytes")
      screen.feed(output)
    }
    // Also where the list scrolls.
    for _ in 6...21 { terminal.send("j") }
    #expect(waits(for: "> House 22"))
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    print("bytes of a scrolling step:", scrollingStep())
    terminal.send("\u{1B}[F")
    #expect(waits(for: "> House 500"))
    terminal.send("\u{1B}")
    #expect(waits(for: "q quit"))
    terminal.send("q")
    let outcome = try #require(process.waitForEnd())
    #expect(outcome.end == .exited(0))
    try printTime()
  }

  private func scrollingStep() -> Int {
    terminal.send("j")
    #expect(terminal.receive { !$0.isEmpty })
    terminal.receiveUntilQuiet()
    let output = terminal.takeOutput()
    screen.feed(output)
    return output.count
  }

  /// Prints what opening and quitting takes; a count of time is no test where others use the machine.
  private func printTime() throws {
    let release = Fixtures.root + "/.build/release/setpoint"
    let program = access(release, X_OK) == 0 ? release : BuiltProduct.path("setpoint")
    screen = ScreenInterpreter()
    let process = try start(showing: "House 1", program: program)
    terminal.send("\u{1B}")
    #expect(waits(for: "q quit"))
    terminal.send("q")
    let outcome = try #require(process.waitForEnd())
    print("500 schedules: \(outcome.processorTime) µs of processor time, \(program)")
  }
}
