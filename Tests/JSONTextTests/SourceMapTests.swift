import JSONText
import ScheduleModel
import TestSupport
import Testing

@Suite struct SourceMapTests {
  @Test("every cell, day and key of a document has the right place", arguments: TextLayout.all)
  func placesAreRight(layout: TextLayout) throws {
    let piece = TextPiece.document(
      [("夏の家", .standard(.celsius)), ("b", .standard(.celsius))], unit: .celsius)
    let written = WrittenText(piece, layout: layout)
    let map = SourceMap(written.bytes)
    for schedule in 0..<2 {
      for cell in CellAddress.all {
        let path = JSONPath([
          .member("schedules"), .element(schedule), .member("days"), .member(cell.day.name),
          .member(cell.period.name), .member(cell.field.name),
        ])
        let node = map[try #require(map.node(at: path))]
        #expect(node.range.lowerBound == written.value(path.pointer)?.offset)
        #expect(node.key?.lowerBound == written.key(path.pointer)?.offset)
        let text = String(decoding: written.bytes[node.range], as: UTF8.self)
        let value = "\(Week.standard(.celsius)[cell])"
        #expect(text == (cell.field == .time ? "\"\(value)\"" : value))
        let row = map[try #require(map.node(at: path.parent))]
        #expect(row.kind == .object && row.range.lowerBound < node.range.lowerBound)
        #expect(written.bytes[row.range.upperBound - 1] == UInt8(ascii: "}"))
      }
    }
  }

  @Test("children come in the order of the text, with kinds and resolved keys")
  func childrenAreListed() throws {
    let map = SourceMap(
      Array("{\"\\u0061\": [1, 2.0, []], \"b\\n\": null, \"\": {\"x\": true}}".utf8))
    let root = try #require(map.root)
    #expect(map.children(of: root).map { map.key(of: $0) } == ["a", "b\n", ""])
    #expect(map.children(of: root).map { map[$0].kind } == [.array, .null, .object])
    let array = try #require(map.node(at: JSONPath([.member("a")])))
    #expect(map.children(of: array).map { map[$0].kind } == [.integer, .real, .array])
    #expect(
      map.key(of: root) == nil && map.children(of: array).allSatisfy { map.key(of: $0) == nil })
  }

  @Test("paths that lead nowhere find nothing")
  func missingPathsFindNothing() {
    let map = SourceMap(Array("{\"a\": [1]}".utf8))
    for steps: [JSONPath.Step] in [
      [.member("b")], [.member("a"), .element(1)], [.member("a"), .element(-1)], [.element(0)],
      [.member("a"), .member("0")], [.member("a"), .element(0), .element(0)],
    ] {
      #expect(map.node(at: JSONPath(steps)) == nil)
    }
    #expect(SourceMap(Array("{\"a\":".utf8)).node(at: JSONPath()) == nil)
  }

  @Test("repeated keys are found at any depth, escapes resolved, in the order of the text")
  func duplicatesAreFound() {
    let text =
      "{\"a\": [{\"k\": 1, \"\\u006b\": 2}], \"b\": 0, \"a\": {\"z\": 1, \"z\": 2, \"z\": 3}}"
    let bytes = Array(text.utf8)
    let map = SourceMap(bytes)
    let found = map.duplicates().map { "\($0.object.pointer) \($0.key) \($0.offset)" }
    #expect(found == ["/a/0 k 16", " a 39", "/a z 53", "/a z 61"])
    #expect(map.node(at: JSONPath([.member("a"), .member("z")])).map { map[$0].range } == 66..<67)
  }

  @Test("keys that only look alike differ; an escaped key is the same key")
  func keysAreComparedByBytes() {
    let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2, \"a\\\\n\": 3, \"a\\n\": 4}"
    let map = SourceMap(Array(text.utf8))
    #expect(map.duplicates().isEmpty)
    for (key, number) in [("\u{E9}", "1"), ("e\u{301}", "2"), ("a\\n", "3"), ("a\n", "4")] {
      let node = map.node(at: JSONPath([.member(key)])).map { map[$0] }
      #expect(node.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == number)
    }
  }

  @Test("pointers are escaped as in RFC 6901")
  func pointersAreEscaped() {
    #expect(JSONPath().pointer == "")
    #expect(JSONPath().member("a/b~c").element(3).member("").pointer == "/a~1b~0c/3/")
    #expect(JSONPath().member("a").element(0).parent == JSONPath([.member("a")]))
  }
}
