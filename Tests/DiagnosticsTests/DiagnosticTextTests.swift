@testable import Diagnostics
import TestSupport
import Testing

@Suite struct DiagnosticTextTests {
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
