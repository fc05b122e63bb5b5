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

  @Test("only rules that declare a fix offer one", arguments: ScheduleRuleList.infos)
  func fixesAreAnnounced(rule: RuleInfo) {
    for diagnostic in DocumentCheck(bytes: rule.badDocument, file: "bad.json").diagnostics {
      if let fix = diagnostic.fix { #expect(rule.fix == fix.applicability) }
    }
  }
}
