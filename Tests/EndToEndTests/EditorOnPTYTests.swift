import TestSupport
import Testing
import CLibrary

/// The editor on a pseudo-terminal: what it sends, byte by byte, and how it leaves.
@Suite(.serialized) struct EditorOnPTYTests {
  private let folder = TemporaryFolder()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
    _ = try ShellCommand("setpoint new home.json", in: folder.path)
  }

  private func start(_ changes: [String: String] = [:]) throws -> TerminalProcess {
    let environment = TerminalProcess.plainEnvironment.merging(changes) { $1 }
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")], environment: environment,
      on: terminal)
    #expect(terminal.receive("q quit"))
    terminal.receiveUntilQuiet()
    _ = terminal.takeOutput()
    return process
  }

  /// How many bytes answer keys, of which there must be some.
  ///
  /// On a loaded machine an answer may begin after a while in which nothing came; counted with the
  /// next ones it would seem too long.
  private func bytes(for keys: String) -> Int {
    terminal.send(keys)
    #expect(terminal.receive { !$0.isEmpty }, "\(keys.debugDescription) is not answered")
    terminal.receiveUntilQuiet()
    return terminal.takeOutput().count
  }

  /// The budget of the design: a bare ncurses program needs 39 bytes for an edit, sc 69, nano 106.
  @Test func anEditOfTwoDigitsIsAtMost80Bytes() throws {
    let process = try start()
    _ = bytes(for: "\u{1B}OB\u{1B}OC\u{1B}OC\u{1B}OC\u{1B}OC")
    let count = ["6", "4", "\r"].map { bytes(for: $0) }.reduce(0, +)
    #expect((20...80).contains(count), "\(count) bytes")
    #expect(bytes(for: "qn") > 0)
    #expect(process.waitForEnd()?.end == .exited(0))
  }

  @Test func everyMoveIsAtMost80Bytes() throws {
    let process = try start()
    var most = (count: 0, move: "")
    // Down every column and back along every row: each neighbour is visited both ways.
    let right = "\u{1B}OC", left = "\u{1B}OD", down = "\u{1B}OB", up = "\u{1B}OA"
    var moves: [(String, String)] = []
    for column in 0..<12 {
      moves += (0..<6).map { ("\(column)/\($0) vertical", column.isMultiple(of: 2) ? down : up) }
      if column < 11 { moves.append(("\(column) right", right)) }
    }
    moves += (0..<11).map { ("\($0) left", left) }
    for place in 0..<12 {
      moves += [("\(place) end", "\u{1B}OF"), ("\(place) home", "\u{1B}OH"), ("tab", "\t")]
      moves += [("\(place) last", "\u{1B}[6~"), ("\(place) wrap", "\t"), ("back", "\u{1B}[Z")]
      moves += [("\(place) first", "\u{1B}[5~"), ("\(place) back", "\u{1B}[Z"), ("right", right)]
    }
    for (name, keys) in moves {
      let count = bytes(for: keys)
      if count > most.count { most = (count, name) }
    }
    #expect((20...80).contains(most.count), "\(most)")
    #expect(process.id > 0)
  }

  @Test func nothingIsSentWhileNothingHappens() throws {
    let process = try start()
    terminal.receiveUntilQuiet(for: .milliseconds(500), within: .milliseconds(500))
    #expect(terminal.takeOutput().isEmpty)
    #expect(process.id > 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func aSignalEndsItAndGivesTheTerminalBack(signal: Int32) throws {
    let before = try settings()
    let process = try start()
    #expect(try settings() != before)
    _ = bytes(for: "\u{1B}OC64\r")
    process.send(signal: signal)
    #expect(process.waitForEnd(within: .seconds(2))?.end == .killed(signal: signal))
    #expect(try settings() == before)
    #expect(terminal.receive("\u{1B}[?1049l"))
    #expect(terminal.receive("edits were not saved"))
  }

  @Test func quittingGivesTheTerminalBack() throws {
    let before = try settings()
    let process = try start()
    terminal.send("q")
    #expect(process.waitForEnd()?.end == .exited(0))
    #expect(try settings() == before)
    #expect(terminal.receive("\u{1B}[?1049l"))
  }

  @Test func aClosedTerminalEndsItWithoutSpinning() throws {
    let process = try start()
    terminal.hangUp()
    let outcome = try #require(process.waitForEnd(within: .seconds(1)))
    #expect(outcome.end == .killed(signal: SIGHUP) || outcome.end == .exited(74))
    #expect(outcome.processorTime < 500_000)
  }

  @Test func withoutColorNoneIsSent() throws {
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: TerminalProcess.plainEnvironment.merging(["NO_COLOR": "1"]) { $1 },
      on: terminal)
    #expect(terminal.receive("q quit"))
    let text = String(decoding: terminal.takeOutput(), as: UTF8.self)
    #expect(text.firstMatch(of: #/\u{1B}\[[34][0-7]m/#) == nil)
    #expect(text.contains("\u{1B}[;7m") || text.contains("\u{1B}[7m"))
    #expect(process.id > 0)
  }

  @Test func inAPlainLocaleOnlyASCIIIsSent() throws {
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: TerminalProcess.plainEnvironment.merging(["LANG": "C"]) { $1 }, on: terminal)
    #expect(terminal.receive("q quit"))
    #expect(terminal.takeOutput().allSatisfy { $0 < 0x80 })
    #expect(process.id > 0)
  }

  @Test(arguments: ["no-such-terminal", "dumb", ""])
  func aTerminalThatCannotBeUsedIsSaidSo(type: String) throws {
    let process = try TerminalProcess(
      BuiltProduct.path("setpoint"), ["edit", folder.path("home.json")],
      environment: TerminalProcess.plainEnvironment.merging(["TERM": type]) { $1 }, on: terminal)
    #expect(process.waitForEnd()?.end == .exited(64))
    #expect(terminal.receive("setpoint: "))
  }

  private func settings() throws -> [UInt8] {
    var settings = try terminal.settings()
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}
