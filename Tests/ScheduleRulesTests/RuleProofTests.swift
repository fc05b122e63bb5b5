import Diagnostics
import ScheduleRules
import TestSupport
import Testing

/// No rule is left out because a document was proved clean without knowing the rule.
@Suite struct RuleProofTests {
  /// A rule that neither the fast reader nor the proof knows.
  private enum NewRule: Rule {
    static let proof = RuleProof.onlyByRunning
    static let info = RuleInfo(
      code: "SP999", severity: .warning, summary: "new", what: "New.", why: "New.", bad: "",
      good: "")
  }

  /// Findings of one rule alone, advice too.
  private static func options(for rule: RuleInfo) -> CheckOptions {
    var options = RuleTableTests.everything
    options.select = [rule.code]
    return options
  }

  @Test("what says that a rule is kept does not say so of its bad example")
  func badExamplesAreNotProved() {
    for rule in ScheduleRuleList.all {
      let info = rule.info
      let shape = KnownShape(info.badDocument)
      switch rule.proof {
      case .byShape: #expect(shape == nil, "\(info.code)")
      case .byValues:
        let clean = CleanDocument(options: Self.options(for: info))
        #expect(shape.map(clean.isProved) == false, "\(info.code)")
      case .onlyByRunning:
        // Not even the good one is proved as long as the rule is told.
        let good = KnownShape(info.goodDocument)
        let clean = CleanDocument(options: Self.options(for: info))
        #expect(good.map(clean.isProved) == false, "\(info.code)")
      }
    }
  }

  @Test("a new rule without a proof stops every proof while it is told, and the fast reader")
  func newRulesRun() throws {
    let good = try #require(ScheduleRuleList.infos.first).goodDocument
    let known = try #require(KnownShape(good))
    let proved = ScheduleRuleList.all.filter { $0.proof != .onlyByRunning }
    let rules = proved + [NewRule.self]
    var options = CheckOptions()
    #expect(CleanDocument(options: options, rules: proved).isProved(known))
    #expect(!CleanDocument(options: options, rules: rules).isProved(known))
    #expect(ScheduleRuleList.allowsKnownShape(options, rules: proved))
    #expect(!ScheduleRuleList.allowsKnownShape(options, rules: rules))
    options.ignore = ["SP999"]
    #expect(CleanDocument(options: options, rules: rules).isProved(known))
    #expect(ScheduleRuleList.allowsKnownShape(options, rules: rules))
    options = CheckOptions()
    options.severities = ["SP401": .severity(.error)]
    #expect(!CleanDocument(options: options).isProved(known))
  }
}
