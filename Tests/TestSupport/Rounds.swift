import CLibrary

/// How often the random tests run.
package enum Rounds {
  /// `SETPOINT_SEEDS` times the usual count, for a longer look than each change needs.
  package static func of(_ usual: Int) -> Int { usual * factor }

  private static let factor = max(
    1, getenv("SETPOINT_SEEDS").flatMap { Int(String(cString: $0)) } ?? 1)
}
