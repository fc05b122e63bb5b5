import ScheduleModel

/// The proof that a check finds nothing in a whole document, without going through the rules; prepared
/// once for the options of many checks.
///
/// It only ever proves: what it does not, the rules may still find to be clean.
package struct CleanDocument: Sendable {
  /// The options that it is for.
  package let options: CheckOptions
  private let allowsKnownShape: Bool
  private let gap: Int
  private let fahrenheit: WeekLimits
  private let celsius: WeekLimits
  /// Whether every rule whose findings are reported has a proof.
  private let isComplete: Bool

  /// Prepares for the options of a check.
  package init(options: CheckOptions, rules: [any Rule.Type] = ScheduleRuleList.all) {
    self.options = options
    allowsKnownShape = ScheduleRuleList.allowsKnownShape(options)
    gap = max(1, options.gap)
    fahrenheit = WeekLimits(.fahrenheit, options: options)
    celsius = WeekLimits(.celsius, options: options)
    isComplete = rules.allSatisfy {
      $0.proof != .onlyByRunning || options.severity(of: $0.info) == nil
    }
  }

  /// Reads a document with the fast reader; nil where it gives up, or the options need the tree.
  package func draft(of text: UnsafeRawBufferPointer) -> DraftDocument? {
    allowsKnownShape ? KnownShape.draft(of: text) : nil
  }

  /// Whether nothing is found in the values of a document.
  package func isProved(of draft: DraftDocument) -> Bool {
    guard isComplete, let unit = draft.unit else { return false }
    let limits = unit == .fahrenheit ? fahrenheit : celsius
    return draft.schedules.allSatisfy { isProved(of: $0.week, limits) }
  }

  private func isProved(of week: DraftWeek, _ limits: WeekLimits) -> Bool {
    let (low, high) = (limits.plausible.lowerBound.tenths, limits.plausible.upperBound.tenths)
    // What is plausible in the stated unit does not look like the other one.
    let lowest = max(low, limits.freezeGuard.tenths)
    let deadband = max(1, limits.deadband.tenths)
    return week.rows.withUnsafeBufferPointer { rows in
      for row in 0..<rows.count {
        guard let time = rows[row].time?.minutes, let heat = rows[row].heat?.tenths,
          let cool = rows[row].cool?.tenths,
          heat >= lowest, cool <= high, cool - heat >= deadband
        else { return false }
        guard row % 4 != 0, let before = rows[row - 1].time?.minutes else { continue }
        guard time - before >= gap else { return false }
        guard row % 4 == 1, let wakeHeat = rows[row - 1].heat?.tenths,
          let wakeCool = rows[row - 1].cool?.tenths
        else { continue }
        guard heat <= wakeHeat, cool >= wakeCool else { return false }
      }
      return true
    }
  }
}
