import ArgumentParser
import DeviceFormats
package import Diagnostics
import JSONText
import Reporting
import ScheduleRules

struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule",
    abstract: "List the rules, or explain one with a bad and a good example.",
    discussion: """
      Example:
        setpoint rule SP302
      """)

  @Argument(help: "A rule's code (default: all rules).", completion: .rules)
  var code: String?

  @Option(help: .format) var format = ResultFormat.text

  func run() throws {
    let named = try code.map { code throws(Failure) in
      let name = code.uppercased()
      if let rule = RuleTable.all[name] ?? RuleTable.all["SP" + name] { return rule }
      throw Failure(.usage, "\(code.quoted()) is not a rule; `setpoint rule` lists them")
    }
    switch format {
    case .json: Console.print(.array((named.map { [$0] } ?? RuleTable.all.rules).map(Self.json)))
    case .text:
      let text =
        named.map(RulePage.text)
        ?? RuleTable.all.rules.map { rule in
          let severity = (rule.severity.name + "      ").prefix(8)
          let fix = rule.fix.map { " (\($0.rawValue) fix)" } ?? ""
          return "\(rule.code)  \(severity) \(rule.summary)\(fix)\n"
        }.joined()
      Console.writeWrapped(text, indent: "")
    }
  }

  private static func json(_ rule: RuleInfo) -> JSONValue {
    [
      "code": .string(rule.code), "severity": .string(rule.severity.name),
      "summary": .string(rule.summary), "what": .string(rule.description), "why": .string(rule.why),
      "bad": .string(rule.bad), "good": .string(rule.good),
      "fix": .optional(rule.fix?.rawValue), "page": .string(RulePage.address(of: rule)),
    ]
  }
}

/// The page of a rule in docs/rules.
enum RulePage {
  static func address(of rule: RuleInfo) -> String { "\(Project.home)/docs/rules/\(rule.code).md" }

  /// The full description, as printed by `setpoint rule`.
  static func text(of rule: RuleInfo) -> String {
    let option = rule.fix == .unsafe ? "--fix --unsafe" : "--fix"
    let fix = rule.fix.map { "\($0.rawValue), with `setpoint validate \(option)`" }
    return rule.explanation(fix: fix ?? "none")
  }

  /// The description, the reason, and an example, in Markdown.
  static func body(of rule: RuleInfo) -> String {
    """
    \(rule.description)

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

extension RuleTable {
  /// All rules: the combined lists of the targets.
  package static let all = RuleTable(ScheduleRuleList.infos + DeviceRules.infos)
}
