import Diagnostics
import ScheduleModel

/// SP402: setback when away or asleep.
enum SP402Setback: WeekRule {
  static let info = RuleInfo(
    code: "SP402", severity: .info, summary: "a setback of 8 °F when away or asleep",
    what: """
      Heat should fall by at least 8 °F (4 °C) from wake to leave and from return to sleep; cool \
      should rise by at least 7 °F (4 °C) from wake to leave and 4 °F (2 °C) from return to sleep.
      """,
    why: """
      These are the setbacks of the ENERGY STAR Program Requirements for Programmable Thermostats, \
      version 1.2, and of Natural Resources Canada's table in °C; they account for the savings of the program.
      """,
    bad: #""leave": {"time": "08:00", "heat": 66, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    for row in stride(from: 1, to: 28, by: 2) {
      let coolWanted = row % 4 == 1 ? limits.setback.coolAway : limits.setback.coolAsleep
      if let heat = review.heat(row), let before = review.heat(row - 1) {
        check(before - heat, limits.setback.heat, row, .heat, limits.unit, &review)
      }
      if let cool = review.cool(row), let before = review.cool(row - 1) {
        check(cool - before, coolWanted, row, .cool, limits.unit, &review)
      }
    }
  }

  private static func check(
    _ setback: Temperature, _ wanted: Temperature, _ row: Int, _ field: Field,
    _ unit: TemperatureUnit, _ review: inout WeekReview
  ) {
    guard setback < wanted else { return }
    review.report(
      self, row: row, field, related: [(row - 1, field)],
      {
        "\($0) \(field.name) setback is \(setback) \(unit.symbol); "
          + "the ENERGY STAR program has \(wanted) \(unit.symbol)"
      })
  }
}
