package import Diagnostics

/// A rule: what there is to say about it, and what proves that a document keeps it.
package protocol Rule: SendableMetatype {
  static var info: RuleInfo { get }
  /// What proves that a document keeps the rule, so that it need not run.
  ///
  /// It has no default: a rule that is taken for proved would never run on a well-formed document.
  static var proof: RuleProof { get }
}

/// What proves that a document keeps a rule.
package enum RuleProof: Sendable {
  /// `KnownShape` accepts no text that breaks the rule.
  case byShape
  /// `CleanDocument` compares the values that the rule is about.
  case byValues
  /// Nothing: the rule runs on every document, as long as its findings are reported.
  case onlyByRunning
}

/// A rule that looks at the objects of a document: at what they hold, lack or should not hold.
protocol ObjectRule: Rule {
  /// Looks at an object that the file format knows and reports what it finds.
  static func check(_ object: ReadObject, reader: inout DocumentReader)
}

/// A rule that looks at the values of a week.
protocol WeekRule: Rule {
  /// Looks at the week and reports what it finds.
  static func check(_ review: inout WeekReview)
}

extension Rule {
  /// Whether it only advises: it runs only when advice is reported.
  static var isAdvice: Bool { info.severity == .info }
}
