import Diagnostics
import ScheduleRules
import TestSupport
import Testing

@Suite struct FixtureTests {
  @Test(
    "a valid file has no finding and is not changed by fixing",
    arguments: Fixture.all(in: "schedules/valid"))
  func validFilesAreClean(fixture: Fixture) {
    #expect(!fixture.input.isEmpty)
    let check = DocumentCheck(bytes: fixture.input, file: "input.json")
    #expect(check.diagnostics.map(\.summary) == [])
    let fixed = FixedDocument(fixture.input, file: "input.json", unsafe: true)
    #expect(fixed.bytes == fixture.input && fixed.applied == 0)
  }

  @Test(
    "an invalid file has its recorded findings",
    arguments: Fixture.all(in: "schedules/invalid"))
  func invalidFilesAreFound(fixture: Fixture) {
    compare(fixture, options: CheckOptions())
  }

  @Test("advice is reported on request", arguments: Fixture.all(in: "schedules/advice"))
  func adviceIsGiven(fixture: Fixture) {
    #expect(DocumentCheck(bytes: fixture.input, file: "input.json").diagnostics.isEmpty)
    compare(fixture, options: RuleTableTests.everything)
  }

  @Test("every rule has a file of its own")
  func everyRuleHasAFile() {
    let names = (Fixture.all(in: "schedules/invalid") + Fixture.all(in: "schedules/advice")).map(
      \.description)
    for rule in ScheduleRuleList.infos {
      #expect(names.contains { $0.contains(rule.code.lowercased()) }, "\(rule.code)")
    }
  }

  private func compare(_ fixture: Fixture, options: CheckOptions) {
    let found = DocumentCheck(bytes: fixture.input, file: "input.json", options: options)
      .diagnostics
    #expect(!found.isEmpty)
    let text = found.map { $0.summary + "\n" }.joined()
    #expect(fixture.mismatch(Array(text.utf8), "expected") == nil)
    let fixed = FixedDocument(fixture.input, file: "input.json", options: options, unsafe: true)
    #expect(!fixed.check.diagnostics.contains { $0.fix != nil })
    #expect(fixture.mismatch(fixed.applied > 0 ? fixed.bytes : nil, "fixed.json") == nil)
  }
}
