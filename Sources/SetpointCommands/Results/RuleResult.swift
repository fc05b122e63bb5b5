import Diagnostics
import JSONText

/// The JSON output of `setpoint rule`.
enum RuleResult {
  static func json(_ rules: [RuleInfo]) -> JSONValue {
    .array(
      rules.map { rule in
        .object([
          "code": .string(rule.code), "severity": .string(rule.severity.name),
          "summary": .string(rule.summary), "what": .string(rule.what), "why": .string(rule.why),
          "bad": .string(rule.bad), "good": .string(rule.good),
          "fix": .optional(rule.fix?.rawValue), "page": .string(RulePage.address(of: rule)),
        ])
      })
  }
}
