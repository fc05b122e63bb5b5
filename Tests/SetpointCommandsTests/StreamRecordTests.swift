import DeviceFormats
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleText
import TestSupport
import Testing

@testable import SetpointCommands
@testable import Streams

@Suite struct StreamRecordTests {
  private static let home = oneLine(.standard(.fahrenheit))

  private static func oneLine(_ week: Week) -> String {
    let text = WrittenText(.document([("Home", week)], unit: week.unit)).text
    return String(text.map { $0 == "\n" ? " " : $0 })
  }

  private func answers(
    _ work: any RecordWork, to line: String, envelope: Bool = true, closes: Bool = true
  ) throws -> [JSONNode] {
    var options = StreamOptions()
    options.hasEnvelope = envelope
    options.closes = closes
    let chunk = LineChunk(bytes: Array((line + "\n").utf8), firstLine: 7)
    return try RecordStream(work, options).answers(to: chunk).text
      .split(separator: 0x0A).map { try JSONTree(parsing: Array($0)).root }
  }

  @Test("a line of whitespace is not a record", arguments: ["", " \t", "\r ", " \r", "\r\r"])
  func blank(line: String) throws {
    #expect(try answers(try export(), to: line, envelope: false).isEmpty)
    #expect(try answers(try export(), to: line).isEmpty)
  }

  private func export() throws -> RecordExport {
    let format = try #require(DeviceFormats.device(named: "csv")?.format)
    return RecordExport(name: "fleet", format: format, options: ExportOptions())
  }

  @Test(
    "an id can be any JSON value, and every answer repeats it unchanged",
    arguments: [
      "7", "0", "-1.50", "\"a\"", "\"é\\u0041\\\"\"", "null", "true", "[1, {\"a\": \"}\"}]",
      "{\"id\": [\"]\"]}",
    ])
  func ids(id: String) throws {
    let line = " {\"id\" : \(id) , \"document\": \(Self.home) }\r"
    let found = try answers(try export(), to: line)
    let expected = try JSONTree(parsing: Array("{\"x\": \(id)}".utf8)).root["x"]
    #expect(found.count == 2)
    for object in found {
      let written = try #require(object["id"])
      #expect(JSONValue(written) == expected.map { JSONValue($0) })
    }
    #expect(found.first?["output"] != nil)
    #expect(found.last?["done"]?.boolean == true && found.last?["errors"]?.integer == 0)
  }

  @Test(
    "an id that is too large to parse is repeated all the same",
    arguments: [
      "123456789012345678901234567890", "-1e400", "0.1E-7", "\"\\u0000\"", "\"\\ud800\"",
      "{\"a\": 1, \"a\": [1e999, {}, []]}",
      String(repeating: "[", count: 64)
        + String(repeating: "]", count: 64),
    ])
  func uncommonIDs(id: String) throws {
    let line = "{\"id\": \(id), \"document\": {}}"
    var options = StreamOptions()
    (options.hasEnvelope, options.closes) = (true, true)
    let chunk = LineChunk(bytes: Array(line.utf8))
    let text = RecordStream(try export(), options).answers(to: chunk).text
    let found = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(found.count == 2)
    for answer in found { #expect(answer.hasPrefix("{\"id\":\(id),"), "\(answer)") }
  }

  @Test(
    "text that is not JSON is not an id",
    arguments: [
      "01", "1.", ".5", "1e", "+1", "-", "nul", "truee", "\"\\x\"", "\"\\u12g4\"", "[1,]", "[1 2]",
      "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "[}", "\"\u{1}\"", "'a'", "NaN", "",
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
  func brokenIDs(id: String) throws {
    let found = try answers(try export(), to: "{\"id\": \(id), \"document\": \(Self.home)}")
    #expect(found.map { $0["id"]?.kind } == [.null, .null])
    #expect(found.first?["output"] == nil)
  }

  @Test(
    "a document that is not JSON, or looks like more members, is identified by its id",
    arguments: [
      "", "}", "{", "{\"a\":", "nonsense", "{}, \"id\": 9", "\(home), \"document\": {}",
      "\(home)}, {\"id\": 9, \"document\": \(home)", "\"", "\\",
    ])
  func brokenDocuments(text: String) throws {
    let found = try answers(try export(), to: "{\"id\": 5, \"document\": \(text)}")
    #expect(found.map { $0["id"]?.integer } == [5, 5])
    #expect((found.first?["findings"]?.count ?? 0) > 0)
    #expect(found.first?["output"] == nil)
    #expect((found.last?["errors"]?.integer ?? 0) > 0)
  }

  @Test(
    "a line of another shape is answered, with the id if there is one",
    arguments: [
      ("{}", .null), ("[]", .null), ("x", .null), ("{\"id\": }", .null),
      ("{\"id\": nul, \"document\": {}}", .null), ("{\"id\": 01, \"document\": {}}", .null),
      ("{\"document\": {}, \"id\": 1}", .null), ("{\"id\": 1}", .integer),
      ("{\"id\": 1, \"documents\": {}}", .integer), ("{\"id\": 1 \"document\": {}}", .integer),
      ("{\"id\": \"a, \"document\": {}}", .string), ("{\"id\": 1, \"document\": {} x", .integer),
    ] as [(String, JSONKind)])
  func otherShapes(line: String, id: JSONKind) throws {
    let found = try answers(try export(), to: line)
    #expect(found.map { $0["id"]?.kind } == [id, id], "\(line)")
    #expect(found.first?["findings"]?[0]?["code"]?.string == "SP101")
  }

  @Test("without an envelope the line number is the id, and blank lines are not records")
  func plainRecords() throws {
    let found = try answers(try export(), to: Self.home, envelope: false)
    #expect(found.map { $0["line"]?.integer ?? $0["id"]?.integer } == [7, 7])
    #expect(try answers(try export(), to: " \t ", envelope: false).isEmpty)
  }

  // MARK: Differences

  @Test("differences of two documents are those of `diff`, and equal ones have no answer")
  func differences() throws {
    for seed in UInt64(1)...UInt64(Rounds.of(20)) {
      var generator = SeededGenerator(seed: seed)
      let weeks = (0..<2).map { _ in Week.random(unit: .celsius, step: 5, using: &generator) }
      let texts = weeks.map(Self.oneLine)
      let line = "{\"id\": 1, \"old\": \(texts[0]), \"new\": \(texts[1])}"
      let found = try answers(RecordDifference(name: "x"), to: line, closes: false)
      let documents = try texts.map { try ScheduleDocument(reading: Array($0.utf8), file: "x") }
      let expected = ContentsDiff(
        from: documents[0].contents, to: documents[1].contents, pairingSingles: true
      ).differences
      #expect(found.count == (expected.isEmpty ? 0 : 1))
      let listed = found.first?["differences"]?.elements ?? []
      let tags = expected.map { difference -> Int? in
        if case .cell(let change) = difference.subject { change.cell.tag } else { nil }
      }
      #expect(listed.map { $0["tag"]?.integer } == tags)
      let same = "{\"old\": \(texts[0]), \"new\": \(texts[0])}"
      #expect(
        try answers(RecordDifference(name: "x"), to: same, envelope: false, closes: false).isEmpty)
    }
  }

  @Test("members that setpoint does not know are compared, too")
  func unknownMembers() throws {
    let other = Self.home.replacing("{\"name\"", with: "{\"x\": 1, \"name\"")
      .replacing("\"name\"", with: "\"y\": 2, \"name\"", maxReplacements: 1)
    let line = "{\"old\": \(Self.home), \"new\": \(other)}"
    let found = try answers(RecordDifference(name: "x"), to: line, envelope: false, closes: false)
    #expect(
      found.first?["differences"]?.elements.map { $0["what"]?.string }.contains("member") == true)
  }

  @Test("documents that cannot be compared are reported with the faulty side")
  func unreadableSides() throws {
    let line = "{\"id\": 3, \"old\": {}, \"new\": \(Self.home)}"
    let found = try answers(RecordDifference(name: "x"), to: line)
    #expect(found.first?["findings"]?[0]?["file"]?.string == "old")
    #expect(found.last?["errors"]?.integer ?? 0 > 0)
  }

  // MARK: Imports

  @Test("an exported schedule is imported unchanged")
  func imports() throws {
    let format = try #require(DeviceFormats.device(named: "csv")?.format)
    var generator = SeededGenerator(seed: 9)
    let week = Week.random(unit: .celsius, step: 5, using: &generator)
    let exported = try answers(
      try export(), to: "{\"id\": 1, \"document\": \(Self.oneLine(week))}", closes: false)
    let text = try #require(exported.first?["output"]?.string)
    let work = RecordImport(
      name: "x", format: format, options: ImportOptions(), scheduleName: nil, isString: true)
    let quoted = String(decoding: JSONValue.string(text).encoded(), as: UTF8.self)
    let found = try answers(work, to: "{\"id\": \"a\", \"text\": \(quoted)}", closes: false)
    let document = try #require(found.first?["document"])
    let back = try ScheduleDocument(reading: JSONValue(document).encoded(), file: "x")
    #expect(back.contents.schedules.map(\.week) == [week])
    for bad in ["3", "\"no table\"", "\"", ""] {
      let refused = try answers(work, to: "{\"id\": 4, \"text\": \(bad)}")
      #expect(refused.map { $0["id"]?.integer } == [4, 4])
      #expect((refused.first?["findings"]?.count ?? 0) > 0)
      #expect(refused.first?["document"]?.kind == .null)
    }
  }
}
