import TestSupport
import TestTraits
import Testing
import CLibrary

/// Promises 8 and 9 of the editor, and a large document, on a pseudo-terminal.
@Suite("The editor's promises about time", .serialized, .waits) struct EditorTimingTests {
  private let document = TestDocument()

  @Test("8: Esc ends typing at once; with a long ESCDELAY it waits for the rest of a key")
  func escape() throws {
    let slow = try document.edit(["ESCDELAY": "600000"])
    let usual = try TestDocument().edit()
    for editor in [slow, usual] {
      editor.send("7")
      try #require(editor.shows("[7 "))
    }
    #expect(try slow.reads("\u{1B}"))
    usual.send("\u{1B}")
    #expect(usual.shows("[06:00]"))
    slow.terminal.receiveWhatIsThere()
    #expect(slow.terminal.output.isEmpty)
  }

  @Test("8: Esc ends typing while another program writes in the folder")
  func escapeInBusyFolder() throws {
    let editor = try document.edit()
    editor.send("7")
    try #require(editor.shows("[7 "))
    _ = try document.shell(
      // Until the test or its process ends.
      "(while [ ! -e end ] && kill -0 $PPID; do echo >log; sleep 0.01; done) >said 2>&1 &")
    editor.send("\u{1B}")
    #expect(editor.shows("[06:00]"))
    _ = try document.shell("touch end")
  }

  @Test("9: many resizes at once are drawn once or twice")
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
    #expect(editor.rests(for: .zero))
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
    try #require(editor.shows("House 12", cursor: (2, 2)))
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
