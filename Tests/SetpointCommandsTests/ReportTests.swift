import Diagnostics
import Foundation
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@testable import Reporting
@testable import SetpointCommands
@testable import Streams

@Suite struct ReportTests {
  /// Two inputs, the second clean, the third unreadable, with names that need care.
  private static let inputs: [(file: String, bytes: [UInt8])] = {
    var piece = TextPiece.document([("Hütte 🏠\\u001b", .standard(.fahrenheit))], unit: .fahrenheit)
    let wake = ["schedules", "0", "days", "monday", "wake"]
    piece[path: wake + ["heat"]] = .raw("78")
    piece[path: wake + ["cool"]] = .raw("70")
    piece[path: wake + ["time"]] = .text("6:00")
    return [
      ("a b,c:%.json", WrittenText(piece).bytes),
      ("clean.json", WrittenText(.document([("x", .standard(.celsius))], unit: .celsius)).bytes),
      ("/tmp/ü\u{1B}[2J.json", Array("{\"a\": \u{1B}".utf8)),
    ]
  }()

  private func report(
    _ format: ReportFormat, _ inputs: [(file: String, bytes: [UInt8])] = inputs
  ) -> String {
    var writer = ReportWriter(format, lines: TextReport())
    var result = writer.start()
    for (file, bytes) in inputs {
      result += writer.text(
        for: DocumentCheck(bytes: bytes, file: file).diagnostics, in: bytes)
    }
    return result + writer.end()
  }

  private func object(_ text: some StringProtocol) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  private static let lines = [
    "a b,c:%.json:7:15: error[SP109] schedule name \"Hütte 🏠\\u{1B}\" contains the control character U+001B",
    "a b,c:%.json:10:28: error[SP201] Monday wake time \"6:00\" is not a time; use HH:MM, 00:00 to 23:59 (tag 1)",
    "a b,c:%.json:10:44: error[SP301] Monday wake heat 78 is not below cool 70 (tag 4)",
    "/tmp/ü\\u{1B}[2J.json:1:7: error[SP101] expected a value",
  ]

  @Test("text has one line per finding")
  func textHasLines() {
    #expect(report(.text) == Self.lines.map { $0 + "\n" }.joined())
    #expect(report(.text, []) == "")
  }

  @Test("text with excerpts shows each place")
  func textShowsPlaces() {
    let writer = TextReport(excerptWidth: 40)
    let bytes = Self.inputs[0].bytes
    let found = DocumentCheck(bytes: bytes, file: "f").diagnostics
    let lines = writer.text(for: found, in: bytes).split(separator: "\n")
    #expect(lines.count == 9)
    #expect(lines[7].contains("\"heat\": 78") && lines[8].hasSuffix("^"))
    #expect(writer.text(for: found, in: nil).split(separator: "\n").count == 3)
  }

  @Test("a file that is not text has no excerpt", arguments: ["\u{7F}ELF\u{2}\0\0{", "{\0\"\0"])
  func binaryHasNoExcerpt(text: String) {
    let bytes = Array(text.utf8)
    let found = DocumentCheck(bytes: bytes, file: "f").diagnostics
    #expect(
      TextReport(excerptWidth: 40).text(for: found, in: bytes).split(separator: "\n").count == 1)
  }

  @Test("JSON and JSON Lines carry the same objects, with all fields in order")
  func jsonCarriesFields() throws {
    let lines = report(.jsonl).split(separator: "\n")
    #expect(lines.count == 4)
    let array = try #require(object(report(.json)) as? [NSDictionary])
    #expect(try lines.map { try object($0) as? NSDictionary } == array)
    #expect(
      lines[1] == """
        {"file":"a b,c:%.json","line":10,"column":28,"offset":\(Self.offset("\"6:00\"")),\
        "code":"SP201","severity":"error","message":"Monday wake time \\"6:00\\" is not a time; \
        use HH:MM, 00:00 to 23:59","path":"/schedules/0/days/monday/wake/time",\
        "schedule":"Hütte 🏠\\u001B","tag":1,"fix":{"applicability":"safe","edits":\
        [{"offset":\(Self.offset("\"6:00\"")),"length":6,"text":"\\"06:00\\""}]}}
        """)
    #expect(lines[3].contains("\"path\":\"\",\"schedule\":null,\"tag\":null,\"fix\":null}"))
    for format in [ReportFormat.json, .jsonl, .github, .sarif, .text] {
      let controls = report(format).unicodeScalars.filter { $0.isControl && $0 != "\n" }
      #expect(controls.isEmpty, "\(format)")
    }
    #expect(try (object(report(.json, [])) as? [NSDictionary])?.isEmpty == true)
    #expect(report(.jsonl, []) == "")
  }

  private static func offset(_ text: String) -> Int {
    let whole = String(decoding: inputs[0].bytes, as: UTF8.self)
    return whole.range(of: text).map {
      whole.utf8.distance(from: whole.startIndex, to: $0.lowerBound)
    }
      ?? -1
  }

  @Test("GitHub commands escape their properties")
  func gitHubCommandsAreEscaped() {
    let lines = report(.github).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[2] == "::error file=a b%2Cc%3A%25.json,line=10,col=44,title=SP301::"
        + "Monday wake heat 78 is not below cool 70")
    #expect(lines[3].hasPrefix("::error file=/tmp/ü\\u{1B}[2J.json,line=1,col=7,title=SP101::"))
    var diagnostic = Diagnostic(file: "f", severity: .warning, message: "m")
    var writer = ReportWriter(.github, lines: TextReport())
    #expect(writer.text(for: [diagnostic], in: nil) == "::warning file=f::m\n")
    diagnostic.severity = .info
    #expect(writer.text(for: [diagnostic], in: nil) == "::notice file=f::m\n")
  }

  @Test("SARIF lists every rule with help and every finding with its place")
  func sarifIsComplete() throws {
    let log = try #require(object(report(.sarif)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == RuleTable.all.rules.map(\.code))
    for rule in rules {
      let help = try #require(rule["help"] as? [String: String])
      #expect(help["text"]?.isEmpty == false && help["markdown"]?.contains("```") == true)
      let page = rule["helpUri"] as? String
      #expect(page?.hasSuffix("/docs/rules/\(rule["id"] ?? "").md") == true)
    }
    #expect((driver["informationUri"] as? String)?.hasPrefix("https://") == true)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 4)
    for (result, line) in zip(results, Self.lines) {
      let id = try #require(result["ruleId"] as? String)
      #expect(line.contains("[\(id)]"))
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == id)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let region = try #require(physical["region"] as? [String: Int])
      let place = ":\(region["startLine"] ?? 0):\(region["startColumn"] ?? 0):"
      #expect(line.contains(place))
      if let end = region["endColumn"] {
        #expect(end > region["startColumn"] ?? 0 && region["byteLength"] ?? 0 > 0)
      }
      let uri = (physical["artifactLocation"] as? [String: String])?["uri"]
      let expected =
        line.hasPrefix("a")
        ? "a%20b%2Cc%3A%25.json" : "file:///tmp/%C3%BC%1B%5B2J.json"
      #expect(uri == expected)
    }
    #expect(results.contains { "\($0["locations"] ?? "")".contains("endColumn") })
    let fixes = try #require(results[1]["fixes"] as? [[String: Any]])
    let change = try #require((fixes[0]["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect(
      replacement["deletedRegion"] as? [String: Int] == [
        "startLine": 10, "startColumn": 28, "endLine": 10, "endColumn": 34,
      ])
    #expect(replacement["insertedContent"] as? [String: String] == ["text": "\"06:00\""])
    let empty = try #require(object(report(.sarif, [])) as? [String: Any])
    #expect(((empty["runs"] as? [[String: Any]])?.first?["results"] as? [Any])?.isEmpty == true)
  }

  @Test("the problem matcher of both pages takes every line of a report apart")
  func problemMatcher() throws {
    func text(_ page: String) throws -> String {
      String(decoding: try #require(Fixtures.bytes("../docs/\(page)")), as: UTF8.self)
    }
    let alone = try #require(object(text("problem-matcher.json")) as? [String: Any])
    let pattern = try #require(
      ((alone["problemMatcher"] as? [[String: Any]])?.first?["pattern"] as? [NSDictionary])?.first)
    let block = try #require(
      text("editors.md").split(separator: "```json\n").first { $0.contains("\"tasks\"") })
    let page = try #require(object(block.prefix { $0 != "`" }) as? [String: Any])
    let task = try #require((page["tasks"] as? [[String: Any]])?.first)
    #expect((task["problemMatcher"] as? [String: Any])?["pattern"] as? NSDictionary == pattern)
    let matcher = try Regex(#require(pattern["regexp"] as? String))
    var codes: Set<String> = []
    for fixture in Fixture.all(in: "schedules/invalid") {
      let lines = report(.text, [("a:b.json", fixture.input)]).split(separator: "\n")
      let found = DocumentCheck(bytes: fixture.input, file: "a:b.json").diagnostics
      try #require(lines.count == found.count, "\(fixture)")
      for (line, finding) in zip(lines, found) {
        let match = try #require(line.wholeMatch(of: matcher), "\(line)")
        let parts = ["file", "line", "column", "severity", "code", "message"].map {
          (pattern[$0] as? Int).flatMap { match[$0].substring.map(String.init) } ?? ""
        }
        let place = try #require(finding.location)
        #expect(
          parts.dropLast() == [
            "a:b.json", "\(place.line)", "\(place.column)", "\(finding.severity)",
            finding.code ?? "",
          ])
        #expect(parts.last?.hasPrefix(finding.message) == true, "\(line)")
        codes.insert(parts[4])
      }
    }
    #expect(codes.count > 20)
  }
}
