/// The severity of a finding, in ascending order.
public enum Severity: Comparable, Sendable, CaseIterable {
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
}
