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
      let mismatch = Golden.mismatch(Self.text(of: rule), "../docs/rules/\(rule.code).md")
      #expect(mismatch == nil, "\(mismatch ?? "")")
    }
    #expect(Golden.mismatch(Self.index(of: rules), "../docs/rules/README.md") == nil)
  }
  /// The page in docs/rules.
  private static func text(of rule: RuleInfo) -> String {
    let fix = rule.fix.map {
      """
      There is \($0 == .safe ? "a safe fix" : "a fix that needs review"): \
      `setpoint validate --fix\($0 == .unsafe ? " --unsafe" : "")`.
      """
    }
    let setting = "`{\"rules\": {\"\(rule.code)\": \"off\"}}` in `.setpoint.json`"
    let option =
      switch rule.code {
      case _ where rule.isMandatory: "It cannot be switched off."
      case _ where rule.isOfImports: "Only imports report it; it cannot be switched off."
      case "SP501"..<"SP520":
        "In `validate`, `--ignore \(rule.code)` switches it off, and so does \(setting)"
          + (rule.code == "SP510" ? "." : "; exports use the default limits.")
      default: "`--ignore \(rule.code)` switches it off, and so does \(setting)."
      }
    return """
      # \(rule.code): \(rule.summary)

      Severity: \(rule.severity.name).

      \(RulePage.body(of: rule))

      \([fix, option].compactMap { $0 }.joined(separator: "\n\n"))

      """
  }

  /// The list of all pages.
  private static func index(of rules: [RuleInfo]) -> String {
    let rows = rules.map { rule in
      "| [\(rule.code)](\(rule.code).md) | \(rule.severity.name) | \(rule.summary) "
        + "| \(rule.fix?.rawValue ?? "") |\n"
    }
    return """
      # Rules

      `setpoint validate` checks these rules. The pages are generated from the program's table of rules, by
      `make record`; `setpoint rule CODE` prints the description, the examples and the fix.

      | rule | severity | what it asks for | fix |
      |---|---|---|---|

      """ + rows.joined()
  }
}
