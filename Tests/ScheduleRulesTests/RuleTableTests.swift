import Diagnostics
import ScheduleRules
import Testing

@Suite struct RuleTableTests {
  /// Everything is told, advice too.
  static var everything: CheckOptions {
    var options = CheckOptions()
    options.level = .info
    return options
  }

  @Test("the bad example of every rule breaks that rule alone", arguments: RuleTable.all)
  func badExampleBreaksItsRule(rule: RuleInfo) {
    let check = DocumentCheck(
      bytes: rule.bad.document, file: "bad.json", options: Self.everything)
    #expect(check.diagnostics.map(\.code) == [rule.code], "\(check.diagnostics.map(\.line))")
    #expect(check.diagnostics.first?.severity == rule.severity)
  }

  @Test("the good example of every rule breaks none", arguments: RuleTable.all)
  func goodExampleIsClean(rule: RuleInfo) {
    let check = DocumentCheck(
      bytes: rule.good.document, file: "good.json", options: Self.everything)
    #expect(check.diagnostics.map(\.line) == [])
  }

  @Test("codes are unique, sorted and found by the table")
  func codesAreUnique() {
    let codes = RuleTable.all.map(\.code)
    #expect(codes == Set(codes).sorted())
    for rule in RuleTable.all { #expect(RuleTable.rule(rule.code)?.summary == rule.summary) }
    #expect(RuleTable.rule("SP999") == nil)
  }

  @Test("every rule has its texts, and sentences end with a full stop", arguments: RuleTable.all)
  func textsAreSentences(rule: RuleInfo) {
    #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."))
    #expect(rule.what.hasSuffix(".") && rule.why.hasSuffix("."))
    #expect(rule.bad.text != rule.good.text)
  }

  @Test("a fix is only offered by rules that say so", arguments: RuleTable.all)
  func fixesAreAnnounced(rule: RuleInfo) {
    for diagnostic in DocumentCheck(bytes: rule.bad.document, file: "bad.json").diagnostics {
      if let fix = diagnostic.fix { #expect(rule.fix == fix.applicability) }
    }
  }
}

extension RuleInfo: CustomTestStringConvertible {
  /// The code, which is what a failed case is known by.
  public var testDescription: String { code }
}
