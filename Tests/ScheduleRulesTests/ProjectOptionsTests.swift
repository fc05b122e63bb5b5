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
        "deadband": {"F": 5, "C": 2.5}, "gap": 30,
        "level": "info", "rules": {"SP106": "off", "SP404": "error"},
        "select": ["SP2", "SP3"], "ignore": ["SP203"]
      }
      """)
    #expect(project.diagnostics.map(\.summary) == [])
    let options = project.options
    #expect(
      options.deadband == [.fahrenheit: Temperature(5), .celsius: Temperature(tenths: 25)])
    #expect(options.gap == 30)
    #expect(options.severities == ["SP106": .off, "SP404": .severity(.error)])
    #expect(options.level == .info)
    #expect(options.select == ["SP2", "SP3"] && options.ignore == ["SP203"])
    let usual = read("{}").options
    #expect(usual.deadband.isEmpty && usual.gap == 15)
    #expect(usual.severities.isEmpty && usual.level == .warning)
    #expect(usual.select.isEmpty && usual.ignore.isEmpty)
  }

  static let faults: [(text: String, lines: [String])] = [
    ("", ["1:1: error: the file is empty; expected a JSON object"]),
    ("[]", ["1:1: error: the project file is an array; expected an object"]),
    ("{\"a\": 1,}", ["1:9: error: expected a member after ','; remove the comma"]),
    (
      "{\"deadbnd\": {}, \"é\": 1}",
      [
        "1:2: error: unknown member \"deadbnd\" (did you mean \"deadband\"?)",
        "1:17: error: unknown member \"é\"; expected deadband, gap, level, rules, select or ignore",
      ]
    ),
    (
      "{\"deadband\": 5}",
      ["1:14: error: deadband is the number 5; expected {\"F\": …, \"C\": …}"]
    ),
    (
      "{\"deadband\": {\"K\": 1, \"F\": \"8\", \"C\": 0.25}}",
      [
        "1:15: error: unknown member \"K\"; expected F or C",
        "1:28: error: deadband.F is the string \"8\"; "
          + "expected degrees with at most one decimal, 0 to 100",
        "1:38: error: deadband.C is the number 0.25; "
          + "expected degrees with at most one decimal, 0 to 100",
      ]
    ),
    (
      "{\"gap\": -1, \"level\": \"loud\"}",
      [
        "1:9: error: gap is the number -1; expected a whole number of minutes, 0 to 1439",
        "1:22: error: level is the string \"loud\"; "
          + "expected \"error\", \"warning\" or \"info\"",
      ]
    ),
    (
      "{\"rules\": {\"SP999\": \"off\",\n\"SP301\": null}}",
      [
        "1:12: error: \"SP999\" is not a rule",
        "2:10: error: rules.SP301 is null; "
          + "expected \"off\", \"error\", \"warning\" or \"info\"",
      ]
    ),
    (
      "{\"select\": [\"SP3\", \"X\", 5], \"ignore\": \"SP2\"}",
      [
        "1:20: error: no rule's code begins with \"X\"; see `setpoint rule`",
        "1:25: error: select[2] is the number 5; expected a string",
        "1:39: error: ignore is the string \"SP2\"; expected an array such as [\"SP2\"]",
      ]
    ),
    (
      "{\"rules\": {\"SP101\": \"warning\"}, \"ignore\": [\"SP101\", \"SP1\"]}",
      [
        "1:12: error: SP101 is always an error: "
          + "a file that cannot be read was not checked",
        "1:44: error: SP101 is always an error: "
          + "a file that cannot be read was not checked",
      ]
    ),
    (
      "{\"level\": \"info\", \"level\": \"error\", \"rules\": 1}",
      [
        "1:19: error: \"level\" appears twice",
        "1:46: error: rules is the number 1; "
          + "expected an object such as {\"SP106\": \"off\"}",
      ]
    ),
  ]

  @Test("faults are reported with their place", arguments: faults)
  func faultsAreTold(fault: (text: String, lines: [String])) {
    let lines = read(fault.text).diagnostics.map(\.summary)
    #expect(lines == fault.lines.map { ".setpoint.json:\($0)" })
  }

  @Test("limits of a scale apply to files of that scale")
  func limitsDependOnTheScale() {
    let options = read("{\"deadband\": {\"F\": 9}}").options
    for unit in TemperatureUnit.allCases {
      let bytes = WrittenText(.document([("Home", .standard(unit))], unit: unit)).bytes
      let found = DocumentCheck(bytes: bytes, file: "x", options: options).diagnostics
      #expect(found.count == (unit == .fahrenheit ? 14 : 0))
    }
  }
}
