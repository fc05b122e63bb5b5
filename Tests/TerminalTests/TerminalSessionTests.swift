import Terminal
import TestSupport
import TestTraits
import Testing
import CLibrary

/// The real back end in a pseudo-terminal: `terminal-probe` draws, the tests see the bytes.
@Suite("The terminal session", .serialized, .waits)
struct TerminalSessionTests {
  @Test("restores the terminal when the program exits")
  func restoresOnExit() throws {
    let probe = try Probe.start()
    #expect(try probe.hasChangedSettings)
    probe.send("q")
    #expect(probe.process.waitForEnd()?.end == .exited(0))
    #expect(try probe.unrestored() == nil)
  }

  @Test(
    "restores the terminal after a crash and lets the signal kill the program",
    arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS])
  func restoresOnCrash(signal: Int32) throws {
    let probe = try Probe.start()
    probe.send("m")
    #expect(probe.shows("mouse on"))
    #expect(probe.screen.modes.isSuperset(of: [1, 1000, 1006, 1049, 2004]))
    // As if styled text was being written.
    probe.screen.feed("\u{1B}[1;41m".utf8)
    probe.process.send(signal: signal)
    #expect(probe.process.waitForEnd()?.end == .killed(signal: signal))
    #expect(try probe.unrestored() == nil)
  }

  @Test(
    "restores the terminal after a trap or a stack overflow",
    arguments: ["t", "o"])
  func restoresOnOwnFault(key: String) throws {
    let probe = try Probe.start()
    probe.send(key)
    guard case .killed = probe.process.waitForEnd()?.end else {
      Issue.record("not killed by a signal")
      return
    }
    #expect(try probe.unrestored() == nil)
  }

  @Test(
    "reports signals that ask the program to end",
    arguments: [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF,
      SIGXCPU,
    ] + otherEnds)
  func reportsTermination(signal: Int32) throws {
    let probe = try Probe.start()
    probe.send("m")
    #expect(probe.shows("mouse on"))
    probe.process.send(signal: signal)
    #expect(probe.process.waitForEnd()?.end == .exited(128 + signal))
    #expect(try probe.unrestored() == nil)
  }

  @Test(
    "ends on request while the terminal reads no output", arguments: [SIGTERM, SIGHUP])
  func endsWhileBlocked(signal: Int32) throws {
    let probe = try Probe.start()
    try #require(try probe.blocksOutput(with: "T"))
    probe.process.send(signal: signal)
    #expect(probe.process.waitForEnd()?.end == .exited(128 + signal))
    #expect(try !probe.hasChangedSettings)
    probe.terminal.receiveToEnd()
    #expect(
      probe.terminal.takeOutput().suffix(400).contains(Array("\u{1B}[?1049l".utf8)),
      "the screen is left")
  }

  @Test("crashes to the shell's screen while the terminal reads no output")
  func crashesWhileBlocked() throws {
    let probe = try Probe.start()
    try #require(try probe.blocksOutput(with: "T"))
    probe.process.send(signal: SIGSEGV)
    #expect(probe.process.waitForEnd()?.end == .killed(signal: SIGSEGV))
    #expect(try !probe.hasChangedSettings)
  }

  /// Of Linux alone: SIGSTKFLT, SIGPOLL, SIGPWR, the real-time signals.
  static var otherEnds: [Int32] {
    #if os(Linux)
      [16, 29, 30, __libc_current_sigrtmin(), __libc_current_sigrtmax()]
    #else
      []
    #endif
  }

  @Test(
    "draws a part of a window that is larger than any screen",
    arguments: [(0, 0), (1, 65535), (65535, 1), (65535, 65535)])
  func anyWindow(rows: Int, columns: Int) throws {
    let probe = try Probe.start()
    try probe.terminal.resize(rows: rows, columns: columns)
    let size = rows == 0 ? "24x80" : "\(min(512, rows))x\(min(1024, columns))"
    if rows > 1, columns > 1 { #expect(probe.terminal.receive("resized to \(size)")) }
    probe.send("m")
    #expect(probe.terminal.receive("\u{1B}[?1000h"), "it answers a key")
    let memory = probe.process.status("VmHWM")?.filter(\.isNumber)
    #expect(try #require(memory.flatMap { Int($0) }) < 64 << 10, "KiB")
    probe.send("q")
    #expect(probe.process.waitForEnd()?.end == .exited(0))
  }

  @Test("reports the end of input when the terminal is gone, without spinning")
  func reportsHangUp() throws {
    let probe = try Probe.start(arguments: ["--ignore-hangup"])
    probe.terminal.hangUp()
    let outcome = try #require(probe.process.waitForEnd())
    #expect(outcome.end == .exited(4))
    #expect(outcome.processorTime < 200_000)
  }

  @Test("sends at most 80 bytes for a move or an edit, and none while nothing happens")
  func sendsLittle() throws {
    let probe = try Probe.start()
    let keys: [(String, (row: Int, column: Int))] = [
      ("\u{1B}OB", (5, 12)), ("\u{1B}OC", (5, 19)), ("\u{1B}OC", (5, 24)), ("e", (5, 24)),
      ("\u{1B}OD", (5, 19)), ("\u{1B}OA", (4, 19)), ("e", (4, 19)),
    ]
    var value = 62
    for (key, cursor) in keys {
      let before = probe.terminal.receivedByteCount
      probe.send(key)
      if key == "e" { value = 57 }
      let isShown = probe.terminal.receive(on: &probe.screen) { screen in
        screen.cursor == cursor
          && (key != "e" || screen.lines[cursor.row].dropFirst(cursor.column).hasPrefix("\(value)"))
          && screen.lines[22].hasSuffix(
            "tag \(10 + (cursor.row - 4) * 12 + Self.field(at: cursor.column))")
      }
      #expect(isShown, "\(probe.screen.lines)")
      let count = probe.terminal.receivedByteCount - before
      #expect((1...80).contains(count), "\(count) bytes for \(key.debugDescription)")
    }
    #expect(probe.rests(for: .milliseconds(300)))
  }

  /// The first three fields of the picture.
  private static func field(at column: Int) -> Int { column == 12 ? 0 : column == 19 ? 1 : 2 }

  @Test("loses no key of a long burst")
  func keepsBursts() throws {
    let probe = try Probe.start()
    probe.send(String(repeating: "e\u{1B}OC\u{1B}[Dé", count: 500) + "n")
    #expect(probe.terminal.receive("keys: 2001"))
  }

  @Test("distinguishes Escape from Alt, and drops unknown sequences")
  func decodesKeys() throws {
    let probe = try Probe.start()
    probe.send("\u{1B}[1;5A\u{1B}[99~\u{1B}")
    #expect(probe.terminal.receive("named escape"))
    probe.send("\u{1B}x")
    #expect(probe.terminal.receive("alt x"))
    probe.send("\u{3}")
    #expect(probe.terminal.receive("control c"))
    probe.send("n")
    #expect(probe.terminal.receive("keys: 4"))
  }

  @Test("survives any size, and many resizes end with the last size")
  func resizes() throws {
    let probe = try Probe.start()
    for step in 0..<200 { try probe.resize(rows: 1 + step % 40, columns: 1 + step % 120) }
    try probe.resize(rows: 30, columns: 100)
    #expect(probe.terminal.receive("resized to 30x100"))
    _ = probe.terminal.takeOutput()
    try probe.resize(rows: 1, columns: 1)
    #expect(probe.terminal.receive { !$0.isEmpty })
    try probe.resize(rows: 24, columns: 80)
    #expect(probe.terminal.receive("resized to 24x80"))
    #expect(probe.terminal.receive("help"))
  }

  @Test("repaints everything after a resize to the same size")
  func repaintsOnResize() throws {
    let probe = try Probe.start()
    probe.process.send(signal: SIGWINCH)
    // The terminal may have moved its text about in between.
    #expect(probe.terminal.receive("help"))
  }

  @Test("repaints everything after it was stopped from outside")
  func continues() throws {
    let probe = try Probe.start()
    probe.process.send(signal: SIGSTOP)
    #expect(probe.process.waitForStop())
    _ = probe.terminal.takeOutput()
    probe.process.send(signal: SIGCONT)
    #expect(probe.terminal.receive("continued"))
    #expect(probe.terminal.takeOutput().contains(Array("help".utf8)))
  }

  @Test("leaves and enters the screen around a suspension")
  func suspends() throws {
    let probe = try Probe.start()
    // The leader of a session has no shell to go back to: the system ignores the stop.
    probe.send("\u{1A}")
    #expect(probe.terminal.receive("suspended"))
    let output = probe.terminal.takeOutput()
    let leaving = try #require(output.firstRange(of: Array("\u{1B}[?1049l".utf8)))
    let entering = try #require(output.firstRange(of: Array("\u{1B}[?1049h".utf8)))
    #expect(leaving.lowerBound < entering.lowerBound)
    #expect(output.contains(Array("help".utf8)))
  }

  @Test("refuses a second session, which leaves the first as it was")
  func refusesSecond() throws {
    let probe = try Probe.start()
    probe.send("s")
    #expect(probe.shows("this program already uses a terminal"))
    probe.send("n")
    #expect(probe.shows("keys: 1"))
    probe.process.send(signal: SIGTERM)
    #expect(probe.process.waitForEnd()?.end == .exited(128 + SIGTERM))
    #expect(try probe.unrestored() == nil)
  }

  @Test("names the reason of a failed call")
  func setUpFailure() {
    #expect(
      TerminalError.setUpFailed(errno: EMFILE).description
        == "the terminal could not be set up: Too many open files")
  }

  @Test(
    "refuses an unusable terminal with a message",
    arguments: [("no-such-type", "unknown"), ("", "not set"), ("dumb", "cannot move")])
  func refuses(type: String, message: String) throws {
    let probe = try Probe.launch(environment: ["TERM": type])
    #expect(probe.shows(message))
    #expect(probe.process.waitForEnd()?.end == .exited(3))
    #expect(try !probe.hasChangedSettings)
  }

  @Test("sends no colour when NO_COLOR is set")
  func obeysNoColor() throws {
    let probe = try Probe.start(environment: ["NO_COLOR": "1"])
    let renditions = Set(probe.screen.cells.joined().flatMap(\.rendition))
    #expect(renditions.isSubset(of: ["1", "4", "7"]) && renditions.contains("7"))
  }

  @Test("sends only ASCII if the locale is not UTF-8")
  func obeysLocale() throws {
    let probe = try Probe.start(environment: ["LANG": "C"])
    #expect(probe.shows("Winter ? home"))
    #expect(probe.screen.lines.joined().utf8.allSatisfy { $0 < 0x80 })
  }
}

/// `terminal-probe` on a terminal.
enum Probe {
  /// Starts it and waits for its whole picture.
  static func start(
    arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> ProgramOnPTY {
    let probe = try launch(arguments: arguments, environment: environment)
    try #require(probe.shows("help", cursor: (4, 12)), "\(probe.screen.lines)")
    return probe
  }

  /// Starts it.
  static func launch(
    arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> ProgramOnPTY {
    try ProgramOnPTY(
      BuiltProduct.path("terminal-probe"), arguments, environment: environment)
  }
}
