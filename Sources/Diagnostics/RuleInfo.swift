/// What there is to say about a rule: the text behind `setpoint rule` and the SARIF report.
package struct RuleInfo: Hashable, Sendable {
  /// The code, stable for ever: `SP301`.
  package let code: String
  /// How much a finding matters unless a configuration says otherwise.
  package let severity: Severity
  /// What the rule asks for, in a few words.
  package let summary: String
  /// What exactly is found.
  package let what: String
  /// Why it matters and what helps, with the source of the rule's numbers.
  package let why: String
  /// An example that breaks the rule, and this rule alone.
  package let bad: String
  /// The same, put right.
  package let good: String
  /// Whether findings can be repaired; nil where no fix is ever offered.
  package let fix: Fix.Applicability?
  /// Whether no option can switch the rule off or change its severity.
  package let isMandatory: Bool

  package init(
    code: String, severity: Severity, summary: String, what: String, why: String, bad: String,
    good: String, fix: Fix.Applicability? = nil, isMandatory: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.what = what
    self.why = why
    self.bad = bad
    self.good = good
    self.fix = fix
    self.isMandatory = isMandatory
  }
}

extension RuleInfo {
  /// All there is to say, with both examples: what `setpoint rule` prints.
  package var explanation: String {
    """
    \(code): \(summary) (\(severity.name))

    \(what)

    \(why)

    bad:
    \(Self.indented(bad))
    good:
    \(Self.indented(good))
    fix: \(fix.map { "\($0.rawValue), with `setpoint validate --fix\($0 == .unsafe ? " --unsafe" : "")`" } ?? "none")

    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
  }
}
