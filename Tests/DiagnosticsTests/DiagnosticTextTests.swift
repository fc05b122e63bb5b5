@testable import Diagnostics
import TestSupport
import Testing

@Suite struct DiagnosticTextTests {
  private func excerpt(_ text: String, at offset: Int, width: Int = 78) -> String? {
    var source = SourceText(Array(text.utf8))
    let diagnostic = Diagnostic(
      file: "f", location: source.location(at: offset), message: "m")
    return diagnostic.excerpt(of: source, width: width)
  }

  @Test("a finding is one line")
  func lineIsWritten() {
    var diagnostic = Diagnostic(
      file: "home.json", location: SourceLocation(line: 14, column: 39, offset: 300), code: "SP301",
      message: "Monday wake heat 78 is not below cool 70", tag: 4)
    #expect(
      diagnostic.summary
        == "home.json:14:39: error[SP301] Monday wake heat 78 is not below cool 70 (tag 4)")
    diagnostic.location = nil
    diagnostic.code = nil
    diagnostic.tag = nil
    diagnostic.severity = .warning
    diagnostic.file = "a\u{1B}[2J\n"
    #expect(
      diagnostic.summary
        == "a\\u{1B}[2J\\u{A}: warning: Monday wake heat 78 is not below cool 70")
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

  @Test("a long line is cut around the place to the width", arguments: 0..<300)
  func longLinesAreCut(place: Int) {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let line = String((0..<300).map { letters[$0 % 26] })
    let lines = (excerpt("1\n" + line + "\n3", at: 2 + place, width: 40) ?? "").split(
      separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].count == 42)
    let caret = lines[1].count - 1
    #expect(Array(lines[0])[caret] == letters[place % 26])
    #expect(line.contains(lines[0].dropFirst(2)))
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

  @Test("each byte that is not UTF-8 is shown as one character")
  func brokenBytesAreShown() {
    var source = SourceText([0x61, 0xFF, 0x62])
    let diagnostic = Diagnostic(file: "f", location: source.location(at: 2), message: "m")
    #expect(diagnostic.excerpt(of: source) == "  a\u{FFFD}b\n    ^")
  }

  @Test(
    "quoted texts are printable and short",
    arguments: [
      ("plain é🏠", "\"plain é🏠\""), ("a\u{1B}[31m", "\"a\\u{1B}[31m\""),
      ("\u{202E}\u{2066}", "\"\\u{202E}\\u{2066}\""), ("a\r\nb", "\"a\\u{D}\\u{A}b\""),
    ])
  func quotedTextsArePrintable(text: String, quoted: String) {
    #expect(text.quoted() == quoted)
    let long = String(repeating: text, count: 100)
    #expect(long.quoted(limit: 5).hasSuffix("…\""))
    #expect(!long.quoted(limit: 5).unicodeScalars.contains { $0.isControl })
  }
}
