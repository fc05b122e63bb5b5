package import Diagnostics

/// What there is to say about a rule: the text behind `setpoint rule` and the SARIF report.
package struct RuleInfo: Sendable {
  /// The code, stable for ever: `SP301`.
  package let code: String
  /// How much a finding matters unless a configuration says otherwise.
  package let severity: Severity
  /// What the rule asks for, in a few words.
  package let summary: String
  /// What exactly is found.
  package let what: String
  /// Why it matters, with the source of the rule's numbers.
  package let why: String
  /// What breaks the rule, and this rule alone.
  package let bad: RuleExample
  /// What keeps it.
  package let good: RuleExample
  /// Whether findings can be repaired; nil where no fix is ever offered.
  package let fix: Fix.Applicability?
}

/// A piece of a schedule file that stands for a whole one.
package struct RuleExample: Sendable {
  /// The piece, as a reader is shown it.
  package let text: String
  /// The whole file.
  package let document: [UInt8]

  /// Shows `text`, which stands in the built-in default file in place of `original`.
  init(_ text: String, insteadOf original: String) {
    self.text = text
    document = Array(ExampleDocument.replacing(original, by: text).utf8)
  }

  /// Shows a piece of the built-in default file itself.
  init(standard text: String) {
    self.init(text, insteadOf: text)
  }

  /// Shows a whole file.
  init(document text: String) {
    self.text = text
    document = Array(text.utf8)
  }
}
