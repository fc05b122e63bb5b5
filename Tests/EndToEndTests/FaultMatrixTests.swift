import TestSupport
import Testing
import CLibrary

/// However the editor ends, the terminal is as it was found, within a second and without spinning.
@Suite(.serialized) final class FaultMatrixTests {
  private let folder = TemporaryFolder()
  private let terminal: PseudoTerminal
  private var screen = ScreenInterpreter()
  private let settingsBefore: [UInt8]

  init() throws {
    terminal = try PseudoTerminal()
    settingsBefore = try Self.settings(terminal)
    _ = try ShellCommand("setpoint new home.json", in: folder.path)
  }

  /// How the editor is brought to its end.
  enum Fault: Sendable, CustomTestStringConvertible {
    case signal(Int32)
    case keys(String)

    var testDescription: String {
      switch self {
      case .signal(let number): "signal \(number)"
      case .keys(let keys): "keys \(keys.debugDescription)"
      }
    }
  }

  static let environments: [[String: String]] = [
    [:], ["NO_COLOR": "1"], ["LANG": "C"], ["TERM": "xterm"], ["TERM": "screen-256color"],
    ["TERM": "tmux-256color"],
  ]
  static let faults: [Fault] =
    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV].map { .signal($0) } + [.keys("q")]

  @Test(arguments: faults, environments)
  func theTerminalIsAsItWas(fault: Fault, environment: [String: String]) throws {
    let process = try start(environment)
    #expect(screen.modes.isSuperset(of: [1049, 2004]))
    #expect(try Self.settings(terminal) != settingsBefore)
    switch fault {
    case .signal(let number): process.send(signal: number)
    case .keys(let keys): terminal.send(keys)
    }
    let outcome = try #require(process.waitForEnd(within: .seconds(1)))
    switch fault {
    case .signal(let number): #expect(outcome.end == .killed(signal: number))
    case .keys: #expect(outcome.end == .exited(0))
    }
    #expect(outcome.processorTime < 500_000)
    try expectRestored()
  }

  @Test func endOfInputEndsItWithoutSpinning() throws {
    let process = try TerminalProcess(
      "/bin/sh",
      [
        "-c",
        "trap '' HUP; exec '\(BuiltProduct.path("setpoint"))' edit '\(folder.path("home.json"))'",
      ],
      on: terminal)
    #expect(waitFor("quit"))
    terminal.hangUp()
    let outcome = try #require(process.waitForEnd(within: .seconds(1)))
    #expect(outcome.end == .exited(74))
    #expect(outcome.processorTime < 500_000)
  }

  @Test func stoppingGivesTheTerminalToTheShellAndGoingOnTakesIt() throws {
    let shell = try TerminalProcess("/bin/sh", ["-i"], on: terminal)
    terminal.send("PS1='ready> '; cd '\(folder.path)'\r")
    #expect(waitFor("ready>"))
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    let before = try Self.settings(terminal)
    terminal.send("'\(BuiltProduct.path("setpoint"))' edit home.json\r")
    #expect(waitFor("quit"))
    terminal.receiveUntilQuiet()
    screen.feed(terminal.takeOutput())
    #expect(screen.modes.isSuperset(of: [1, 1049, 2004]))
    for _ in 0..<2 {
      screen.feed("\u{1B}[H\u{1B}[2J".utf8)
      terminal.send("\u{1A}")
      #expect(waitFor("ready>"))
      #expect(try Self.settings(terminal) == before)
      #expect(screen.modes == [7, 25])
      #expect(screen.currentRendition.isEmpty)
      // What the shell leaves on the screen must not be seen in the editor.
      terminal.send("printf '\\033[H\\033[2Jbetween\\033[41m'; fg\r")
      #expect(waitFor("quit"))
      terminal.receiveUntilQuiet()
      screen.feed(terminal.takeOutput())
      #expect(screen.modes.isSuperset(of: [1, 1049, 2004]))
      #expect(!screen.lines.contains { $0.contains("between") })
      #expect(!screen.cells.contains { $0.contains { $0.rendition.contains("41") } })
    }
    terminal.send("q")
    #expect(waitFor("ready>"))
    #expect(try Self.settings(terminal) == before)
    #expect(screen.modes == [7, 25])
    #expect(shell.id > 0)
  }

  @Test func nothingIsUsedWhileNothingHappens() throws {
    let process = try start([:])
    let switches = Self.voluntarySwitches(process.id)
    terminal.receiveUntilQuiet(for: .milliseconds(500), within: .milliseconds(500))
    #expect(terminal.takeOutput().isEmpty)
    #expect(Self.voluntarySwitches(process.id) == switches)
  }

  private func start(_ environment: [String: String]) throws -> TerminalProcess {
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: TerminalProcess.plainEnvironment.merging(environment) { $1 }, on: terminal)
    try #require(waitFor("quit"))
    terminal.receiveUntilQuiet(for: .milliseconds(20))
    screen.feed(terminal.takeOutput())
    return process
  }

  private func waitFor(_ text: String) -> Bool {
    terminal.receive(text, on: &screen)
  }

  private func expectRestored() throws {
    terminal.receiveUntilQuiet(for: .milliseconds(20))
    screen.feed(terminal.takeOutput())
    #expect(screen.modes == [7, 25])
    #expect(screen.region == 0..<24)
    #expect(screen.currentRendition.isEmpty)
    #expect(screen.unknown.isEmpty)
    #expect(try Self.settings(terminal) == settingsBefore)
  }

  private static func settings(_ terminal: PseudoTerminal) throws -> [UInt8] {
    var settings = try terminal.settings()
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  /// How often a process went to sleep; nil where the system has no such file.
  private static func voluntarySwitches(_ id: pid_t) -> Substring? {
    guard let file = fopen("/proc/\(id)/status", "r") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("voluntary_ctxt_switches") }
  }
}
