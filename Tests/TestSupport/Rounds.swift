import CLibrary

/// How often the random tests run.
package enum Rounds {
  /// The usual count, which suits a debug build; `SETPOINT_SEEDS` times that for a longer look.
  package static func of(_ usual: Int) -> Int { usual * factor }

  private static let factor = max(
    1, getenv("SETPOINT_SEEDS").flatMap { Int(String(cString: $0)) } ?? 1)
}
