import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct ReadingTests {
  private func lines(_ piece: TextPiece) -> [String] {
    DocumentCheck(bytes: WrittenText(piece).bytes, file: "r").diagnostics.map(\.summary)
  }

  private var standard: TextPiece {
    .document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)
  }

  private static let wake = ["schedules", "0", "days", "monday", "wake"]

  @Test("a schedule after another element keeps its place, name and path")
  func laterSchedulesKeepTheirPlace() throws {
    var piece = standard
    piece[path: Self.wake + ["heat"]] = .raw("90")
    let schedule = try #require(piece[path: ["schedules", "0"]])
    piece["schedules"] = .array([.raw("5"), .raw("null"), schedule, .raw("[]")])
    let check = DocumentCheck(bytes: WrittenText(piece).bytes, file: "r")
    #expect(
      check.diagnostics.map { "\($0.code ?? "") \($0.path) \($0.schedule ?? "-")" } == [
        "SP107 /schedules/0 -", "SP107 /schedules/1 -",
        "SP301 /schedules/2/days/monday/wake/heat Home", "SP107 /schedules/3 -",
      ])
    #expect(check.diagnostics.map(\.location?.line) == [6, 7, 12, 55])
    #expect(check.draft?.schedules.map(\.name) == [nil, nil, "Home", nil])
  }

  @Test("a file of a newer version has no other finding")
  func newerVersionsAreLeftAlone() {
    var piece = standard
    piece["version"] = .raw("2")
    piece["unit"] = .text("K")
    piece["schedules"] = .raw("{}")
    #expect(
      lines(piece) == ["r:3:14: error[SP102] version 2 needs a newer setpoint; this one reads 1"])
  }

  @Test(
    "only similar names are suggested",
    arguments: [
      ("heat", "heeat", true), ("heat", "haet", true), ("heat", "HEAT", true),
      ("heat", "heating", true), ("heat", "heat_setpoint", false), ("heat", "hot", false),
      ("heat", "eat", true), ("heat", "at", false), ("heat", "warm", false),
      ("cool", "coool", true), ("time", "times", true), ("time", "t", false),
      ("time", String(repeating: "time", count: 1000), false),
    ])
  func namesAreGuessed(name: String, found: String, isNear: Bool) {
    var piece = standard
    piece.rename(name, to: found, in: Self.wake)
    let lines = lines(piece)
    #expect(lines.contains { $0.contains("is \"\(found)\" a misspelling?") } == isNear, "\(lines)")
    #expect(lines.count == (isNear ? 1 : 2))
    #expect(lines.allSatisfy { !isNear || $0.contains("error[SP110]") })
  }

  @Test("the more similar of two missing names is suggested")
  func nearestPairsWin() {
    var piece = standard
    piece.rename("sunday", to: "Sunday", in: Array(Self.wake.dropLast(2)))
    piece[path: Array(Self.wake.dropLast(2)) + ["monday"]] = nil
    let found = lines(piece).map { String($0.split(separator: "SP104] ").last ?? "") }
    #expect(
      found == [
        "day \"monday\" is missing", "day \"sunday\" is missing; is \"Sunday\" a misspelling?",
      ])
    var row = standard
    row.rename("heat", to: "Heat", in: Self.wake)
    row[path: Self.wake + ["hat"]] = .raw("true")
    #expect(lines(row).contains { $0.contains("is \"Heat\" a misspelling?") })
  }

  @Test(
    "a temperature has one decimal, in whatever spelling",
    arguments: [
      ("70.10", true), ("7.05e1", true), ("705e-1", true), ("70.0000", true), ("-0", true),
      ("70.00000000000000000001", false), ("70.100000000000001", false), ("7.051e1", false),
      ("70.25", false), ("1e-2", false), ("1000000.05", false),
      ("0.00e-99999999999999999999", true),
    ])
  func digitsDecide(number: String, isRead: Bool) {
    var piece = standard
    piece[path: Self.wake + ["heat"]] = .raw(number)
    let found = lines(piece)
    #expect(
      found.contains { $0.contains("is \(number); a temperature has at most one") } == !isRead)
  }

  @Test("every tenth is read in any spelling, and a smaller part of a degree in none")
  func tenthsAreRead() throws {
    for tenths in Array(-999...999) + stride(from: -10_000_000, through: 10_000_000, by: 99_991) {
      for (number, isRead) in [
        ("\(tenths)e-1", true), ("\(tenths).00E-01", true), ("\(tenths).0000000000000000e-1", true),
        ("\(tenths).5e-1", false), ("\(tenths).0000000000000001e-1", false),
      ] {
        let tree = try JSONTree(parsing: Array("[\(number)]".utf8))
        let value = tree.root[0]?.temperature
        #expect(value == (isRead ? Temperature(tenths: tenths) : nil), "\(number)")
      }
    }
  }

  @Test("a number that is too large is refused with its digits")
  func largeNumbersAreRefused() {
    for number in ["1000000.1", "-1000000000000", "1e300"] {
      var piece = standard
      piece[path: Self.wake + ["heat"]] = .raw(number)
      let check = DocumentCheck(bytes: WrittenText(piece).bytes, file: "r")
      #expect(check.diagnostics.map(\.code) == ["SP303"])
      #expect(check.diagnostics[0].message.contains(" \(number) °F is outside 35 to 99 °F"))
      #expect(check.draft?.schedules[0].week.rows[0].heat == nil)
    }
  }

  @Test("a message repeats a number as the file spells it", arguments: ["100e-2", "1.00", "1E0"])
  func numbersKeepTheirSpelling(number: String) {
    var piece = standard
    piece["version"] = .raw(number)
    #expect(
      lines(piece)
        == ["r:3:14: error[SP102] version is the number \(number); expected the integer 1"])
  }

  @Test("without a unit, no value is outside a range in °F")
  func missingUnit() {
    var piece = TextPiece.document([("Home", .standard(.celsius))], unit: .celsius)
    piece["unit"] = nil
    piece[path: Self.wake + ["heat"]] = .raw("15")
    #expect(lines(piece).allSatisfy { !$0.contains("SP303") } && lines(piece).count == 2)
  }

  @Test("an escape or an unknown member makes reading at most three times as slow")
  func uncommonTexts() {
    let text = String(decoding: WrittenText(standard).bytes, as: UTF8.self)
    let texts = [
      text, text.replacing("Home", with: "Ho\\u006De"),
      text.replacing("\"unit\"", with: "\"x\": 1, \"unit\""),
    ]
    let times = texts.map { text in
      let bytes = Array(text.utf8)
      return ThreadTime.of { for _ in 0..<50 { _ = DocumentCheck(bytes: bytes, file: "r") } }
    }
    #expect(times.allSatisfy { $0 < 3 * times[0] }, "\(times)")
  }

  @Test("each unknown member is suggested for at most one missing member")
  func guessesAreNotShared() {
    var piece = standard
    piece[path: Self.wake] = .raw("{\"tim\": \"06:00\", \"hea\": 70, \"heaat\": 71, \"cool\": 78}")
    #expect(
      lines(piece).map { $0.drop { $0 != "[" } } == [
        "[SP110] \"time\" is missing from Monday wake; is \"tim\" a misspelling? (tag 1)",
        "[SP110] \"heat\" is missing from Monday wake; is \"hea\" a misspelling? (tag 4)",
        "[SP106] unknown member \"heaat\"; it is kept unchanged",
      ])
  }

  @Test("an unknown member that resembles two missing members is suggested for the first")
  func guessesAreUsedOnce() {
    var piece = standard
    let days = ["schedules", "0", "days"]
    piece[path: days + ["thursday"]] = nil
    piece.rename("tuesday", to: "thuesday", in: days)
    #expect(
      lines(piece).map { $0.drop { $0 != "[" } } == [
        "[SP104] day \"thursday\" is missing",
        "[SP104] day \"tuesday\" is missing; is \"thuesday\" a misspelling?",
      ])
  }

  @Test("every place has a JSON Pointer")
  func placesHavePointers() {
    let row = RowAddress(.wednesday, .return)
    let days = "/schedules/\(Int.max)/days"
    let key = String(repeating: "~/é", count: 40)
    let places: [(DocumentPath, String)] = [
      (.document, ""), (.schedules, "/schedules"), (.schedule(12), "/schedules/12"),
      (.days(.max), days), (.day(.max, .wednesday), days + "/wednesday"),
      (.row(.max, row), days + "/wednesday/return"),
      (.cell(.max, CellAddress(row, .heat)), days + "/wednesday/return/heat"),
      (.entry(999), "/calendar/999"), (.member(.document, ""), "/"),
      (.member(.document, "~\u{301}"), "/~0\u{301}"),
      (
        .member(.member(.row(.max, row), key), "a"),
        days + "/wednesday/return/" + String(repeating: "~0~1é", count: 40) + "/a"
      ),
    ]
    for (place, pointer) in places { #expect(place.pointer == pointer) }
  }
}
