import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct HostileInputTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let line: String

    init(_ name: String, _ bytes: [UInt8], _ line: String) {
      (testDescription, self.bytes, self.line) = (name, bytes, line)
    }

    init(_ name: String, _ text: String, _ line: String) {
      self.init(name, Array(text.utf8), line)
    }
  }

  static let inputs: [Input] = [
    Input("empty", "", "1:1: error[SP101] the file is empty; expected a JSON object"),
    Input("blank", " \r\n\t\n", "1:1: error[SP101] the file is empty; expected a JSON object"),
    Input("a word", "hello", "1:1: error[SP101] expected '{' to open the document"),
    Input("a number", "42", "1:1: error[SP101] expected '{' to open the document"),
    Input("an array", "\n []", "2:2: error[SP101] expected '{' to open the document"),
    Input("NUL bytes", [0, 0, 0, 0], "1:1: error[SP101] the file is not text"),
    Input("gzip", [0x1F, 0x8B, 0x08, 0x08, 0x01], "1:1: error[SP101] the file is not text"),
    Input(
      "a text and then NUL", "x\0{}", "1:1: error[SP101] the file is not text"),
    Input(
      "UTF-16 without a byte order mark", [0x7B, 0x00, 0x7D, 0x00],
      "1:1: error[SP101] the text is UTF-16; save it as UTF-8"),
    Input("NUL inside", "{\"a\":\0 1}", "1:6: error[SP101] expected a value"),
    Input(
      "NUL after a number", "{\"a\": 1\0}", "1:8: error[SP101] expected ',' or '}' after the value"
    ),
    Input(
      "NUL in a string", "{\"a\": \"x\0\"}",
      "1:9: error[SP101] control character U+0000 in a string; remove it"),
    Input(
      "an escaped NUL", "{\"é\": \"x\\u0000\"}",
      "1:9: error[SP101] \\u0000 is not allowed in a string"),
    Input(
      "bytes that are not UTF-8", Array("{\"a\": \"ä".utf8) + [0xFF, 0x22, 0x7D],
      "1:9: error[SP101] byte 0xFF is not UTF-8"),
    Input(
      "an overlong sequence", Array("{\"a\": \"".utf8) + [0xC0, 0xAF, 0x22, 0x7D],
      "1:8: error[SP101] byte 0xC0 is not UTF-8"),
    Input(
      "an encoded surrogate", Array("{\"a\": \"".utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D],
      "1:8: error[SP101] byte 0xED is not UTF-8"),
    Input(
      "half a surrogate pair", "{\"a\": \"\\ud83d\"}",
      "1:8: error[SP101] \\uD83D is half of a surrogate pair"),
    Input(
      "the other half", "{\"a\": \"\\ude00\"}",
      "1:8: error[SP101] \\uDE00 is half of a surrogate pair"),
    Input("1e999", "{\"a\": 1e999}", "1:7: error[SP101] the number 1e999 is too large"),
    Input(
      "a huge integer", "{\"a\": -99999999999999999999}",
      "1:7: error[SP101] the number -99999999999999999999 is too large"),
    Input(
      "nested arrays", String(repeating: "[", count: 10_000),
      "1:65: error[SP101] nested deeper than 64 levels"),
    Input(
      "nested objects", String(repeating: "{\"a\":\n", count: 10_000),
      "65:1: error[SP101] nested deeper than 64 levels"),
    Input(
      "a byte order mark", "\u{FEFF}{}",
      "1:1: error[SP101] the text begins with a byte order mark; remove it"),
    Input(
      "UTF-16", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00],
      "1:1: error[SP101] the text is UTF-16; save it as UTF-8"),
    Input(
      "two documents", "{}\n{}",
      "2:1: error[SP101] expected the end of the file after the document; validate, format and export read one "
        + "document per line with --ndjson"
    ),
    Input(
      "a trailing comma", "{\"a\": 1,\n}",
      "2:1: error[SP101] expected a member after ','; remove the comma"),
    Input("single quotes", "{'a': 1}", "1:2: error[SP101] expected a member name in double quotes"),
    Input(
      "a comment", "{} // x", "1:4: error[SP101] expected the end of the file after the document"),
    Input("a leading zero", "{\"a\": 070}", "1:7: error[SP101] a number must not begin with 0"),
    Input("NaN", "{\"a\": NaN}", "1:7: error[SP101] expected a value"),
    Input(
      "an empty object", "{}",
      "1:1: error[SP102] \"format\" is missing; expected \"setpoint-schedule\" "
        + "(`setpoint import` reads device files)"),
    Input(
      "another file", "{\"name\": \"x\", \"version\": \"1.2.3\", \"dependencies\": {}}",
      "1:1: error[SP102] \"format\" is missing; expected \"setpoint-schedule\" "
        + "(`setpoint import` reads device files)"),
    Input(
      "another format", "{\"format\": \"geo\\u001b[2J\", \"version\": 7}",
      "1:12: error[SP102] format is the string \"geo\\u{1B}[2J\"; expected \"setpoint-schedule\""),
  ]

  @Test("a hostile text gives exactly one finding, at its place", arguments: inputs)
  func hostileTextGivesOneFinding(input: Input) {
    let check = DocumentCheck(bytes: input.bytes, file: "h")
    #expect(check.diagnostics.map(\.summary) == ["h:" + input.line])
    #expect(!Self.showsControls(check.diagnostics))
  }

  @Test("a document cut at any byte has exactly one finding, at the cut or before it")
  func truncatedDocumentsGiveOneFinding() {
    var generator = SeededGenerator(seed: 7)
    let document = RandomDocument(using: &generator)
    let bytes = WrittenText(document.piece).bytes
    #expect(document.schedules.count > 1)
    // The first schedule with the beginning of the next, and the end; the others are as the first.
    let first = bytes.count / document.schedules.count + 200
    for length in 0..<(bytes.count - 1)
    where length < first || length > bytes.count - 200 || length.isMultiple(of: 7) {
      let found = DocumentCheck(bytes: Array(bytes[..<length]), file: "t").diagnostics
      #expect(found.map(\.code) == ["SP101"], "cut at \(length)")
      #expect((found.first?.location?.offset ?? length + 1) <= length, "cut at \(length)")
    }
  }

  @Test("random bytes in a document never crash the check or print a control character")
  func mutatedDocumentsAreSurvived() {
    for seed in UInt64(1)...400 {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      var bytes = WrittenText(document.piece, layout: document.layout).bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        let interesting: [UInt8] = [
          0, 0x1B, 0x22, 0x2C, 0x30, 0x39, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xFF,
        ]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = interesting.randomElement(using: &generator) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
        }
      }
      for diagnostic in DocumentCheck(bytes: bytes, file: "m").diagnostics {
        #expect(diagnostic.location != nil, "seed \(seed)")
        #expect(!Self.showsControls([diagnostic]), "seed \(seed)")
      }
    }
  }

  @Test("a repeated key is found at any depth, and its value is ignored")
  func repeatedKeysAreFound() {
    var piece = TextPiece.document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)
    piece["x"] = .raw("[{\"a\": {\"b\": 1, \"c\": 2, \"b\": 3}}]")
    piece[path: ["schedules", "0", "days", "monday", "wake"]] = .raw(
      "{\"time\": \"06:00\", \"heat\": 700, \"\\u0068eat\": \"x\", \"heat\": null, \"cool\": 78}")
    let lines = DocumentCheck(bytes: WrittenText(piece).bytes, file: "d").diagnostics.map(\.summary)
    #expect(
      lines == [
        "d:10:50: error[SP108] \"heat\" appears 3 times in Monday wake (tag 4)",
        "d:54:3: warning[SP106] unknown member \"x\"; it is kept unchanged",
        "d:54:32: error[SP108] \"b\" appears twice in \"a\" of \"0\" of \"x\"",
      ])
  }

  @Test("members of an object with very many are found at their places")
  func manyMembersAreFound() {
    let names = (0..<200).map { "u\($0)" } + ["\u{E9}", "e\u{301}", "\\u0061b"]
    let unknown = names.map { "\"\($0)\": 1" }.joined(separator: ",\n")
    let start = "{\"format\": \"setpoint-schedule\", \"version\": 1, \"unit\": \"F\",\n"
    let text = start + unknown + ",\n\"schedules\": []}"
    let found = DocumentCheck(bytes: Array(text.utf8), file: "m").diagnostics
    #expect(found.count == names.count + 1)
    #expect(found.compactMap(\.location?.line) == Array(2...(names.count + 2)))
  }

  /// Looking for each member among all of them takes an hour for 30,000.
  @Test("the work of placing thousands of findings in one object grows with their number")
  func manyFindingsArePlacedInTime() {
    var options = CheckOptions()
    options.limit = 100_000
    let growth = ThreadTime.growth(from: 1000) { count in
      let unknown = (0..<count).map { "\"u\($0)\": 1" }.joined(separator: ",\n")
      let text =
        "{\"format\": \"setpoint-schedule\", \"version\": 1, \"unit\": \"F\",\n\(unknown)}"
      let found = DocumentCheck(bytes: Array(text.utf8), file: "m", options: options).diagnostics
      let members = found.filter { $0.code == "SP106" }
      #expect(members.map { $0.location?.line } == (2...count + 1).map { $0 })
    }
    #expect(growth < 10)
  }

  @Test("above the limit, errors are listed first and the rest are counted")
  func findingsAreLimited() {
    let unknown = (0..<3000).map { "\"u\($0)\": 1" }.joined(separator: ", ")
    let start = "{\"format\": \"setpoint-schedule\", \"version\": 1, \"unit\": \"F\", "
    // The error is found when a thousand warnings are listed already.
    let text = start + unknown + ", \"schedules\": [5]}"
    let check = DocumentCheck(bytes: Array(text.utf8), file: "m")
    #expect(check.diagnostics.count == 1000)
    #expect(check.diagnostics.count { $0.severity == .error } == 1)
    #expect(check.unlisted.byCode == ["SP106": 2001])
    #expect(Severity.allCases.map(check.unlisted.count) == [0, 2001, 0])
    #expect(
      check.unlisted.notice(file: "m")?.summary
        == "m: warning: 2001 more findings are not listed: 2001 warnings")
    let few = DocumentCheck(bytes: Array("{}".utf8), file: "m")
    #expect(few.unlisted.isEmpty && few.unlisted.notice(file: "m") == nil)
  }

  private static func showsControls(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { diagnostic in
      diagnostic.summary.unicodeScalars.contains { $0.isControl }
    }
  }
}
