/// The description of a rule, for `setpoint rule` and the SARIF report.
package struct RuleInfo: Hashable, Sendable {
  /// The code, which never changes: `SP301`.
  package let code: String
  /// The severity of its findings by default.
  package let severity: Severity
  /// The requirement in a few words.
  package let summary: String
  package let what: String
  /// What its fix does, if a finding of the rule may have none; other rules include it in `what` or `why`.
  package let repair: String?
  /// Why it matters and how to fix it, with the source of the rule's numbers.
  package let why: String
  /// An example that breaks only this rule.
  package let bad: String
  /// The corrected example.
  package let good: String
  /// The kind of its fixes; nil if it has none.
  package let fix: Fix.Applicability?
  /// Whether the rule cannot be disabled or changed in severity.
  package let isMandatory: Bool
  /// Whether only imports report it, which have no options for rules.
  package let isOfImports: Bool

  package init(
    code: String, severity: Severity, summary: String, what: String, repair: String? = nil,
    why: String, bad: String, good: String, fix: Fix.Applicability? = nil,
    isMandatory: Bool = false, isOfImports: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.what = isOfImports ? "\(what) Only imports report it." : what
    self.repair = repair
    self.why = why
    self.bad = bad
    self.good = good
    self.fix = fix
    self.isMandatory = isMandatory
    self.isOfImports = isOfImports
  }
}

extension RuleInfo {
  /// What the rule reports, and what its fix does.
  package var description: String { [what, repair].compactMap(\.self).joined(separator: " ") }

  /// The full description with both examples, a way to fix the problem, and its severity if it is not the default.
  /// Unless a problem `hasFix`, leaves out what the fix does.
  package func explanation(fix: String, hasFix: Bool = true, severity: Severity? = nil) -> String {
    """
    \(code): \(summary) (\((severity ?? self.severity).name))

    \(hasFix ? description : what)

    \(why)

    bad:
    \(Self.indented(bad))
    good:
    \(Self.indented(good))
    fix: \(fix)

    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
  }
}
