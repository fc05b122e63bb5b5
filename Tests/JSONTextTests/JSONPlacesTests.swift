import JSONText
import ScheduleModel
import TestSupport
import Testing

@Suite struct JSONPlacesTests {
  @Test("every cell, day and key of a document is where it was written", arguments: TextLayout.all)
  func placesAreRight(layout: TextLayout) throws {
    let piece = TextPiece.document(
      [("夏の家", .standard(.celsius)), ("b", .standard(.celsius))], unit: .celsius)
    let written = WrittenText(piece, layout: layout)
    let root = try JSONTree(parsing: written.bytes).root
    for schedule in 0..<2 {
      for cell in CellAddress.all {
        let days = root["schedules"]?[schedule]?["days"]
        let row = try #require(days?[cell.day.name]?[cell.period.name])
        let node = try #require(row[cell.field.name])
        let pointer =
          "/schedules/\(schedule)/days/\(cell.day.name)/\(cell.period.name)/\(cell.field.name)"
        #expect(node.range.lowerBound == written.value(pointer)?.offset)
        #expect(node.keyRange?.lowerBound == written.key(pointer)?.offset)
        let text = String(decoding: written.bytes[node.range], as: UTF8.self)
        let value = "\(Week.standard(.celsius)[cell])"
        #expect(text == (cell.field == .time ? "\"\(value)\"" : value))
        #expect(row.kind == .object && row.range.lowerBound < node.range.lowerBound)
        #expect(written.bytes[row.range.upperBound - 1] == UInt8(ascii: "}"))
      }
    }
  }

  @Test("children come in the order of the text, with kinds and resolved keys")
  func childrenAreListed() throws {
    let root = try JSONTree(
      parsing: Array("{\"\\u0061\": [1, 2.0, []], \"b\\n\": null, \"\": {\"x\": true}}".utf8)
    ).root
    #expect(root.children.map(\.key) == ["a", "b\n", ""])
    #expect(root.children.map(\.kind) == [.array, .null, .object])
    let array = try #require(root["a"])
    #expect(array.children.map(\.kind) == [.integer, .real, .array])
    #expect(root.keyRange == nil && array.children.allSatisfy { $0.keyRange == nil })
  }

  @Test("names and numbers that lead nowhere find nothing")
  func missingPathsFindNothing() throws {
    let root = try JSONTree(parsing: Array("{\"a\": [1]}".utf8)).root
    #expect(root["b"] == nil && root[0] == nil && root["a"]?["0"] == nil)
    #expect(root["a"]?[1] == nil && root["a"]?[-1] == nil && root["a"]?[0]?[0] == nil)
    #expect((try? JSONTree(parsing: Array("{\"a\":".utf8), size: .max)) == nil)
  }

  @Test("repeated keys are found at any depth, escapes resolved, in the order of the text")
  func duplicatesAreFound() throws {
    let text =
      "{\"a\": [{\"k\": 1, \"\\u006b\": 2}], \"b\": 0, \"a\": {\"z\": 1, \"z\": 2, \"z\": 3}}"
    let bytes = Array(text.utf8)
    let tree = try JSONTree(parsing: bytes)
    let found = tree.duplicates(from: "") { "\($0)/\($1 ?? "\($2)")" }
      .map { "\($0.object) \($0.key) \($0.offset)" }
    #expect(found == ["/a/0 k 16", " a 39", "/a z 53", "/a z 61"])
    #expect(tree.root["a"]?["z"]?.range == 66..<67)
  }

  @Test("keys that only look alike are different, and an escaped one is the same")
  func keysAreComparedByBytes() throws {
    let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2, \"a\\\\n\": 3, \"a\\n\": 4}"
    let tree = try JSONTree(parsing: Array(text.utf8))
    #expect(tree.duplicates().isEmpty)
    for (key, number) in [("\u{E9}", "1"), ("e\u{301}", "2"), ("a\\n", "3"), ("a\n", "4")] {
      #expect(tree.root[key]?.spelling == number)
    }
  }
}
