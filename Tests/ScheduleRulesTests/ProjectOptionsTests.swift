import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct ProjectOptionsTests {
  private func read(_ text: String) -> ProjectOptions {
    ProjectOptions(
      bytes: Array(text.utf8), file: ProjectOptions.fileName,
      rules: RuleTable(ScheduleRuleList.infos))
  }

  @Test("every member is read")
  func membersAreRead() {
    let project = read(
      """
      {
        "deadband": {"F": 5, "C": 2.5}, "smallestGap": 30, "largestStep": {"F": 8},
        "level": "info", "rules": {"SP106": "off", "SP404": "error"},
        "select": ["SP2", "SP3"], "ignore": ["SP203"]
      }
      """)
    #expect(project.diagnostics.map(\.line) == [])
    var expected = CheckOptions()
    expected.deadbandPerUnit.fahrenheit = Temperature(5)
    expected.deadbandPerUnit.celsius = Temperature(tenths: 25)
    expected.largestStepPerUnit.fahrenheit = Temperature(8)
    expected.smallestGap = 30
    expected.level = .info
    expected.severities = ["SP106": .off, "SP404": .severity(.error)]
    expected.select = ["SP2", "SP3"]
    expected.ignore = ["SP203"]
    #expect(project.options == expected)
    #expect(read("{}").options == CheckOptions())
  }

  static let faults: [(text: String, lines: [String])] = [
    ("", ["1:1: error[SP101] the file is empty; expected a JSON object"]),
    ("[]", ["1:1: error[SP101] expected '{' to open the document"]),
    ("{\"a\": 1,}", ["1:9: error[SP101] expected a member after ','; remove the comma"]),
    (
      "{\"deadbnd\": {}, \"é\": 1}",
      [
        "1:2: warning[SP106] unknown member \"deadbnd\" (did you mean \"deadband\"?)",
        "1:17: warning[SP106] unknown member \"é\"",
      ]
    ),
    (
      "{\"deadband\": 5, \"largestStep\": {\"K\": 1, \"F\": \"8\", \"C\": 0.25}}",
      [
        "1:14: error[SP107] deadband is the number 5; expected {\"F\": …, \"C\": …}",
        "1:33: warning[SP106] unknown member \"K\"",
        "1:46: error[SP107] largestStep.F is the string \"8\"; "
          + "expected degrees with at most one decimal, 0 to 100",
        "1:56: error[SP107] largestStep.C is the number 0.25; "
          + "expected degrees with at most one decimal, 0 to 100",
      ]
    ),
    (
      "{\"smallestGap\": -1, \"level\": \"loud\"}",
      [
        "1:17: error[SP107] smallestGap is the number -1; expected minutes, 0 to 1439",
        "1:30: error[SP107] level is the string \"loud\"; "
          + "expected \"error\", \"warning\" or \"info\"",
      ]
    ),
    (
      "{\"rules\": {\"SP999\": \"off\",\n\"SP301\": null}}",
      [
        "1:12: error[SP107] \"SP999\" is not the code of a rule",
        "2:10: error[SP107] rules.SP301 is null; "
          + "expected \"off\", \"error\", \"warning\" or \"info\"",
      ]
    ),
    (
      "{\"select\": [\"SP3\", \"X\", 5], \"ignore\": \"SP2\"}",
      [
        "1:20: error[SP107] no rule's code begins with \"X\"; see `setpoint rule`",
        "1:25: error[SP107] select has the number 5; expected the beginning of a code",
        "1:39: error[SP107] ignore is the string \"SP2\"; expected an array such as [\"SP2\"]",
      ]
    ),
    (
      "{\"level\": \"info\", \"level\": \"error\", \"rules\": 1}",
      [
        "1:19: error[SP108] \"level\" appears twice",
        "1:46: error[SP107] rules is the number 1; "
          + "expected an object such as {\"SP106\": \"off\"}",
      ]
    ),
  ]

  @Test("what is wrong is told with its place", arguments: faults)
  func faultsAreTold(fault: (text: String, lines: [String])) {
    let lines = read(fault.text).diagnostics.map(\.line)
    #expect(lines == fault.lines.map { ".setpoint.json:\($0)" })
  }

  @Test("limits of each scale change what is found in files of that scale")
  func limitsDependOnTheScale() {
    let options = read("{\"deadband\": {\"F\": 9}}").options
    for unit in TemperatureUnit.allCases {
      let bytes = WrittenText(.document([("Home", .standard(unit))], unit: unit)).bytes
      let found = DocumentCheck(bytes: bytes, file: "x", options: options).diagnostics
      #expect(found.count == (unit == .fahrenheit ? 14 : 0))
    }
  }
}
