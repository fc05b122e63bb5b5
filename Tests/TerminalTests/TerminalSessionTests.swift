import TestSupport
import Testing
import CLibrary

/// The real back end in a pseudo-terminal: `terminal-probe` draws, the tests see the bytes.
@Suite("The terminal session", .serialized)
final class TerminalSessionTests {
  let terminal: PseudoTerminal
  let settingsBefore: [UInt8]
  /// What a person would see, as far as a test let it catch up.
  private var screen = ScreenInterpreter()
  /// Kept until the test is over; the process is killed when nobody holds it.
  private var probe: TerminalProcess?

  init() throws {
    terminal = try PseudoTerminal()
    settingsBefore = try terminal.settingsBytes()
  }

  @Test("gives the terminal back as it was when the program leaves")
  func restoresOnExit() throws {
    let probe = try start()
    #expect(try terminal.settingsBytes() != settingsBefore)
    terminal.send("q")
    #expect(probe.waitForEnd()?.end == .exited(0))
    try expectRestored()
  }

  @Test(
    "gives the terminal back in a crash and lets the signal kill",
    arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE])
  func restoresOnCrash(signal: Int32) throws {
    let probe = try start()
    terminal.send("m")
    #expect(waitFor("mouse on"))
    #expect(screen.modes.isSuperset(of: [1, 1000, 1006, 1049, 2004]))
    // As if somebody had been in the midst of scrolling a part of the screen.
    screen.feed("\u{1B}[5;10r\u{1B}[1;41m".utf8)
    probe.send(signal: signal)
    #expect(probe.waitForEnd()?.end == .killed(signal: signal))
    try expectRestored()
  }

  @Test(
    "gives the terminal back when the program traps or has used up its stack",
    arguments: ["t", "o"])
  func restoresOnOwnFault(key: String) throws {
    let probe = try start()
    terminal.send(key)
    guard case .killed = probe.waitForEnd(within: .seconds(20))?.end else {
      Issue.record("not killed by a signal")
      return
    }
    try expectRestored()
  }

  @Test(
    "reports signals that ask the program to end", arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func reportsTermination(signal: Int32) throws {
    let probe = try start()
    terminal.send("m")
    #expect(waitFor("mouse on"))
    probe.send(signal: signal)
    #expect(probe.waitForEnd(within: .seconds(1))?.end == .exited(128 + signal))
    try expectRestored()
  }

  @Test("reports end of input at once when the terminal is gone, without spinning")
  func reportsHangUp() throws {
    let probe = try start(arguments: ["--ignore-hangup"])
    terminal.hangUp()
    let outcome = try #require(probe.waitForEnd(within: .seconds(1)))
    #expect(outcome.end == .exited(4))
    #expect(outcome.processorTime < 200_000)
  }

  @Test("sends at most 80 bytes for a move or an edit, and none while nothing happens")
  func sendsLittle() throws {
    try start()
    for key in ["\u{1B}OB", "\u{1B}OC", "\u{1B}OC", "e", "\u{1B}OD", "\u{1B}OA", "e"] {
      terminal.send(key)
      terminal.receiveUntilQuiet()
      let count = terminal.takeOutput().count
      #expect((1...80).contains(count), "\(count) bytes for \(key.debugDescription)")
    }
    terminal.receiveUntilQuiet(for: .milliseconds(300))
    #expect(terminal.takeOutput().isEmpty)
  }

  @Test("loses no key of a long burst")
  func keepsBursts() throws {
    try start()
    terminal.send(String(repeating: "e\u{1B}OC\u{1B}[Dé", count: 500) + "n")
    #expect(terminal.receive("keys: 2001", within: .seconds(30)))
  }

  @Test("tells Escape alone from Alt, and drops what it does not know")
  func decodesKeys() throws {
    try start()
    terminal.send("\u{1B}[1;5A\u{1B}[99~\u{1B}")
    #expect(terminal.receive("named escape"))
    terminal.send("\u{1B}x")
    #expect(terminal.receive("alt x"))
    terminal.send("\u{3}")
    #expect(terminal.receive("control c"))
    terminal.send("n")
    #expect(terminal.receive("keys: 4"))
  }

  @Test("survives any size and ends a storm of resizes with the last one")
  func resizes() throws {
    try start()
    for step in 0..<200 { try terminal.resize(rows: 1 + step % 40, columns: 1 + step % 120) }
    try terminal.resize(rows: 30, columns: 100)
    #expect(terminal.receive("resized to 30x100"))
    try terminal.resize(rows: 1, columns: 1)
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    try terminal.resize(rows: 24, columns: 80)
    #expect(terminal.receive("resized to 24x80"))
    #expect(terminal.receive("help"))
  }

  @Test("paints everything anew when a resize leaves the size as it was")
  func repaintsOnResize() throws {
    let probe = try start()
    probe.send(signal: SIGWINCH)
    // The terminal may have moved its text about in between.
    #expect(terminal.receive("help"))
  }

  @Test("paints everything anew after it was stopped from outside")
  func continues() throws {
    let probe = try start()
    probe.send(signal: SIGSTOP)
    #expect(probe.waitForStop())
    _ = terminal.takeOutput()
    probe.send(signal: SIGCONT)
    #expect(terminal.receive("continued"))
    #expect(terminal.takeOutput().contains(Array("help".utf8)))
  }

  @Test("leaves and enters the screen around a suspension")
  func suspends() throws {
    try start()
    // The leader of a session has no shell to go back to: the system ignores the stop.
    terminal.send("\u{1A}")
    #expect(terminal.receive("suspended"))
    let output = terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let entering = try #require(output.firstRange(of: Array("\u{1B}[?1049h".utf8)))
    #expect(leaving.lowerBound < entering.lowerBound)
    #expect(output.contains(Array("help".utf8)))
  }

  @Test(
    "refuses a terminal it cannot use with a message",
    arguments: [("no-such-type", "unknown"), ("", "not set"), ("dumb", "cannot move")])
  func refuses(type: String, message: String) throws {
    let probe = try launch(environment: ["TERM": type])
    #expect(terminal.receive(message))
    #expect(probe.waitForEnd(within: .seconds(1))?.end == .exited(3))
    #expect(try terminal.settingsBytes() == settingsBefore)
  }

  @Test("sends no colour when NO_COLOR is set")
  func obeysNoColor() throws {
    try start(environment: ["NO_COLOR": "1"])
    #expect(!terminal.output.contains(Array("\u{1B}[3".utf8)))
  }

  @Test("sends ASCII alone where the locale is not UTF-8")
  func obeysLocale() throws {
    try start(environment: ["LANG": "C"])
    #expect(terminal.receive("Winter ? home"))
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }
}

extension TerminalSessionTests {
  private func launch(
    arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    try TerminalProcess(
      BuiltProduct.path("terminal-probe"), arguments,
      environment: TerminalProcess.plainEnvironment.merging(environment) { $1 }, on: terminal)
  }

  /// Starts the probe and waits for the last word of its picture.
  @discardableResult
  private func start(
    arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    let probe = try launch(arguments: arguments, environment: environment)
    self.probe = probe
    try #require(terminal.receive("help"))
    terminal.receiveUntilQuiet(for: .milliseconds(20))
    if environment.isEmpty { screen.feed(terminal.takeOutput()) }
    return probe
  }

  /// The alternate screen left, cursor keys, modes, scroll region and line settings as before.
  private func expectRestored() throws {
    terminal.receiveUntilQuiet()
    let output = terminal.takeOutput()
    screen.feed(output)
    #expect(output.contains(Array("\u{1B}[?1049l".utf8)))
    #expect(output.contains(Array("\u{1B}[?1l\u{1B}>".utf8)))
    #expect(screen.modes == [7, 25])
    #expect(screen.region == 0..<24)
    #expect(screen.currentRendition.isEmpty)
    #expect(screen.unknown.isEmpty)
    #expect(try terminal.settingsBytes() == settingsBefore)
  }

  /// Waits until the screen shows `text`, and lets the screen catch up.
  private func waitFor(_ text: String) -> Bool {
    terminal.receive(text, on: &screen)
  }
}

extension PseudoTerminal {
  /// The line settings in a form that can be compared.
  fileprivate func settingsBytes() throws -> [UInt8] {
    try withUnsafeBytes(of: settings()) { Array($0) }
  }
}
