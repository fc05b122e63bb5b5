import DeviceFormats
import Diagnostics
import Testing

@testable import SetpointCommands

@Suite struct RuleTableTests {
  @Test("codes are unique, sorted and found by the table")
  func codesAreUnique() {
    let rules = RuleTable.all.rules
    let codes = rules.map(\.code)
    #expect(codes == Set(codes).sorted())
    #expect(codes.first == "SP101" && codes.last == "SP608")
    for (index, rule) in rules.enumerated() {
      #expect(RuleTable.all[rule.code] == rule && RuleTable.all.index(of: rule.code) == index)
    }
    #expect(RuleTable.all["SP999"] == nil)
  }

  @Test("every rule has its texts, and sentences end with a full stop")
  func textsAreSentences() {
    for rule in RuleTable.all.rules {
      #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."), "\(rule.code)")
      #expect(rule.what.hasSuffix(".") && rule.why.hasSuffix("."), "\(rule.code)")
      #expect(rule.repair?.hasSuffix(".") ?? true && (rule.repair == nil || rule.fix != nil))
      #expect(rule.bad != rule.good, "\(rule.code)")
    }
  }

  @Test(
    "any prefix of a rule's code can be selected, and ignored unless the rule is mandatory or of imports"
  )
  func prefixesAreJudged() {
    for rule in RuleTable.all.rules {
      for prefix in [rule.code, String(rule.code.prefix(4)), String(rule.code.prefix(3)), "SP"] {
        let isOfImports = prefix.hasPrefix("SP52")
        #expect((RuleTable.all.refusal(toSelect: prefix) != nil) == isOfImports, "\(prefix)")
        let refusal = RuleTable.all.refusal(toIgnore: prefix)
        #expect((refusal != nil) == (prefix == "SP101" || isOfImports), "\(prefix)")
      }
    }
    for prefix in ["", "X", "SP9", "sp3", "SP3010"] {
      #expect(RuleTable.all.refusal(toSelect: prefix) != nil)
      #expect(RuleTable.all.refusal(toIgnore: prefix) != nil)
    }
  }
}
