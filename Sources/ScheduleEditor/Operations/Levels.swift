import Diagnostics
import ScheduleModel
import TwoWayTable

/// A pair of temperatures that the week uses, with a common name.
struct Level: Hashable {
  /// `comfort`, `away` or `sleep`, by most of its periods; the second of a kind is `comfort 2`.
  var name: String
  /// Heat and cool, or the only one, from midnight on.
  var setpoint: Setpoint
  let count: Int
  let periods: [Period]

  /// The temperatures, `70 / 78`.
  func text(_ separator: String) -> String {
    setpoint.temperatures.map(\.degrees.description).joined(separator: separator)
  }
}

extension EditorState {
  /// The levels in use, the most frequent first.
  var levels: [Level] {
    let rows = Dictionary(grouping: RowAddress.all) { row in
      Setpoint(time: .midnight, heat: week[row].heat, cool: week[row].cool)
    }
    let sorted = rows.sorted {
      ($1.value.count, $0.value[0].index) < ($0.value.count, $1.value[0].index)
    }
    var kinds: [String: Int] = [:]
    return sorted.map { setpoint, rows in
      let counts = Period.allCases.map { period in rows.count { $0.period == period } }
      let most = Period.allCases[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
      let kind = most == .leave ? "away" : most == .sleep ? "sleep" : "comfort"
      kinds[kind, default: 0] += 1
      let number = kinds[kind] ?? 1
      return Level(
        name: number == 1 ? kind : "\(kind) \(number)", setpoint: setpoint, count: rows.count,
        periods: Period.allCases.filter { period in rows.contains { $0.period == period } })
    }
  }

  /// Parses the words of `level`: a level in use, or a pair of heat and cool.
  func level(named words: [String]) throws(Refusal) -> Level {
    let levels = levels
    let name = words.joined(separator: " ")
    if let found = levels.first(where: { $0.name == name }) { return found }
    let sides = week.sides.each
    guard words.count == sides.count, words[0].first?.isNumber == true else {
      let known = levels.map(\.name).joined(separator: ", ")
      let other = sides.count == 2 ? "a pair: level 68 78" : "a temperature: level 68"
      throw Refusal("there is no level \(name.quoted()); use \(known), or \(other)")
    }
    let empty = Setpoint(time: .midnight, heat: nil, cool: nil)
    var level = Level(name: "", setpoint: empty, count: 0, periods: [])
    for (word, side) in zip(words, sides) {
      let cell = CellAddress(cursor.row, side.field)
      level.setpoint[side.field] = try value(of: word, for: cell, in: week)
    }
    level.name = level.text("/")
    return level
  }

  func week(with level: Level) -> Week {
    var changed = week
    for cell in selectedCells {
      for side in week.sides.each {
        changed[cell.row][side] = level.setpoint[side] ?? changed[cell.row][side]
      }
    }
    return changed
  }

  /// Sets the selected rows to a level, as one undo step.
  mutating func set(_ level: Level) {
    lastEdit = (week.unit, { $0.set(level) })
    let changed = week(with: level)
    let isSame = changed == week
    let what = "\(level.name) for \(counted(Set(selectedCells.map(\.row)).count, "row"))"
    apply(changed, name: .words(what))
    anchor = nil
    if isSame { return say("nothing to change: these rows are already set to \(level.name)") }
    say(what, .undo)
  }

  /// Opens the list of levels in use, with a preview for the selected rows.
  mutating func showLevels() {
    let rows = Set(selectedCells.map(\.row)).count
    let detail = ListDetail(
      compares: { state, id in
        guard let level = state.levels.first(where: { $0.name == id }) else { return [] }
        var given = state.schedule
        given.week = state.week(with: level)
        return ComparedWeeks.differing(state.schedule, given)
      },
      hints: [Hint("Enter", "set")])
    let title = rows == 1 ? "Level for \(cursor.row)" : "Level for \(rows) rows"
    open(title, detail, abilities: []) { state in
      state.levels.map { level in
        ListItem(
          id: level.name, title: "\(level.text(" / "))  \(level.name)",
          detail: "\(counted(level.count, "row")): "
            + level.periods.map(\.name).joined(separator: ", "))
      }
    } choose: { state, outcome throws(Refusal) in
      guard case .open(let id) = outcome, let level = state.levels.first(where: { $0.name == id })
      else { return state.refuse(outcome) }
      state.set(level)
      state.dialogs.close()
    }
  }
}
