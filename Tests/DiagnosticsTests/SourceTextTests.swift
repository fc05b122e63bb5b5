import Diagnostics
import TestSupport
import Testing

@Suite struct SourceTextTests {
  @Test("lines end with LF or CRLF, and columns count scalars")
  func locationsAreCounted() {
    let text = "a\r\n\té🏠x\n\nz"
    var source = SourceText(Array(text.utf8))
    let places = [
      (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (4, 2, 2), (6, 2, 3), (10, 2, 4), (11, 2, 5),
      (12, 3, 1), (13, 4, 1), (14, 4, 2), (99, 4, 2), (-5, 1, 1),
    ]
    // In any order: a place must not depend on what was asked before.
    for (offset, line, column) in places + places.reversed() + [places[8], places[2], places[7]] {
      let location = source.location(at: offset)
      #expect(location.line == line && location.column == column, "\(offset)")
      #expect(location.offset == min(max(0, offset), 14))
    }
  }

  @Test("a line is given without its end")
  func linesAreGiven() {
    var source = SourceText(Array("one\r\ntwo\n\nfour".utf8))
    let line = { (source: inout SourceText, offset: Int) in
      String(decoding: source.line(at: offset), as: UTF8.self)
    }
    #expect(line(&source, 0) == "one" && line(&source, 4) == "one")
    #expect(line(&source, 5) == "two" && line(&source, 9) == "")
    #expect(line(&source, 10) == "four" && line(&source, 99) == "four")
    var empty = SourceText([])
    #expect(line(&empty, 0) == "" && empty.location(at: 0).column == 1)
  }

  @Test("edits are carried out from front to back, whatever order they come in")
  func editsAreApplied() {
    let edits = [
      TextEdit(offset: 5, length: 0, text: Array("!".utf8)),
      TextEdit(offset: 0, length: 1, text: Array("xyz".utf8)),
      TextEdit(offset: 2, length: 2, text: []),
      TextEdit(offset: 4, length: 0, text: Array("-".utf8)),
    ]
    #expect(edits.applied(to: Array("abcde".utf8)) == Array("xyzb-e!".utf8))
    #expect([TextEdit]().applied(to: [1, 2]) == [1, 2])
  }
}
