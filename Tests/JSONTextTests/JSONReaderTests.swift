import Diagnostics
import JSONText
import Testing

@Suite struct JSONReaderTests {
  private func problems(
    _ text: String, _ read: (inout JSONReader, JSONReader.Value) -> Void
  ) -> [String] {
    var reader = JSONReader(Array(text.utf8), file: "f.json", title: "the file")
    if let root = reader.root { read(&reader, root) }
    return reader.problems.map(\.summary)
  }

  @Test("a value is refused with its place, its path and what was expected")
  func valuesAreRefused() {
    let text = "{\"a\": [1, \"é\", 2.5], \"b\": null,\n \"c\": {\"d\": true}}"
    let lines = problems(text) { reader, root in
      guard let members = reader.members(of: root, named: nil) else { return }
      for element in members["a"]?.elements ?? [] {
        _ = (reader.string(element), reader.boolean(element), reader.integer(element, in: 2...3))
      }
      if let b = members["b"] {
        _ = (reader.members(of: b, named: []), reader.elements(of: b, upTo: 4))
      }
      if let c = members["c"] { _ = (reader.word(c, among: [("x", 1), ("y", 2), ("z", 3)])) }
      if let d = members["c"]?.members.first?.value { #expect(reader.boolean(d) == true) }
      _ = reader.member("e", of: members)
    }
    #expect(
      lines == [
        "f.json:1:1: error: the file lacks \"e\"",
        "f.json:1:8: error: a[0] is the number 1; expected a string",
        "f.json:1:8: error: a[0] is the number 1; expected true or false",
        "f.json:1:8: error: a[0] is the number 1; expected a whole number, 2 to 3",
        "f.json:1:11: error: a[1] is the string \"é\"; expected true or false",
        "f.json:1:11: error: a[1] is the string \"é\"; expected a whole number, 2 to 3",
        "f.json:1:16: error: a[2] is the number 2.5; expected a string",
        "f.json:1:16: error: a[2] is the number 2.5; expected true or false",
        "f.json:1:16: error: a[2] is the number 2.5; expected a whole number, 2 to 3",
        "f.json:1:27: error: b is null; expected an object",
        "f.json:1:27: error: b is null; expected an array of 1 to 4",
        "f.json:2:7: error: c is an object; expected \"x\", \"y\" or \"z\"",
      ])
  }

  @Test("an unknown member is refused with the probable name, and ignored")
  func unknownMembersAreRefused() {
    let lines = problems("{\"nmae\": 1, \"size\": 2, \"siez\": 3, \"\\u001b\": 4}") {
      reader, root in
      let members = reader.members(of: root, named: ["name", "size"])
      #expect(members?.all.map(\.name) == ["size"])
      #expect(members?["size"]?.node.integer == 2 && members?["siez"] == nil)
    }
    #expect(
      lines == [
        "f.json:1:2: error: unknown member \"nmae\" (did you mean \"name\"?)",
        "f.json:1:24: error: unknown member \"siez\"; expected name or size",
        "f.json:1:35: error: unknown member \"\\u{1B}\"; expected name or size",
      ])
  }

  @Test("invalid JSON, repeated members and a file that is too large are refused")
  func textsAreRefused() {
    #expect(problems("{\"a\": }") { _, _ in Issue.record("read") }.count == 1)
    #expect(
      problems("{\"a\": 1, \"a\": 2}") { _, _ in } == ["f.json:1:10: error: \"a\" appears twice"])
    let large = "[" + String(repeating: " ", count: JSONReader.largest) + "]"
    #expect(
      problems(large) { _, _ in Issue.record("read") } == [
        "f.json:1:1: error: the file is larger than 1 MiB"
      ])
  }
}
