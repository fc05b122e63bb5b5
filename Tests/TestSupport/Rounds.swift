import CLibrary

/// How often the random tests run.
package enum Rounds {
  /// The usual count, which suits a debug build; `SETPOINT_SEEDS` times that for a longer look.
  package static func of(_ usual: Int) -> Int { usual * factor }

  /// The seeds from 0 on; with `SETPOINT_SEEDS=1000-1999`, these.
  package static func seeds(_ usual: Int) -> ClosedRange<UInt64> {
    let ends = variable.split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : 0...UInt64(of(usual) - 1)
  }

  private static let variable = getenv("SETPOINT_SEEDS").map { String(cString: $0) } ?? ""
  private static let factor = max(1, Int(variable) ?? 1)
}
