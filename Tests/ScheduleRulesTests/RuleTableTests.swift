import Diagnostics
import ScheduleRules
import Testing

@Suite struct RuleTableTests {
  /// Every finding is reported, advice too.
  static var everything: CheckOptions {
    var options = CheckOptions()
    options.level = .info
    options.today = CalendarDay(year: 2026, month: 11, day: 23)
    return options
  }

  @Test("the bad example of every rule breaks that rule alone", arguments: ScheduleRuleList.infos)
  func badExampleBreaksItsRule(rule: RuleInfo) {
    let check = DocumentCheck(
      bytes: rule.badDocument, file: "bad.json", options: Self.everything)
    #expect(check.diagnostics.map(\.code) == [rule.code], "\(check.diagnostics.map(\.summary))")
    #expect(check.diagnostics.first?.severity == rule.severity)
  }

  @Test("the good example of every rule breaks none", arguments: ScheduleRuleList.infos)
  func goodExampleIsClean(rule: RuleInfo) {
    let check = DocumentCheck(
      bytes: rule.goodDocument, file: "good.json", options: Self.everything)
    #expect(check.diagnostics.map(\.summary) == [])
  }

  @Test(
    "the bad example is offered the fix that its rule declares", arguments: ScheduleRuleList.infos)
  func fixesAreAnnounced(rule: RuleInfo) {
    let check = DocumentCheck(
      bytes: rule.badDocument, file: "bad.json", options: Self.everything)
    // These rules fix other forms of the mistake.
    let isOther = ["SP102", "SP103", "SP105", "SP110", "SP201", "SP301", "SP603"].contains(
      rule.code)
    #expect(check.diagnostics.map { $0.fix?.applicability } == [isOther ? nil : rule.fix])
  }
}
