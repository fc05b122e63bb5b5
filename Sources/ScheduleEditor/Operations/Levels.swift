import Diagnostics
import ScheduleModel

/// A pair of temperatures that the week uses, with a common name.
struct Level: Hashable {
  /// `comfort`, `away` or `sleep`, by most of its periods; the second of a kind is `comfort 2`.
  var name: String
  /// Heat and cool, or the only one.
  var degrees: [Side: Temperature]
  /// The number of rows.
  let count: Int
  /// The periods in which it occurs.
  let periods: [Period]

  /// The temperatures, `70 / 78`.
  func text(_ separator: String) -> String {
    Side.allCases.compactMap { degrees[$0]?.description }.joined(separator: separator)
  }
}

extension EditorState {
  /// The levels in use, the most frequent first.
  var levels: [Level] {
    let rows = Dictionary(grouping: RowAddress.all) { row in
      Dictionary(uniqueKeysWithValues: week[row].temperatures.map { ($0.side, $0.degrees) })
    }
    let sorted = rows.sorted {
      ($1.value.count, $0.value[0].index) < ($0.value.count, $1.value[0].index)
    }
    var kinds: [String: Int] = [:]
    return sorted.map { degrees, rows in
      let counts = Period.allCases.map { period in rows.count { $0.period == period } }
      let most = Period.allCases[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
      let kind = most == .leave ? "away" : most == .sleep ? "sleep" : "comfort"
      kinds[kind, default: 0] += 1
      let number = kinds[kind] ?? 1
      return Level(
        name: number == 1 ? kind : "\(kind) \(number)", degrees: degrees, count: rows.count,
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
      throw Refusal("there is no level \(name.quoted()); there is \(known), or \(other)")
    }
    var level = Level(name: "", degrees: [:], count: 0, periods: [])
    for (word, side) in zip(words, sides) {
      let value = try value(of: word, for: CellAddress(cursor.row, side.field), in: week)
      guard case .temperature(let degrees) = value else {
        throw Refusal("expected a heat and a cool temperature")
      }
      level.degrees[side] = degrees
    }
    level.name = level.text("/")
    return level
  }

  /// Returns the week with a level in the selected rows.
  func week(with level: Level) -> Week {
    var changed = week
    for cell in selectedCells {
      for side in week.sides.each {
        guard let degrees = level.degrees[side] else { continue }
        changed[CellAddress(cell.row, side.field)] = .temperature(degrees)
      }
    }
    return changed
  }

  /// Sets the selected rows to a level, as one undo step.
  mutating func give(_ level: Level) {
    lastEdit = .level(level)
    let edit = ScheduleEdit(from: week, to: week(with: level))
    let rows = Set(selectedCells.map(\.row)).count
    let what = "\(level.name) for \(rows) \(rows == 1 ? "row" : "rows")"
    apply(edit, name: .words(what))
    anchor = nil
    if edit.isEmpty {
      say("nothing to change: \(what) already", isProblem: false)
    } else {
      say(what, .undo)
    }
  }
}
