import Diagnostics
import ScheduleModel
import SetpointCommands
import Testing

/// What an import says, grouped.
@Suite struct ImportFindingsTests {
  private func finding(
    _ message: String, code: String = "SP526", schedule: String? = nil
  ) -> Diagnostic {
    Diagnostic(file: "in", code: code, message: message, schedule: schedule)
  }

  private func grouped(_ findings: [Diagnostic], limit: Int = 20) -> [String] {
    ImportFindings.grouped(findings, limit: limit).map(\.message)
  }

  @Test("findings that are alike on several rows and days become one line") func alikeIsOneLine() {
    let cells = Weekday.allCases.flatMap { day in
      ["wake", "sleep"].map { finding("\(day.name) \($0) heat 21.25 °C has no tenth") }
    }
    #expect(grouped(cells) == ["every day wake, sleep heat 21.25 °C has no tenth"])
    let days = [Weekday.monday, .tuesday, .saturday].map {
      finding("\($0.name) has 5 periods, at 06:00", code: "SP521")
    }
    #expect(grouped(days) == ["monday, tuesday, saturday: 5 periods, at 06:00"])
    #expect(grouped([days[0]]) == ["monday has 5 periods, at 06:00"])
  }

  @Test("what differs in its words, its rule or its schedule stays apart") func differsStaysApart()
  {
    let found = [
      finding("monday wake heat 1"), finding("tuesday wake heat 2"),
      finding("tuesday wake heat 1", schedule: "Hall"),
      finding("wednesday wake heat 1", code: "SP521"), finding("the file has no day"),
      finding("the file has no day"),
    ]
    #expect(
      grouped(found) == [
        "monday wake heat 1", "tuesday wake heat 2", "\"Hall\": tuesday wake heat 1",
        "wednesday wake heat 1", "the file has no day", "the file has no day",
      ])
  }

  @Test("no more lines than asked for, with a count of the others") func limited() {
    let found =
      (0..<9).map { finding("monday wake heat \($0)") }
      + [finding("tuesday wake heat 8")]
    let lines = grouped(found, limit: 5)
    #expect(lines.count == 5)
    #expect(lines.last == "and 6 more like these")
    #expect(grouped(Array(found.prefix(5)), limit: 5).count == 5)
  }
}
