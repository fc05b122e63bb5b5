import Diagnostics
import ScheduleModel
import Testing

@testable import Reporting

/// The grouped findings of an import.
@Suite struct ImportFindingsTests {
  private func finding(
    _ message: Sentence, code: String = "SP526", schedule: String? = nil
  ) -> Diagnostic {
    Diagnostic(file: "in", code: code, message: message, schedule: schedule)
  }

  private func grouped(_ findings: [Diagnostic], limit: Int = 20) -> [String] {
    findings.grouped(limit: limit).map(\.message)
  }

  @Test("equal findings of several rows and days become one line") func alikeIsOneLine() {
    let cells = Weekday.allCases.flatMap { day in
      [Period.wake, .sleep].map {
        finding("\(about: RowAddress(day, $0)) heat 21.25 °C has no tenth")
      }
    }
    #expect(grouped(cells) == ["every day wake, sleep heat 21.25 °C has no tenth"])
    let days = [Weekday.monday, .tuesday, .saturday].map {
      finding("\(about: $0, verb: "has") 5 periods, at 06:00", code: "SP521")
    }
    #expect(grouped(days) == ["Mon-Tue, Sat: 5 periods, at 06:00"])
    #expect(grouped([days[0]]) == ["Monday has 5 periods, at 06:00"])
  }

  @Test("findings of other words, rules or schedules stay separate") func differsStaysApart() {
    let found = [
      finding("\(about: RowAddress(.monday, .wake)) heat 1"),
      finding("\(about: RowAddress(.tuesday, .wake)) heat 2"),
      finding("\(about: RowAddress(.tuesday, .wake)) heat 1", schedule: "Hall"),
      finding("\(about: RowAddress(.wednesday, .wake)) heat 1", code: "SP521"),
      finding("the file has no day"),
      finding("the file has no day"),
    ]
    #expect(
      grouped(found) == [
        "Monday wake heat 1", "Tuesday wake heat 2", "\"Hall\": Tuesday wake heat 1",
        "Wednesday wake heat 1", "the file has no day", "the file has no day",
      ])
  }

  @Test("at most the requested number of lines is printed, with a count of the rest") func limited()
  {
    let found =
      (0..<9).map { finding("\(about: RowAddress(.monday, .wake)) heat \($0)") }
      + [finding("\(about: RowAddress(.tuesday, .wake)) heat 8")]
    let lines = grouped(found, limit: 5)
    #expect(lines.count == 5)
    #expect(lines.last == "and 6 more of these")
    #expect(grouped(Array(found.prefix(5)), limit: 5).count == 5)
  }
}
