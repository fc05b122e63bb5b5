import Diagnostics
import ScheduleModel

enum SP401ComfortLimit: WeekRule {
  static let info = RuleInfo(
    code: "SP401", severity: .info, summary: "comfort setpoints within the ENERGY STAR program",
    what:
      "In wake and return, heat should be at most 70 °F (21 °C) and cool at least 78 °F (26 °C).",
    why: """
      These are the comfort setpoints of the ENERGY STAR Program Requirements for Programmable Thermostats, version \
      1.2, and of Natural Resources Canada's table in °C. Each additional degree of heating costs about 3 percent.
      """,
    bad: #""wake": {"time": "06:00", "heat": 72, "cool": 78}"#,
    good: #""wake": {"time": "06:00", "heat": 70, "cool": 78}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let (comfort, symbol) = (limits.comfort, limits.unit.symbol)
    let program = "the ENERGY STAR program's"
    for row in [Period.wake, .return].flatMap(\.rows) {
      for (side, limit) in [(Side.heat, comfort.heat), (.cool, comfort.cool)] {
        guard let value = review.sound.rows[row][side] else { continue }
        guard side == .heat ? value > limit : value < limit else { continue }
        review.report(
          self, row: row, side.field,
          "\(about: row) \(side.name) \(value) \(symbol) is \(side == .heat ? "above" : "below") "
            + "\(program) \(limit) \(symbol)")
      }
    }
  }
}

enum SP402Setback: WeekRule {
  static let info = RuleInfo(
    code: "SP402", severity: .info, summary: "a setback of 8 °F when away or asleep",
    what: """
      Heat should fall by at least 8 °F (4 °C) from wake to leave and from return to sleep; cool \
      should rise by at least 7 °F (4 °C) from wake to leave and 4 °F (2 °C) from return to sleep.
      """,
    why: """
      These are the setbacks (for cooling, setups) of the ENERGY STAR Program Requirements for Programmable Thermostats, \
      version 1.2, and of Natural Resources Canada's table in °C; the program's savings come from them.
      """,
    bad: #""leave": {"time": "08:00", "heat": 66, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let symbol = limits.unit.symbol
    for row in [Period.leave, .sleep].flatMap(\.rows) {
      let isAway = RowAddress.all[row].period == .leave
      let coolWanted = isAway ? limits.setback.coolAway : limits.setback.coolAsleep
      for (side, wanted) in [(Side.heat, limits.setback.heat), (.cool, coolWanted)] {
        let (now, before) = (review.sound.rows[row][side], review.sound.rows[row - 1][side])
        guard let now, let before else { continue }
        let setback = side == .heat ? before - now : now - before
        guard setback < wanted else { continue }
        review.report(
          self, row: row, side.field, related: [(row - 1, side.field)],
          "\(about: row) \(side.name) setback is \(setback) \(symbol); "
            + "the ENERGY STAR program has \(wanted) \(symbol)")
      }
    }
  }
}

enum SP404InvertedSetback: WeekRule {
  static let info = RuleInfo(
    code: "SP404", severity: .warning, summary: "setback not inverted",
    what: """
      Leave should neither heat above wake nor cool below it. Sleep is not checked: many people cool their bedroom at \
      night.
      """,
    repair: "The fix exchanges the values of the two periods.",
    why: "An empty home needs no extra comfort; the two periods are probably mixed up.",
    bad: #""leave": {"time": "08:00", "heat": 72, "cool": 85}"#,
    good: #""leave": {"time": "08:00", "heat": 62, "cool": 85}"#,
    fix: .unsafe)

  static func check(_ review: inout WeekReview) {
    for wake in Period.wake.rows {
      let leave = wake + 1
      let rows = review.sound.rows
      let inverted = Side.allCases.compactMap { inversion(of: $0, rows[leave][$0], rows[wake][$0]) }
      guard let place = inverted.first?.field else { continue }
      let others = inverted.dropFirst().flatMap { [(leave, $0.field), (wake, $0.field)] }
      review.report(
        self, row: leave, place, related: [(wake, place)] + others,
        "\(about: leave) \(inverted.map(\.words).joined(separator: ", and "))",
        repairs: exchange(inverted.map(\.field), wake, review))
    }
  }

  /// The field and the words of an inverted side; nil if it is not inverted or lacks a value.
  private static func inversion(
    of side: Side, _ leave: Temperature?, _ wake: Temperature?
  ) -> (field: Field, words: String)? {
    guard let leave, let wake, side == .heat ? leave > wake : leave < wake else { return nil }
    let relation = side == .heat ? "above" : "below"
    return (side.field, "\(side.name) \(leave) is \(relation) wake \(wake)")
  }

  /// Exchanges the inverted values; returns no repairs if a row would lose its deadband or lacks its other value.
  private static func exchange(
    _ fields: [Field], _ wake: Int, _ review: WeekReview
  ) -> [CellRepair] {
    let leave = wake + 1
    guard let limits = review.limits else { return [] }
    for (row, other) in [(wake, leave), (leave, wake)] where review.week.sides == .both {
      guard let heat = review.heat(fields.contains(.heat) ? other : row),
        let cool = review.cool(fields.contains(.cool) ? other : row),
        cool - heat >= limits.deadband
      else { return [] }
    }
    return fields.flatMap { field in
      [
        CellRepair(row: leave, field, takesFrom: wake),
        CellRepair(row: wake, field, takesFrom: leave),
      ]
    }
  }
}

enum SP406LargeStep: WeekRule {
  static let info = RuleInfo(
    code: "SP406", severity: .info, summary: "heat rises by at most 10 °F or 5.5 °C",
    what: """
      Heat should rise by at most 10 °F or 5.5 °C from one period to the next, also from a day's \
      sleep to the next day's wake.
      """,
    why: """
      To recover from a deep setback, a heat pump turns on its auxiliary resistance heat, which costs \
      two to three times as much. 10 °F is 5.56 °C; 5.5 is the half degree below.
      """,
    bad: #""sleep": {"time": "22:00", "heat": 58, "cool": 82}"#,
    good: #""sleep": {"time": "22:00", "heat": 62, "cool": 82}"#)

  static func check(_ review: inout WeekReview) {
    guard let limits = review.limits else { return }
    let symbol = limits.unit.symbol
    for row in review.week.rows.indices {
      let before = (row > 0 ? row : review.week.rows.count) - 1
      guard let heat = review.heat(row), let previous = review.heat(before) else { continue }
      let step = heat - previous
      guard step > limits.step else { continue }
      review.report(
        self, row: row, .heat, related: [(before, .heat)],
        "\(about: row) heat rises by \(step) \(symbol); above \(limits.step) \(symbol) a heat pump may "
          + "turn on auxiliary heat")
    }
  }
}
