import TestSupport
import TestTraits
import Testing
import CLibrary

/// Points 8 and 9 of the editor's promises, and a large document: what a pseudo-terminal shows best.
@Suite("The editor's promises about time", .serialized, .waits) struct EditorTimingPromisesTests {
  private let document = TestDocument()

  /// How long Escape takes to end typing.
  private func escapeTime(_ editor: ProgramOnPTY) throws -> Duration {
    editor.send("7")
    try #require(editor.shows("[7 "))
    let begin = ContinuousClock.now
    editor.send("\u{1B}")
    try #require(editor.shows("[06:00]"))
    return ContinuousClock.now - begin
  }

  @Test("8: Esc is instant")
  func escape() throws {
    let editor = try document.edit()
    // The best of five: the machine may be busy. curses alone would take a second each time.
    let times = try (0..<5).map { _ in try escapeTime(editor) }
    #expect(times.min() ?? .seconds(9) < .milliseconds(300), "\(times)")
  }

  @Test("8: the person's ESCDELAY counts: arrows that arrive in pieces are arrows")
  func slowLink() throws {
    let editor = try document.edit(["ESCDELAY": "2000"])
    for piece in ["\u{1B}", "O", "B"] {
      editor.send(piece)
      // Longer than the 25 ms that count when nothing is said.
      _ = editor.output(during: .milliseconds(60))
    }
    #expect(editor.shows("Tue wake: time"))
    #expect(try escapeTime(editor) >= .milliseconds(2000))
  }

  @Test("8: a paste whose begin mark arrives in pieces is a paste")
  func slowPaste() throws {
    let editor = try document.edit()
    for piece in ["\u{1B}[20", "0", "~q"] {
      editor.send(piece)
      #expect(editor.output(during: .milliseconds(80)).isEmpty)
    }
    editor.send("\u{1B}[201~")
    #expect(editor.shows("\"q\" is not a time"))
  }

  @Test("9: a storm of resizings is drawn once or twice")
  func storm() throws {
    let editor = try document.edit()
    let start = editor.terminal.receivedByteCount
    editor.send("\u{0C}")
    try #require(editor.terminal.receive { $0.count > 500 })
    try #require(editor.shows("q quit", cursor: (4, 12)))
    let whole = editor.terminal.receivedByteCount - start
    editor.process.send(signal: SIGSTOP)
    try #require(editor.process.waitForStop())
    for count in 0..<100 {
      try editor.terminal.resize(rows: 24 + count % 2, columns: 80 + count % 7)
    }
    try editor.resize(rows: 24, columns: 100)
    let before = editor.terminal.receivedByteCount
    editor.process.send(signal: SIGCONT)
    let isWide = editor.terminal.receive(on: &editor.screen) {
      $0.lines[0].hasSuffix("no problems") && $0.lines[0].count > 80
        && $0.lines[23].contains("q quit")
    }
    #expect(isWide, "\(editor.screen.lines)")
    _ = editor.output(during: .milliseconds(100))
    let count = editor.terminal.receivedByteCount - before
    #expect(count < 3 * whole, "\(count) bytes, \(whole) for a screen")
  }

  @Test(
    "a document with 500 schedules opens at once; a step in their list sends the rows it changed")
  func manySchedules() throws {
    let text = String(decoding: WholeFile.bytes(document.path) ?? [], as: UTF8.self)
    let begin = try #require(text.firstRange(of: "    {"))
    let end = try #require(text.ranges(of: "    }").last)
    let one = text[begin.lowerBound..<end.upperBound]
    let all = (1...500).map { one.replacing("\"Home\"", with: "\"House \($0)\"") }
      .joined(separator: ",\n")
    WholeFile.write(
      Array((text[..<begin.lowerBound] + all + text[end.upperBound...]).utf8), document.path)
    let editor = try document.edit(showing: "> House 1")
    try #require(editor.shows("House 20", cursor: (2, 2)))
    // Two rows change: the one left and the one reached.
    for step in 1...5 {
      let before = editor.terminal.receivedByteCount
      editor.send("j")
      try #require(editor.shows("> House \(step + 1)", cursor: (2 + step, 2)))
      let count = editor.terminal.receivedByteCount - before
      #expect((4...100).contains(count), "step \(step): \(count) bytes")
    }
    // Also where the list scrolls.
    editor.send(String(repeating: "j", count: 16))
    #expect(editor.shows("> House 22"))
    editor.send("\u{1B}[F")
    #expect(editor.shows("> House 500"))
    editor.send("\u{1B}")
    #expect(editor.shows("q quit"))
    editor.send("q")
    #expect(editor.process.waitForEnd()?.end == .exited(0))
  }
}
