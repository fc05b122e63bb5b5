/// How much a finding matters; later cases matter more.
package enum Severity: Int, Comparable, Sendable, CaseIterable {
  /// Worth knowing; shown only when asked for.
  case info
  /// Probably not meant; an error under `--strict`.
  case warning
  /// The schedule cannot be used as it is.
  case error

  /// The word used in reports and options.
  package var name: String {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }
}
