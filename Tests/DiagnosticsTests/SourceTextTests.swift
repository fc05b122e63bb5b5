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

  @Test("the characters around a place are those of its line, and no more than are asked for")
  func charactersAreGiven() {
    let source = SourceText(Array("one\r\ntéo🏠\n\nfour".utf8))
    let around = { (source: SourceText, offset: Int, most: Int) -> [String] in
      let (before, after) = source.characters(around: offset, most: most)
      return [before, after].map { $0.map(String.init).joined() }
    }
    #expect(around(source, 0, 9) == ["", "one"] && around(source, 4, 9) == ["one", ""])
    #expect(around(source, 5, 9) == ["", "téo🏠"] && around(source, 9, 9) == ["téo", "🏠"])
    #expect(around(source, 9, 1) == ["o", "🏠"] && around(source, 9, 2) == ["éo", "🏠"])
    #expect(around(source, 13, 2) == ["o🏠", ""] && around(source, 14, 2) == ["", ""])
    #expect(around(source, 99, 2) == ["ur", ""] && around(source, 15, 2) == ["", "fo"])
    #expect(around(SourceText([]), 0, 1) == ["", ""])
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
