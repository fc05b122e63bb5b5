import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct CheckOptionsTests {
  /// One error (SP301), two warnings (SP106, SP203) and advice (SP401, SP402).
  private static let bytes: [UInt8] = {
    var piece = TextPiece.document([("Home", .standard(.fahrenheit))], unit: .fahrenheit)
    let days = ["schedules", "0", "days"]
    piece["x"] = .raw("1")
    piece[path: days + ["monday", "sleep", "heat"]] = .raw("90")
    piece[path: days + ["tuesday", "leave", "time"]] = .text("06:05")
    piece[path: days + ["friday", "wake", "heat"]] = .raw("71")
    piece[path: days + ["sunday", "sleep", "cool"]] = .raw("80")
    return WrittenText(piece).bytes
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout CheckOptions) -> Void
    let told: [String]

    init(
      _ name: String, _ change: @escaping @Sendable (inout CheckOptions) -> Void, _ told: [String]
    ) {
      (testDescription, self.change, self.told) = (name, change, told)
    }
  }

  static let cases: [Case] = [
    Case("nothing changed", { _ in }, ["error SP301", "warning SP203", "warning SP106"]),
    Case("errors only", { $0.level = .error }, ["error SP301"]),
    Case(
      "advice as well", { $0.level = .info },
      ["error SP301", "warning SP203", "info SP401", "info SP402", "warning SP106"]),
    Case("a family selected", { $0.select = ["SP3"] }, ["error SP301"]),
    Case("a family ignored", { $0.ignore = ["SP2", "SP1"] }, ["error SP301"]),
    Case(
      "one selected of an ignored family", { ($0.select, $0.ignore) = (["SP", "SP203"], ["SP2"]) },
      ["error SP301", "warning SP203", "warning SP106"]),
    Case(
      "selected and ignored at equal length", { ($0.select, $0.ignore) = (["SP3"], ["SP3"]) }, []),
    Case(
      "a rule switched off", { $0.severities["SP301"] = .off },
      ["warning SP302", "warning SP203", "warning SP106"]),
    Case(
      "advice made an error", { $0.severities["SP401"] = .severity(.error) },
      ["error SP301", "warning SP203", "error SP401", "warning SP106"]),
    Case(
      "an error made advice", { $0.severities["SP301"] = .severity(.info) },
      ["warning SP203", "warning SP106"]),
  ]

  @Test("options choose the findings and their severity", arguments: cases)
  func optionsChoose(options testCase: Case) {
    var options = CheckOptions()
    testCase.change(&options)
    let found = DocumentCheck(bytes: Self.bytes, file: "o", options: options).diagnostics
    #expect(found.map { "\($0.severity.name) \($0.code ?? "")" } == testCase.told)
  }

  @Test(
    "a rule whose findings are not reported hides no mistake from other rules",
    arguments: [("SP303", 105, ["SP301"]), ("SP304", 44, ["SP302"]), ("SP301", 90, ["SP302"])])
  func disabledRulesHideNothing(rule: String, heat: Int, wanted: [String]) {
    var ignoring = CheckOptions()
    ignoring.ignore = [rule]
    var selecting = CheckOptions()
    selecting.select = wanted
    var disabled = CheckOptions()
    disabled.severities[rule] = .off
    var week = Week.standard(.fahrenheit)
    let row = RowAddress(.monday, .sleep)
    (week[row].heat, week[row].cool) = (Temperature(heat), Temperature(heat == 44 ? 45 : 82))
    for options in [ignoring, selecting, disabled] {
      let found = WeekCheck.findings(in: DraftWeek(week), options: options)
      #expect(found.map(\.code) == wanted, "\(options)")
    }
  }

  @Test("without SP305, values that look like the other unit are checked in the file's unit")
  func unitIsKnown() {
    var week = Week.standard(.fahrenheit)
    for row in RowAddress.all {
      (week[row].heat, week[row].cool) = (Temperature(34), Temperature(37))
    }
    let codes = { (options: CheckOptions) in
      Set(WeekCheck.findings(in: DraftWeek(week), options: options).map(\.code))
    }
    #expect(codes(CheckOptions()) == ["SP305"])
    var options = CheckOptions()
    options.ignore = ["SP305"]
    #expect(codes(options) == ["SP303"])
    // A level hides the warning, but the user did not switch the rule off.
    options = CheckOptions()
    options.level = .error
    #expect(codes(options).isEmpty)
  }

  @Test("an unreadable text is reported with any options")
  func syntaxIsAlwaysTold() {
    var options = CheckOptions()
    options.ignore = ["SP"]
    options.severities["SP101"] = .off
    #expect(DocumentCheck(bytes: [0x5B], file: "o", options: options).diagnostics.count == 1)
  }
}
