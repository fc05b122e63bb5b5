import JSONText
import ScheduleModel
import TestSupport
import Testing

/// A text read in pieces is what it is when jansson reads it as a whole.
@Suite struct PiecewiseParserTests {
  /// What a text says, as text that shows order and kinds; what is wrong with it otherwise.
  private func reading(_ bytes: [UInt8], inPieces: Bool) -> String {
    do {
      let tree = try JSONTree(parsing: bytes[...], inPieces: inPieces)
      return "\(value(tree.root).text()) repeats: \(tree.hasDuplicateKeys)"
    } catch {
      return "\(error)"
    }
  }

  private func value(_ node: JSONNode) -> JSONValue {
    switch node.kind {
    case .object: .object(node.members.map { JSONValue.Member($0.key, value($0.value)) })
    case .array: .array(node.elements.map(value))
    case .string: .string(node.string ?? "")
    case .integer: .integer(node.integer ?? 0)
    case .real: .real(node.number ?? 0)
    case .boolean: .boolean(node.boolean ?? false)
    case .null: .null
    }
  }

  private func expectSame(_ bytes: [UInt8], _ comment: String = "") {
    // Twice, since the second reading finds the pieces of the first.
    for _ in 1...2 {
      #expect(
        reading(bytes, inPieces: true) == reading(bytes, inPieces: false),
        "\(comment) \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static let samples: [String] = [
    """
    {"a": {"time": "06:00", "heat": 70}, "b": {"c" : {"time":"06:00","heat":70}, "d":[{},{"x":{}}]},
     "é \\" { } \\\\": {"\\u00e9": "{\\"a\\": 1}", "y": [1, {}], "z": -1.5e3}, "n": [{"n": null}]}
    """,
    "[{\"a\":1},{\"a\":1},[{ \"a\" : 1 }],{\"a\":2},{},{ },{\n},0,true]",
    "{\"k\":{\"v\":1},\"k2\":{\"v\":1,\"w\":\" } \"}}",
  ]

  @Test(
    "blanks, repeated names and nulls make no difference",
    arguments: [
      "{}", "[]", " { } ", "[{}]", "[{} {}]", "[{}{}]", "[{},]", "[{},{}]", "[{}5]", "[5{}]",
      "[t{}]",
      "[{}l]", "[nul{}]", "[1 2]", "[tru e]", "[- 1]", "[1 .5]", "[\"a\" \"b\"]", "[{\"a\":1 2}]",
      "[{\"a\":tru e}]", "{\"a\":{\"b\":1,\"b\":2}}", "{\"a\":{},\"a\":{}}",
      "{\"a\":null,\"b\":{}}",
      "[null,{}]", "[{},null]", "[{\"a\":null}]", "[{]", "[}]", "[{\"a\":[}]]", "[{\"a\":1]}",
      "{{}}",
      "{{}:1}", "{\"a\"{}}", "{\"a\":{}:{}}", "[{}]]", "[\"{}\"]", "[\"\\\"{}\"]", "[\"\\\\\"{}]",
      "null",
      "[{\"a\":\"\\ud800\"}]", "[{\"a\":\"\\u0000\"}]", "[{\"a\":1e999}]", "[{}\u{0}]", "[{}\u{B}]",
      "\u{FEFF}[{}]", "[{\"a\":\"\t\"}]", "{}{}", "[{}]\n[{}]",
    ])
  func peculiarTexts(text: String) {
    expectSame(Array(text.utf8))
  }

  @Test("mutated texts are refused, or read, as they are as a whole", arguments: samples)
  func mutatedTexts(sample: String) {
    let parts =
      [
        "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "\n", "null", "nul", "l", "{}", "{\"a\":1}",
        "1",
        "-", ".", "e", "true", "\"a\":", "\\u00", "é", "\u{0}", "\u{1}", "\t",
      ].map { Array($0.utf8) } + [[0xC3], [0xE2, 0x80], [0xFF]]
    for seed in UInt64(1)...5000 {
      var generator = SeededGenerator(seed: seed)
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...3, using: &generator))
        let part = parts.randomElement(using: &generator) ?? []
        bytes.replaceSubrange(start..<end, with: Bool.random(using: &generator) ? part : [])
      }
      expectSame(bytes, "seed \(seed)")
    }
  }

  @Test("schedules of many different rows are read right, more than are kept")
  func moreRowsThanAreKept() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let week = Week.random(unit: .fahrenheit, using: &generator)
      let text = WrittenText(.document([("House", week)], unit: .fahrenheit)).text
      #expect(
        reading(Array(text.utf8), inPieces: true) == reading(Array(text.utf8), inPieces: false))
    }
  }
}
