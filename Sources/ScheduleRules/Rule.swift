package import Diagnostics

/// A rule and its description.
package protocol Rule: SendableMetatype {
  static var info: RuleInfo { get }
}

/// A rule about the members of objects: missing, unknown or misplaced ones.
protocol ObjectRule: Rule {
  /// Checks an object and reports findings.
  static func check(_ object: ReadObject, reader: inout DocumentReader)
}

/// A rule about the values of a week.
protocol WeekRule: Rule {
  /// Checks the week and reports findings.
  static func check(_ review: inout WeekReview)
}

extension Rule {
  /// Whether it runs only when advice is reported.
  static var isAdvice: Bool { info.severity == .info }
}
