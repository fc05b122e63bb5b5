import Diagnostics
import TerminalScreen
import TestSupport
import Testing

@testable import Reporting

@Suite struct ExcerptTests {
  private func excerpt(_ text: String, at offset: Int, width: Int = 78) -> String? {
    var source = SourceText(Array(text.utf8))
    let diagnostic = Diagnostic(
      file: "f", location: source.location(at: offset), message: "m")
    return diagnostic.excerpt(of: source, width: width)
  }

  @Test("the caret is below the place; a tab counts as one space, and CRLF is not part of the line")
  func caretStandsRight() {
    #expect(excerpt("{\r\n\t\"é\": 1,\r\n}", at: 10) == "   \"é\": 1,\n        ^")
    #expect(excerpt("ab\n", at: 2) == "  ab\n    ^")
    #expect(excerpt("x\n\ny", at: 2) == nil)
    #expect(excerpt("", at: 0) == nil)
  }

  @Test("control characters are shown as question marks")
  func controlsAreHidden() {
    #expect(
      excerpt("a\u{1B}[2Jb\u{202E}c\u{7F}", at: 2)
        == "  a?[2Jb?c?\n    ^")
  }

  @Test("a long line is cut around each place to the width")
  func longLinesAreCut() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let line = String((0..<300).map { letters[$0 % 26] })
    for place in 0..<300 {
      let lines = (excerpt("1\n" + line + "\n3", at: 2 + place, width: 40) ?? "").split(
        separator: "\n")
      guard lines.count == 2 else {
        Issue.record("place \(place): \(lines)")
        continue
      }
      #expect(lines[0].count == 42, "place \(place)")
      let caret = lines[1].count - 1
      #expect(Array(lines[0])[caret] == letters[place % 26], "place \(place)")
      #expect(line.contains(lines[0].dropFirst(2)), "place \(place)")
    }
  }

  /// Looking through the whole line for each takes minutes for a line of 4 MiB.
  @Test("the work for excerpts of one long line grows linearly")
  func excerptsOfAHugeLine() {
    let growth = ThreadTime.growth(from: 1 << 18) { size in
      var source = SourceText([UInt8](repeating: UInt8(ascii: "x"), count: size))
      for offset in stride(from: 0, to: size, by: 4 << 10) {
        let place = source.location(at: offset)
        #expect(place.column == offset + 1)
        let excerpt = Diagnostic(file: "f", location: place, message: "m").excerpt(of: source)
        #expect(excerpt?.utf8.count ?? 0 > 80)
      }
    }
    #expect(growth < 10)
  }

  @Test("the work for an excerpt grows linearly with the width of the terminal")
  func excerptsOfAWideTerminal() {
    let text = String(repeating: "漢", count: 40_000)
    let growth = ThreadTime.growth(from: 1000) { width in
      #expect(excerpt(text, at: 60_000, width: width)?.utf8.count ?? 0 > width)
    }
    #expect(growth < 10)
  }

  @Test("the caret after the end of a line fits, too") func caretAtTheEnd() {
    let lines = excerpt(String(repeating: "x", count: 300), at: 300, width: 40)?.split(
      separator: "\n")
    #expect(lines?.map(\.count) == [41, 42])
  }

  @Test("each byte that is not UTF-8 is shown as one character")
  func brokenBytesAreShown() {
    var source = SourceText([0x61, 0xFF, 0x62])
    let diagnostic = Diagnostic(file: "f", location: source.location(at: 2), message: "m")
    #expect(diagnostic.excerpt(of: source) == "  a\u{FFFD}b\n    ^")
  }

  @Test(
    "the caret is below the place after wide and combining characters; the line keeps its width")
  func widths() {
    #expect(excerpt("\"漢字\": x", at: 10) == "  \"漢字\": x\n          ^")
    #expect(excerpt("\"e\u{301}\": x", at: 7) == "  \"e\u{301}\": x\n       ^")
    let long = String(repeating: "漢", count: 60)
    for place in stride(from: 0, through: 180, by: 3) {
      let lines = (excerpt(long, at: place, width: 41) ?? "").split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.terminalColumns <= 43 })
      #expect((lines.last?.count ?? 0) % 2 == 1)
    }
  }
}
