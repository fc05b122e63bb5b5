package import Diagnostics

package protocol Rule: SendableMetatype {
  static var info: RuleInfo { get }
}

/// A rule about the members of objects: missing, unknown or misplaced ones.
protocol ObjectRule: Rule {
  static func check(_ object: ReadObject, reader: inout DocumentReader)
}

protocol WeekRule: Rule {
  static func check(_ review: inout WeekReview)
}

extension Rule {
  /// Whether it runs only when advice is reported.
  static var isAdvice: Bool { info.severity == .info }
}
