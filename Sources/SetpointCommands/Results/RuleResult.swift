import Diagnostics
import JSONText

/// What `setpoint rule` prints as JSON.
enum RuleResult {
  private typealias Parts = SchemaParts

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

  static let schema = Parts.array(
    of: Parts.object([
      ("code", Parts.text(matching: "^SP[0-9]{3}$")),
      ("severity", Parts.oneOf(Severity.allCases.map(\.name))),
      ("summary", Parts.type("string")), ("what", Parts.type("string")),
      ("why", Parts.type("string")), ("bad", Parts.type("string")), ("good", Parts.type("string")),
      (
        "fix",
        Parts.type("string", "null", description: "safe or unsafe; null where there is no fix.")
      ),
      ("page", Parts.type("string")),
    ]))
}
