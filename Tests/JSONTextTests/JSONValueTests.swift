import JSONText
import TestSupport
import Testing

@Suite struct JSONValueTests {
  @Test(
    "values are written as JSON",
    arguments: [
      (JSONValue.integer(-5), "-5"), (.real(20), "20.0"), (.real(64.1), "64.1"),
      (.real(0.1), "0.1"), (.real(-12.5), "-12.5"), (.real(1e300), "1e300"),
      (.boolean(true), "true"),
      (.boolean(false), "false"), (.null, "null"), (.string(""), "\"\""),
      (.string("\"\\/\n\u{1}é🏠\u{7F}"), "\"\\\"\\\\/\\n\\u0001é🏠\\u007F\""),
      (.array([]), "[]"), (.object([JSONValue.Member]()), "{}"),
      (.array([.integer(1), .null]), "[1,null]"),
      (.object([.init("b", .integer(1)), .init("a", .array([]))]), "{\"b\":1,\"a\":[]}"),
      (.optional("x"), "\"x\""), (.optional(nil as Int?), "null"),
    ])
  func valuesAreWritten(value: JSONValue, text: String) {
    #expect(value.text() == text)
  }

  @Test("layouts differ only in whitespace")
  func layoutsDifferInBlanks() {
    let value: JSONValue = [
      "a": .array([.integer(1), .integer(2)]), "b": ["c": .null],
    ]
    #expect(value.text(.spaced) == "{\"a\": [1, 2], \"b\": {\"c\": null}}")
    #expect(
      value.text(.indented)
        == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": null\n  }\n}")
  }

  @Test("every byte equals jansson's output")
  func jansson() throws {
    let controls = String(String.UnicodeScalarView((1..<0x80).compactMap(Unicode.Scalar.init)))
    let edges: [JSONValue] = [
      .string(controls), .integer(.min), .integer(.max), .integer(0), .real(0), .real(-0.0),
      .real(0.05), .real(1e9), .real(999_999_999.9), .real(123_456_789.12), .real(-0.1),
      .real(2.675),
    ]
    for seed in UInt64(0)...300 {
      var generator = SeededGenerator(seed: seed)
      let value = JSONValue.array(
        seed == 0 ? edges : [Self.random(depth: 4, using: &generator)])
      let text = value.encoded()
      #expect(JanssonText(of: text)?.bytes == text, "seed \(seed)")
    }
  }

  @Test("written values are read back unchanged")
  func valuesSurviveARoundTrip() throws {
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(seed: seed)
      let value = JSONValue.array([Self.random(depth: 4, using: &generator)])
      for layout in [JSONLayout.compact, .spaced, .indented] {
        let tree = try JSONTree(parsing: value.encoded(layout))
        #expect(JSONValue(tree.root) == value, "seed \(seed)")
      }
    }
  }

  private static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: depth == 0 ? 2...6 : 0...6, using: &generator) {
    case 0:
      let members = (0..<count).map { place in
        JSONValue.Member(
          text(using: &generator) + "\(place)", random(depth: depth - 1, using: &generator))
      }
      return .object(members)
    case 1: return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
    case 2: return .string(text(using: &generator))
    case 3: return .integer(Int.random(in: Int.min...Int.max, using: &generator))
    case 4: return .real(Double(Int.random(in: -99999...99999, using: &generator)) / 10)
    case 5: return .boolean(Bool.random(using: &generator))
    default: return .null
    }
  }

  private static func text(using generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "\"", "\\", "/", "a", "\n", "\u{1}", "é", "夏", "🏠", "\u{2028}",
    ]
    var view = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      view.append(scalars.randomElement(using: &generator) ?? "a")
    }
    return String(view)
  }
}
