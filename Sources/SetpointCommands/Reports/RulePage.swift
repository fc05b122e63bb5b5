package import Diagnostics

/// The page of a rule in Markdown, with the text of `setpoint rule`.
package enum RulePage {
  /// The address of the published page.
  static func address(of rule: RuleInfo) -> String {
    "\(Project.home)/docs/rules/\(rule.code).md"
  }

  /// The page in docs/rules.
  package static func text(of rule: RuleInfo) -> String {
    let fix = rule.fix.map {
      """
      There is \($0 == .safe ? "a safe fix" : "a fix that needs review"): \
      `setpoint validate --fix\($0 == .unsafe ? " --unsafe" : "")`.
      """
    }
    let option =
      rule.isMandatory
      ? "It cannot be switched off."
      : "`--ignore \(rule.code)` switches it off, and so does `{\"rules\": {\"\(rule.code)\": \"off\"}}` in "
        + "`.setpoint.json`."
    return """
      # \(rule.code): \(rule.summary)

      Severity: \(rule.severity.name).

      \(body(of: rule))

      \([fix, option].compactMap { $0 }.joined(separator: "\n\n"))

      """
  }

  /// The list of all pages.
  package static func index(of rules: [RuleInfo]) -> String {
    let rows = rules.map { rule in
      "| [\(rule.code)](\(rule.code).md) | \(rule.severity.name) | \(rule.summary) "
        + "| \(rule.fix?.rawValue ?? "") |\n"
    }
    return """
      # Rules

      What `setpoint validate` checks. The pages are written from the program's own table of rules, by
      `make record`; `setpoint rule CODE` prints the same.

      | rule | severity | what it asks for | fix |
      |---|---|---|---|

      """ + rows.joined()
  }

  /// The description, the reason, and an example.
  static func body(of rule: RuleInfo) -> String {
    """
    \(rule.what)

    \(rule.why)

    Bad:

    ```
    \(rule.bad)
    ```

    Good:

    ```
    \(rule.good)
    ```
    """
  }
}
