import TestSupport
import TestTraits
import Testing
import CLibrary

/// The editor on a pseudo-terminal: its output, and how it ends.
@Suite("The editor on a pseudo-terminal", .waits) struct EditorOnPTYTests {
  private let document = TestDocument()

  /// One packet carries a key. SentBytesTests has the median of all moves.
  @Test("each key of an edit, and each move, sends at most 1,400 bytes")
  func bytes() throws {
    let editor = try document.edit()
    editor.send("\u{1B}OB\u{1B}OC\u{1B}OC\u{1B}OC\u{1B}OC")
    try #require(editor.shows("Tuesday leave heat", cursor: (5, 36)))
    _ = editor.terminal.takeOutput()
    let before = editor.terminal.receivedByteCount
    editor.send("64\r")
    try #require(editor.shows("Wednesday leave heat", cursor: (6, 36)))
    let edit = editor.terminal.receivedByteCount - before
    #expect((20...1_400).contains(edit), "\(edit) bytes")
    let moves: [(keys: String, status: String, cursor: (Int, Int))] = [
      ("\u{1B}OD", "Wednesday leave time", (6, 29)),
      ("\u{1B}OH", "Wednesday wake time", (6, 12)),
      ("\u{1B}[6~", "Sunday wake time", (10, 12)),
      ("\u{1B}[Z", "Saturday sleep cool", (9, 75)),
    ]
    for (keys, status, cursor) in moves {
      let before = editor.terminal.receivedByteCount
      editor.send(keys)
      try #require(editor.shows(status, cursor: cursor), "\(editor.screen.lines)")
      let count = editor.terminal.receivedByteCount - before
      #expect((20...1_400).contains(count), "\(count) bytes for \(status)")
    }
    editor.send("qn")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
  }

  /// FaultMatrixTests has the terminal after every signal.
  @Test("a signal ends it with a message about edits that were not saved") func signal() throws {
    let editor = try document.edit()
    editor.send("\u{1B}OC64\r")
    try #require(editor.shows("Tuesday wake heat"))
    editor.process.send(signal: SIGTERM)
    #expect(editor.process.waitForEnd()?.end == .killed(signal: SIGTERM))
    #expect(try editor.unrestored() == nil)
    // The terminal may show the message on two lines and indents the second one.
    let isSaid = editor.terminal.receive(on: &editor.screen) {
      $0.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        .contains("edits were not saved")
    }
    #expect(isSaid, "\(editor.screen.lines)")
  }

  /// write(2) would wait for a terminal that shows nothing any more.
  /// TerminalSessionTests has the other signals.
  @Test("a signal ends it while the terminal takes no output")
  func signalWhileBlocked() throws {
    let editor = try document.edit()
    editor.send("\u{1B}OC64\r")
    try #require(editor.shows("Tuesday wake heat"))
    try #require(try editor.blocksOutput(with: "\u{0C}"))
    editor.process.send(signal: SIGHUP)
    #expect(editor.process.waitForEnd()?.end == .killed(signal: SIGHUP))
    #expect(try !editor.hasChangedSettings)
  }

  /// ^S that comes when the line settings are back stops the terminal; so does tcflow(3).
  @Test("a signal ends it while the terminal is stopped", arguments: [SIGTERM, SIGSEGV])
  func signalsWhileStopped(signal: Int32) throws {
    let editor = try document.edit()
    editor.send("\u{1B}OC64\r")
    try #require(editor.shows("Tuesday wake heat"))
    try editor.stopOutput()
    editor.process.send(signal: signal)
    #expect(editor.process.waitForEnd()?.end == .killed(signal: signal))
    #expect(try !editor.hasChangedSettings)
  }

  @Test("with NO_COLOR no colour is sent, and the cell is still reversed")
  func noColor() throws {
    let editor = try document.edit(["NO_COLOR": "1"])
    let renditions = Set(editor.screen.cells.joined().flatMap(\.rendition))
    #expect(renditions.isSubset(of: ["1", "4", "7"]) && renditions.contains("7"))
  }

  @Test("in a plain locale only ASCII is sent")
  func plainLocale() throws {
    let editor = try document.edit(["LANG": "C"])
    #expect(editor.screen.lines.joined().utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("an unusable terminal is reported") func unusable() throws {
    let editor = try ProgramOnPTY(
      BuiltProduct.path("setpoint"), ["edit", document.path], environment: ["TERM": "dumb"])
    #expect(editor.shows("setpoint: "))
    #expect(editor.process.waitForEnd()?.end == .exited(64))
  }
}
