package import Diagnostics

/// A rule: what there is to say about it.
package protocol Rule: SendableMetatype {
  static var info: RuleInfo { get }
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
