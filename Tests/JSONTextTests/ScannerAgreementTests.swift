import Diagnostics
import JSONText
import ScheduleModel
import TestSupport
import Testing

/// What only checks is judged by the scanner, and jansson loads every document that is opened: both must
/// accept the same texts with the same values, within `JSONLimits`.
@Suite struct ScannerAgreementTests {
  /// What differs between what jansson makes of a text and what the tree does; nil when nothing
  /// does.
  private func agreement(on bytes: [UInt8]) -> String? {
    let written = JanssonText(of: bytes)
    do {
      let tree = try JSONTree(parsing: bytes)
      guard let written else { return "jansson refuses it, the tree does not" }
      let ours = JSONValue(tree.root).encoded()
      guard ours == written.bytes else { return "jansson reads other values" }
      return tree.hasDuplicateKeys == written.repeatsKeys ? nil : "only one sees repeated keys"
    } catch {
      if written != nil, error.message.contains("nested") { return nil }
      guard written == nil else { return "jansson reads it, the scanner does not" }
      guard (try? JSONTree(parsing: bytes, size: .max)) == nil else {
        return "only jansson refuses it"
      }
      guard (0...bytes.count).contains(error.offset) else { return "\(error.offset) is outside" }
      return error.message.unicodeScalars.contains { $0.isControl } ? "raw control character" : nil
    }
  }

  private static let samples: [String] = [
    WrittenText(.document([("Hütte \\u00e9", .standard(.celsius))], unit: .celsius)).text,
    """
    {"a": [1, -0, 2.5e-3, 1E+2, true, false, null, "", {}, []], "b\\"\\\\\\/\\b\\f\\n\\r\\t": "\\ud83d\\ude00",
     "é夏🏠": {"x": {"x": {"x": -12.75}}}, "\u{7F}": "\u{85}\u{2028}"}
    """, "[[[[0]]]]", "{}",
  ]

  @Test("they agree on every prefix of a text", arguments: samples)
  func agreeOnTruncations(sample: String) {
    let bytes = Array(sample.utf8)
    for length in 0...bytes.count {
      let disagreement = agreement(on: Array(bytes[..<length]))
      #expect(disagreement == nil, "cut at \(length)")
    }
  }

  @Test("they agree on every schedule file of the fixtures, whole and mutated")
  func agreeOnFixtures() {
    let files = ["valid", "invalid", "advice"].flatMap { Fixture.all(in: "schedules/\($0)") }
      .map(\.input).filter { $0.count < 10_000 }
    #expect(files.count > 50)
    var generator = SeededGenerator(seed: 1)
    for file in files {
      if let fault = agreement(on: file) { Issue.record("\(fault)") }
      for _ in 0..<40 where !file.isEmpty {
        var bytes = file
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          let other = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
          if Bool.random(using: &generator) {
            bytes[place] = other
          } else {
            bytes.insert(other, at: place)
          }
        }
        if let fault = agreement(on: bytes) {
          Issue.record("\(fault): \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  /// Texts without escapes, exponents and long numbers.
  private static let plainSamples: [String] = [
    """
    {"a": [1, -0, 25.5, true, false, null, "", {}, []], "b": "x", "ab": "é夏🏠\u{7F}\u{85}",
     "x": {"x": {"x": {"x": -12.75}}}, "c": {"a": 1, "b": 2.0, "c": {"aa": 3}}}
    """,
    "{" + (0..<16).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}",
    "[{\"time\":\"06:00\",\"heat\":70,\"cool\":78.5},{\"a\":1}, 123456789012345678]",
  ]

  @Test("they agree on mutated texts")
  func agreeOnMutations() { agreeOnMutations(of: Array(Self.samples[1...]), seeds: 1...20_000) }

  @Test("they agree on mutated texts that are plain, with keys put in twice")
  func agreeOnPlainMutations() {
    let accepted = agreeOnMutations(of: Self.plainSamples, seeds: 1...20_000) { bytes, generator in
      // A member at another place of the text: often in an object that has it already.
      let members = ["\"a\":1,", "\"x\":{},", "\"1\":1,", "\"heat\" : 7 ,"].map { Array($0.utf8) }
      let braces = bytes.indices.filter { bytes[$0] == UInt8(ascii: "{") }
      guard let brace = braces.randomElement(using: &generator) else { return }
      bytes.insert(
        contentsOf: members.randomElement(using: &generator) ?? [], at: brace + 1)
    }
    #expect(accepted > 2_000)
  }

  @discardableResult
  private func agreeOnMutations(
    of samples: [String], seeds: ClosedRange<UInt64>,
    after change: (inout [UInt8], inout SeededGenerator) -> Void = { _, _ in }
  ) -> Int {
    var accepted = 0
    let tokens = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\t", "\r", "\n", "0", "00", "1", "-", "+",
      ".",
      ".5", "1.", "1e", "e5", "E-", "1e999", "-1e999", "1e-999", "9223372036854775807",
      "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1.0e400", "0x1",
      "NaN",
      "Infinity", "true", "tru", "truex", "null", "nul", "\\u0000", "\\u000", "\\u12G4", "\\ud800",
      "\\udc00", "\\ud800\\udc00", "\\ud800\\ud800", "\\x", "'", "//", "\u{0}", "\u{1B}", "\u{7F}",
      "\u{FEFF}", "é", "\u{10FFFF}", "\"a\":1", ",\"a\":1", "[]", "{}",
    ].map { Array($0.utf8) }
    let rawBytes: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F],
      [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF],
    ]
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let sample = samples[Int.random(in: 0..<samples.count, using: &generator)]
      var bytes = Array(sample.utf8)
      change(&bytes, &generator)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...3, using: &generator))
        let part = (tokens + rawBytes).randomElement(using: &generator) ?? []
        bytes.replaceSubrange(start..<end, with: Bool.random(using: &generator) ? part : [])
      }
      // A macro would make its message each time.
      if let fault = agreement(on: bytes) {
        Issue.record("seed \(seed): \(fault): \(String(decoding: bytes, as: UTF8.self))")
      }
      if (try? JSONTree(parsing: bytes, size: .max)) != nil { accepted += 1 }
    }
    return accepted
  }

  @Test("they agree on single numbers")
  func agreeOnNumbers() {
    for text in [
      "0", "-0", "-", "1e5", "70.10", "70.00000000000000000001", "70.100000000000001", "1e-5",
      "1E5", "1e+5", "1e", "01", "-01", "1.", ".1", "1.5", "1e308", "1e309",
      "-1e309", "1e-400", "4.9e-324", "1.7976931348623159e308", "9223372036854775807",
      "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "+1", "0.0000001",
      "123456789012345678901234567890.0", "1e99999999999999999999", "0e99999999999999999999",
    ] {
      #expect(agreement(on: Array("[\(text)]".utf8)) == nil, "\(text)")
    }
  }

  @Test("a NUL byte is refused everywhere", arguments: samples)
  func nulIsRefused(sample: String) {
    let bytes = Array(sample.utf8)
    for place in 0...bytes.count {
      let faulty = Array(bytes[..<place] + [0] + bytes[place...])
      #expect(throws: JSONSyntaxError.self, "at \(place)") { try JSONTree(parsing: faulty) }
      #expect(agreement(on: faulty) == nil, "at \(place)")
    }
  }

  @Test("64 levels are read, 65 are refused, and brackets in strings do not count")
  func nestingIsLimited() {
    let nested = { (levels: Int) in
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(throws: Never.self) { try JSONTree(parsing: nested(64)) }
    #expect(agreement(on: nested(64)) == nil)
    #expect(throws: JSONSyntaxError("nested deeper than 64 levels", at: 64)) {
      try JSONTree(parsing: nested(65))
    }
    #expect(agreement(on: nested(65)) == nil)
    let text = "[\"" + String(repeating: "[", count: 500) + "\\\"[[\"]"
    #expect(throws: Never.self) { try JSONTree(parsing: Array(text.utf8)) }
  }

  @Test("80,000 values are read, one more is refused, and the text of strings does not count")
  func valuesAreLimited() {
    let lists: [(String, (Int) -> String)] = [
      ("numbers", { "[" + Array(repeating: "0", count: $0 - 1).joined(separator: " ,") + "]" }),
      ("empty", { "[" + Array(repeating: "{ }", count: $0 - 1).joined(separator: ",") + "]" }),
      (
        "nested",
        {
          "[0," + Array(repeating: "[\"{,[\\\",\"]", count: $0 / 2 - 1).joined(separator: ",\n")
            + "]"
        }
      ),
    ]
    for (name, text) in lists {
      #expect(throws: Never.self, "\(name)") {
        try JSONTree(parsing: Array(text(JSONLimits.values).utf8))
      }
      #expect(throws: JSONSyntaxError.self, "\(name)") {
        try JSONTree(parsing: Array(text(JSONLimits.values + 2).utf8))
      }
    }
    let last = JSONSyntaxError("more than 80,000 values, or about 600 schedules", at: 159_999)
    #expect(throws: last) {
      try JSONTree(parsing: Array(lists[0].1(80_001).utf8).filter { $0 != 0x20 })
    }
  }

  @Test("a text larger than 4 MiB is refused before it is parsed")
  func sizeIsLimited() throws {
    let blanks = [UInt8](repeating: 0x20, count: JSONLimits.size - 4)
    let largest = Array("[70".utf8) + blanks + Array("]".utf8)
    let tree = try JSONTree(parsing: largest)
    #expect(tree.root.kind == .array)
    #expect(throws: JSONSyntaxError("the file is larger than 4 MiB", at: 0)) {
      try JSONTree(parsing: largest + [0x20])
    }
  }
}
