import ScheduleModel

/// The proof that a check finds nothing in a whole document, without going through the rules; prepared
/// once for the options of many checks.
///
/// It only ever proves: what it does not, the rules may still find to be clean.
package struct CleanDocument: Sendable {
  /// The options that it is for.
  package let options: CheckOptions
  private let allowsKnownShape: Bool
  private let gap: Int32
  private let fahrenheit: WeekLimits
  private let celsius: WeekLimits
  /// Whether every rule whose findings are reported has a proof.
  private let isComplete: Bool

  /// Prepares for the options of a check.
  package init(options: CheckOptions, rules: [any Rule.Type] = ScheduleRuleList.all) {
    self.options = options
    allowsKnownShape = ScheduleRuleList.allowsKnownShape(options)
    gap = Int32(clamping: max(1, options.gap))
    fahrenheit = WeekLimits(.fahrenheit, options: options)
    celsius = WeekLimits(.celsius, options: options)
    isComplete = rules.allSatisfy {
      $0.proof != .onlyByRunning || options.severity(of: $0.info) == nil
    }
  }

  /// Reads a document with the fast reader; false where it gives up, or the options need the tree.
  package func read(_ text: UnsafeRawBufferPointer, into known: inout KnownShape) -> Bool {
    allowsKnownShape && known.read(text)
  }

  /// Whether nothing is found in the values of a document.
  package func isProved(_ known: KnownShape) -> Bool {
    guard isComplete else { return false }
    let limits = known.unit == .fahrenheit ? fahrenheit : celsius
    let (low, high) = (limits.plausible.lowerBound.tenths, limits.plausible.upperBound.tenths)
    // What is plausible in the stated unit does not look like the other one.
    let (lowest, highest) = (Int32(max(low, limits.freezeGuard.tenths)), Int32(high))
    let deadband = Int32(max(1, limits.deadband.tenths))
    return known.rows.withUnsafeBufferPointer { rows in
      for row in rows.indices {
        let (heat, cool) = (rows[row].heat, rows[row].cool)
        guard heat >= lowest, cool <= highest, cool - heat >= deadband else { return false }
        guard row % 4 != 0 else { continue }
        let before = rows[row - 1]
        guard rows[row].time - before.time >= gap else { return false }
        guard row % 4 != 1 || heat <= before.heat && cool >= before.cool else { return false }
      }
      return true
    }
  }
}
