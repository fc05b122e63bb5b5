import CLibrary

/// How often the random tests run.
package enum Rounds {
  /// `SETPOINT_SEEDS` times the usual count, for a longer look than each change needs.
  /// A build without optimization runs `debug` times where it is too slow for all of them.
  package static func of(_ usual: Int, debug: Int? = nil) -> Int {
    #if DEBUG
      (debug ?? usual) * factor
    #else
      usual * factor
    #endif
  }

  private static let factor = max(
    1, getenv("SETPOINT_SEEDS").flatMap { Int(String(cString: $0)) } ?? 1)
}
