/// The severity of a finding, in ascending order.
public enum Severity: Int, Comparable, Sendable, CaseIterable {
  /// Advice; shown only on request.
  case info
  /// Probably a mistake; an error under `--strict`.
  case warning
  /// The schedule cannot be used.
  case error

  /// The word for reports and options.
  package var name: String {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Whether a severity is lower.
  public static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }
}
