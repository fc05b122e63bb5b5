import Diagnostics
import TestSupport
import Testing
import CLibrary

@testable import SetpointCommands

@Suite struct RulePageTests {
  @Test("docs/rules has the page of every rule, as the table of rules describes it")
  func pagesAreOfTheTable() {
    let rules = RuleTable.all.rules
    for rule in rules {
      let mismatch = Golden.mismatch(RulePage.text(of: rule), "../docs/rules/\(rule.code).md")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
    #expect(Golden.mismatch(RulePage.index(of: rules), "../docs/rules/README.md") == nil)
  }
}
