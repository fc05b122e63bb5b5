import Diagnostics
import ScheduleModel

/// SP303: plausible setpoints.
enum SP303PlausibleRange: WeekRule {
  static let info = RuleInfo(
    code: "SP303", severity: .error, summary: "setpoints from 35 to 99 °F or 2 to 37 °C",
    what: """
      A setpoint must lie between 35 and 99 °F, or between 2 and 37 °C. If a file's unit is plainly wrong (SP305), \
      the other unit's range applies. The fix restores a lost decimal point if that makes the value plausible.
      """,
    why: """
      No home is meant to be colder or warmer; the range includes those of all supported devices. A value beyond it \
      is a mistake: an extra zero, or tenths of a degree.
      """,
    bad: #""wake": {"time": "06:00", "heat": 720, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.meantLimits else { return }
    for row in 0..<28 {
      if let heat = review.week.rows[row].heat { check(heat, row, .heat, limits, &review) }
      if let cool = review.week.rows[row].cool { check(cool, row, .cool, limits, &review) }
    }
  }

  /// Reports a number that is too large to store.
  static func reportTooLarge(
    _ text: String, at path: DocumentPath, _ reader: inout DocumentReader
  ) {
    let unit = reader.draft.unit
    let ranges = (unit.map { [$0] } ?? TemperatureUnit.allCases).map { unit in
      let plausible = WeekLimits(unit).plausible
      return "\(plausible.lowerBound) to \(plausible.upperBound) \(unit.symbol)"
    }
    let symbol = unit.map { " \($0.symbol)" } ?? ""
    reader.findings.add(
      info, path, "\(path.words(nil)) \(text)\(symbol) is outside \(ranges.listed("and"))")
  }

  private static func check(
    _ value: Temperature, _ row: Int, _ field: Field, _ limits: WeekLimits,
    _ review: inout WeekReview
  ) {
    guard value < limits.plausible.lowerBound || value > limits.plausible.upperBound else { return }
    let tenth = value.isWhole ? Temperature(tenths: value.tenths / 10) : nil
    let meant = tenth.flatMap { limits.plausible.contains($0) ? $0 : nil }
    let (low, high) = (limits.plausible.lowerBound, limits.plausible.upperBound)
    let symbol = limits.unit.symbol
    review.report(
      self, row: row, field,
      {
        "\($0) \(field.name) \(value) \(symbol) is outside \(low) to \(high) \(symbol)"
          + (meant.map { "; \($0)?" } ?? "")
      }, repairs: meant.map { [CellRepair(row: row, field, $0)] } ?? [])
  }
}
