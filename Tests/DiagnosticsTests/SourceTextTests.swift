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
    // In any order: a place must not depend on earlier requests.
    for (offset, line, column) in places + places.reversed() + [places[8], places[2], places[7]] {
      let location = source.location(at: offset)
      #expect(location.line == line && location.column == column, "\(offset)")
      #expect(location.offset == min(max(0, offset), 14))
    }
  }

  @Test("the text around a place ends before its line end")
  func linesAreGiven() {
    let source = SourceText(Array("one\r\ntwo\n\nfour".utf8))
    let expected = [
      (0, "", "one"), (2, "on", "e"), (3, "one", ""), (4, "one", ""), (5, "", "two"),
      (8, "two", ""), (9, "", ""), (10, "", "four"), (99, "four", ""),
    ]
    for (offset, before, after) in expected {
      let line = source.line(around: offset, upTo: 10)
      #expect(String(decoding: line.before, as: UTF8.self) == before, "\(offset)")
      #expect(String(decoding: line.after, as: UTF8.self) == after, "\(offset)")
    }
    let cut = source.line(around: 12, upTo: 1)
    #expect(cut.before == Array("o".utf8)[...] && cut.after == Array("u".utf8)[...])
    // A character that is cut in two is left out.
    #expect(SourceText(Array("éx".utf8)).line(around: 2, upTo: 1).before == [])
    #expect(SourceText([]).line(around: 0, upTo: 5) == ([], []))
  }

  @Test("places in a text of many blocks equal those counted from its start")
  func blocksAreCounted() {
    var generator = SeededGenerator(seed: 1)
    for lineLength in [3, 100, 6000, 20_000] {
      let pieces = ["a", "é", "🏠", "\r\n", "\n"]
      var text = ""
      while text.utf8.count < 20_000 {
        let isEnd = Int.random(in: 0..<lineLength, using: &generator) == 0
        text += pieces[Int.random(in: isEnd ? 3..<5 : 0..<3, using: &generator)]
      }
      let bytes = Array(text.utf8)
      var source = SourceText(bytes)
      for offset in stride(from: 0, through: bytes.count, by: 333).shuffled(using: &generator) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let location = source.location(at: offset)
        #expect(location.line == before.count { $0 == UInt8(ascii: "\n") } + 1)
        #expect(location.column == before[start...].count { $0 & 0xC0 != 0x80 } + 1)
      }
    }
  }

  @Test("edits are applied from front to back, in any order")
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

  @Test("a token ends with its text, at the latest with its line")
  func tokensEnd() {
    for (text, offset, end) in [
      (#"{"a": 70, "b"}"#, 0, 1), (#"{"a": 70, "b"}"#, 1, 4), (#"{"a": 70, "b"}"#, 6, 8),
      (#""a\"b" "#, 0, 6), (#""a\\" "#, 0, 5), ("true", 0, 4), ("70", 1, 2), ("\"a\nb\"", 0, nil),
      ("\"a", 0, nil), (" 7", 0, nil), ("7", 1, nil), ("", 0, nil), ("[1]", 1, 2),
    ] as [(String, Int, Int?)] {
      #expect(SourceText(Array(text.utf8)).endOfToken(at: offset) == end, "\(text)")
    }
  }
}
