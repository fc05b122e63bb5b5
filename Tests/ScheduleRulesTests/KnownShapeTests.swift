import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

/// The fast reader accepts nothing that jansson and the slow reader do not read as the same draft.
@Suite struct KnownShapeTests {
  /// What is wrong with what the fast reader says of a text; nil when it is right or gave up.
  private static func fault(in bytes: [UInt8]) -> String? {
    guard let fast = KnownShape(bytes) else { return nil }
    let slow = DocumentCheck(slowly: bytes, file: "f")
    guard slow.draft == fast.draft else { return "another draft" }
    let isClean = CleanDocument(options: CheckOptions()).isProved(fast)
    if isClean, !slow.diagnostics.isEmpty { return "proved clean: \(slow.diagnostics)" }
    let check = DocumentCheck(bytes: bytes, file: "f")
    return check.diagnostics == slow.diagnostics ? nil : "other findings"
  }

  /// Changes that leave most of a text as it is.
  private static func mutated(
    _ bytes: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...2, using: &generator))
      let part = parts[Int.random(in: 0..<parts.count, using: &generator)]
      bytes.replaceSubrange(start..<end, with: part)
    }
    return bytes
  }

  private static let parts: [[UInt8]] =
    [
      "", "", "0", "1", "9", "-", ".", ".0", ".5", "00", "e2", "E-1", "70.10", "-0", "\"", "\\",
      "\\u0041", "\\ud800", "{", "}", "[", "]", ",", ":", " ", "\t", "\r", "\n", "\u{0}", "\u{1}",
      "\u{7F}", "\u{FEFF}", "é", "\u{85}", "null", "true", "\"heat\":70,", ",\"x\":1", "24:00",
    ].map { Array($0.utf8) } + [[0x80], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF]]

  @Test("it reads what is written here, in every layout")
  func ownTextsAreRead() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      let text = WrittenText(document.piece, layout: document.layout).text
      let isRead = KnownShape(Array(text.utf8)) != nil
      // Names with escapes are left to the slow reader.
      #expect(isRead == !text.contains("\\"), "seed \(seed)")
    }
  }

  @Test("members come in any order, each once")
  func orderIsFree() throws {
    let row = "{\"cool\":78,\"time\":\"06:00\",\"heat\":70.5}"
    let rows = ["06:00", "08:00", "18:00", "22:00"].map { row.replacing("06:00", with: $0) }
    let day =
      "{\"sleep\":\(rows[3]),\"wake\":\(rows[0]),\"return\":\(rows[2]),\"leave\":\(rows[1])}"
    let days = Weekday.allCases.reversed().map { "\"\($0.name)\":\(day)" }.joined(separator: ",")
    let text =
      "{\"schedules\":[{\"device\":\"x\",\"days\":{\(days)},\"notes\":\"n\",\"name\":\"é\"}],"
      + "\"unit\":\"F\",\"version\":1,\"format\":\"setpoint-schedule\"}"
    let draft = try #require(KnownShape(Array(text.utf8))).draft
    #expect(draft.schedules[0].week.unit == .fahrenheit && draft.schedules[0].name == "é")
    #expect(draft.schedules[0].device == "x" && draft.schedules[0].notes == "n")
    #expect(Self.fault(in: Array(text.utf8)) == nil)
    for (old, new) in [
      ("\"cool\":78,", "\"cool\":78,\"cool\":78,"), ("\"wake\"", "\"sleep\""), ("78", "78.25"),
      ("78", "078"), ("78", "7e1"), ("78", "1000000"), ("\"é\"", "\"\\u00e9\""), ("\"F\"", "\"K\""),
      ("\"version\":1", "\"version\":1.0"), ("\"n\"", "\"\u{1}\""), ("\"x\"", "null"),
    ] {
      #expect(KnownShape(Array(text.replacing(old, with: new).utf8)) == nil, "\(new)")
    }
    #expect(KnownShape(Array((text + "}").utf8)) == nil)
    #expect(KnownShape(Array((text + "{}").utf8)) == nil)
    #expect(KnownShape([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == nil)
    #expect(KnownShape(Array((" \r\n\t" + text + " \r\n").utf8))?.draft == draft)
  }

  @Test("every day may be laid out in its own way")
  func layoutsMayDiffer() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<500 {
      let tenths = { Double(Int.random(in: -50...900, using: &generator)) / 10 }
      // Few orders a document, so that a day in an unusual one has another like it before.
      let orders = [[0, 1, 2], [0, 1, 2].shuffled(using: &generator), [0, 2, 1]]
      let periods = [Period.allCases, Period.allCases.shuffled(using: &generator)]
      let days = Weekday.allCases.map { day in
        let blank = ["", " ", "\n    "].randomElement(using: &generator) ?? ""
        let order = orders.randomElement(using: &generator) ?? []
        let rows = (periods.randomElement(using: &generator) ?? []).map { period in
          let time = TimeOfDay(wrapping: Int.random(in: 0..<1440, using: &generator))
          let values = ["\"\(time)\"", "\(tenths())", "\(tenths())"]
          let members = order.map { "\"\(["time", "heat", "cool"][$0])\":\(blank)\(values[$0])" }
          return "\"\(period.name)\":{\(members.joined(separator: ",\(blank)"))\(blank)}"
        }
        return "\"\(day.name)\":{\(rows.joined(separator: ","))}"
      }
      let text =
        "{\"format\":\"setpoint-schedule\",\"version\":1,\"unit\":\"C\",\"schedules\":["
        + "{\"name\":\"a\",\"days\":{\(days.joined(separator: ","))}}]}"
      let bytes = Array(text.utf8)
      #expect(KnownShape(bytes) != nil && Self.fault(in: bytes) == nil, "round \(round): \(text)")
    }
  }

  @Test("two schedules of one name, and more values than are read, are left to the slow reader")
  func limitsHold() {
    let text = { (names: [String]) in
      WrittenText(.document(names.map { ($0, .standard(.celsius)) }, unit: .celsius)).bytes
    }
    #expect(KnownShape(text(["a", "b"])) != nil)
    #expect(KnownShape(text(["a", "b", "a"])) == nil)
    #expect(KnownShape(text(["é", "e\u{301}"])) == nil)
    // 80,000 values: the document, its members, and 122 for each schedule.
    let most = (JSONLimits.values - 5) / 122
    let names = (0..<(most + 1)).map { "\($0)" }
    #expect(KnownShape(text(Array(names.dropLast()))) != nil)
    #expect((try? JSONTree(parsing: text(Array(names.dropLast())))) != nil)
    #expect(
      KnownShape(text(names)) == nil && (try? JSONTree(parsing: text(names))) == nil)
  }

  @Test("of documents with and without faults, what it accepts is right")
  func acceptanceIsRight() {
    var accepted = 0
    var reused = KnownShape()
    // libFuzzer's target `shape` takes it from there.
    let seeds = UInt64(Rounds.of(2000, debug: 100))
    for seed in 0..<seeds {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      let text = WrittenText(document.piece, layout: document.layout).bytes
      for _ in 0..<50 {
        let bytes = Self.mutated(text, using: &generator)
        let known = KnownShape(bytes)
        if known != nil { accepted += 1 }
        // What it learnt of the documents before changes nothing.
        let isRead = bytes.withUnsafeBytes { reused.read($0) }
        if isRead != (known != nil) || isRead && reused.draft != known?.draft {
          Issue.record("seed \(seed): read otherwise: \(String(decoding: bytes, as: UTF8.self))")
        }
        // A macro would make its message each time.
        if let fault = Self.fault(in: bytes) {
          Issue.record("seed \(seed): \(fault): \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
    #expect(accepted > 10 * seeds)
  }

  @Test("a week is proved clean only where the rules find nothing, whatever the options")
  func proofsHold() {
    var proved = 0
    for seed in UInt64(1)...1000 {
      var generator = SeededGenerator(seed: seed)
      let unit: TemperatureUnit = Bool.random(using: &generator) ? .fahrenheit : .celsius
      var week = DraftWeek(Week.random(unit: unit, using: &generator).withSetbacks())
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let row = Int.random(in: 0..<28, using: &generator)
        let change = Int.random(in: -60...60, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0:
          week.rows[row].heat = week.rows[row].heat.map { Temperature(tenths: $0.tenths + change) }
        case 1:
          week.rows[row].cool = week.rows[row].cool.map { Temperature(tenths: $0.tenths + change) }
        default:
          week.rows[row].time = week.rows[row].time.map { TimeOfDay(wrapping: $0.minutes + change) }
        }
      }
      var options = CheckOptions()
      options.gap = [0, 15, 45].randomElement(using: &generator) ?? 15
      options.deadband[unit] =
        [nil, Temperature(tenths: -20), Temperature(5)].randomElement(using: &generator) ?? nil
      options.level = [.warning, .error, .info].randomElement(using: &generator) ?? .warning
      guard let whole = Week(week) else { continue }
      let text = WrittenText(.document([("a", whole)], unit: unit)).bytes
      guard let known = KnownShape(text), CleanDocument(options: options).isProved(known)
      else { continue }
      proved += 1
      if !WeekCheck.findings(in: week, options: options).isEmpty { Issue.record("seed \(seed)") }
    }
    #expect(proved > 100)
  }
}
