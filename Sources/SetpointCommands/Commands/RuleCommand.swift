import ArgumentParser
import Diagnostics

/// `setpoint rule`: explains rules.
struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule",
    abstract: "List the rules, or explain one with a bad and a good example.",
    discussion: """
      Example:
        setpoint rule SP302
      """)

  @Argument(help: "A rule's code; all rules when left out.", completion: .rules)
  var code: String?

  func run() throws {
    guard let code else {
      return Console.write(RuleTable.all.rules.map(Self.line).joined(), to: .output)
    }
    guard let rule = RuleTable.all[code.uppercased()] else {
      throw Failure(.usage, "there is no rule \(code.quoted()); `setpoint rule` lists them")
    }
    Console.write(Self.explanation(of: rule), to: .output)
  }

  private static func line(_ rule: RuleInfo) -> String {
    let severity = rule.severity.name + String(repeating: " ", count: 8 - rule.severity.name.count)
    let fix = rule.fix.map { " (\($0.rawValue) fix)" } ?? ""
    return "\(rule.code)  \(severity) \(rule.summary)\(fix)\n"
  }

  private static func explanation(of rule: RuleInfo) -> String {
    """
    \(rule.code): \(rule.summary) (\(rule.severity.name))

    \(rule.what)

    \(rule.why)

    bad:
    \(indented(rule.bad))
    good:
    \(indented(rule.good))
    fix: \(rule.fix.map { "\($0.rawValue), with `setpoint validate --fix\($0 == .unsafe ? " --unsafe" : "")`" } ?? "none")

    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
  }
}
