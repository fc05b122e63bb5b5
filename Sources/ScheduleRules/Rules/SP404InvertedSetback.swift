import Diagnostics
import ScheduleModel

/// SP404: setback not inverted.
enum SP404InvertedSetback: WeekRule {
  static let info = RuleInfo(
    code: "SP404", severity: .warning, summary: "setback not inverted",
    what: """
      Leave should not heat above wake nor cool below it. Sleep is not checked: many people cool their bedroom at \
      night. The fix exchanges the values of the two periods.
      """,
    why: "Nobody pays for more comfort in an empty home; the two rows are probably mixed up.",
    bad: #""leave": {"time": "08:00", "heat": 72, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for wake in stride(from: 0, to: 28, by: 4) {
      let leave = wake + 1
      let heats = inversion(review.heat(leave), review.heat(wake), by: >)
      let cools = inversion(review.cool(leave), review.cool(wake), by: <)
      guard let place: Field = heats != nil ? .heat : cools != nil ? .cool : nil else { continue }
      var parts: [String] = []
      if let heats { parts.append("heat \(heats.leave) is above wake \(heats.wake)") }
      if let cools { parts.append("cool \(cools.leave) is below wake \(cools.wake)") }
      let related: [(Int, Field)] =
        heats != nil && cools != nil
        ? [(wake, .heat), (leave, .cool), (wake, .cool)] : [(wake, place)]
      review.report(
        self, row: leave, place, related: related,
        { "\($0) \(parts.joined(separator: ", and "))" },
        repairs: exchange(heats != nil, cools != nil, wake, review))
    }
  }

  private static func inversion(
    _ leave: Temperature?, _ wake: Temperature?, by isInverted: (Temperature, Temperature) -> Bool
  ) -> (leave: Temperature, wake: Temperature)? {
    guard let leave, let wake, isInverted(leave, wake) else { return nil }
    return (leave, wake)
  }

  /// Exchanges the inverted values; returns no repairs if a row would lose its deadband or lacks its other value.
  private static func exchange(
    _ heats: Bool, _ cools: Bool, _ wake: Int, _ review: WeekReview
  ) -> [CellRepair] {
    let leave = wake + 1
    guard let limits = review.limits else { return [] }
    for (row, other) in [(wake, leave), (leave, wake)] where review.week.sides == .both {
      guard let heat = review.heat(heats ? other : row),
        let cool = review.cool(cools ? other : row),
        cool - heat >= limits.deadband
      else { return [] }
    }
    return (heats ? CellRepair.swap(leave, .heat, with: wake, .heat) : [])
      + (cools ? CellRepair.swap(leave, .cool, with: wake, .cool) : [])
  }
}
