import Diagnostics
import ScheduleModel

/// A pair of heat and cool that the week uses, with a name that people use for it.
struct Level: Hashable {
  /// `comfort`, `away` or `sleep`, as most of its periods are; the second of a kind is `comfort 2`.
  let name: String
  let heat, cool: Temperature
  /// How many rows have it.
  let count: Int
  /// The periods that do.
  let periods: [Period]
}

extension EditorState {
  /// The pairs in use, that of the most rows first.
  var levels: [Level] {
    let rows = Dictionary(grouping: RowAddress.all) { [week[$0].heat, week[$0].cool] }
    let sorted = rows.sorted {
      ($1.value.count, $0.value[0].index) < ($0.value.count, $1.value[0].index)
    }
    var kinds: [String: Int] = [:]
    return sorted.map { pair, rows in
      let counts = Period.allCases.map { period in rows.count { $0.period == period } }
      let most = Period.allCases[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
      let kind = most == .leave ? "away" : most == .sleep ? "sleep" : "comfort"
      kinds[kind, default: 0] += 1
      let number = kinds[kind] ?? 1
      return Level(
        name: number == 1 ? kind : "\(kind) \(number)", heat: pair[0], cool: pair[1],
        count: rows.count,
        periods: Period.allCases.filter { period in rows.contains { $0.period == period } })
    }
  }

  /// What `level` and its words name: one of the levels in use, or a pair of heat and cool.
  func level(named words: [String]) throws(Refusal) -> Level {
    let levels = levels
    let name = words.joined(separator: " ")
    if let found = levels.first(where: { $0.name == name }) { return found }
    guard words.count == 2, words[0].first?.isNumber == true else {
      let known = levels.map(\.name).joined(separator: ", ")
      throw Refusal("there is no level \(name.quoted()); there is \(known), or a pair: level 68 78")
    }
    let row = cursor.row
    let values = try zip(words, [Field.heat, .cool]).map { word, field throws(Refusal) in
      try value(of: word, for: CellAddress(row, field), in: week)
    }
    guard case .temperature(let heat) = values[0], case .temperature(let cool) = values[1] else {
      throw Refusal("expected a heat and a cool temperature")
    }
    return Level(name: "\(heat)/\(cool)", heat: heat, cool: cool, count: 0, periods: [])
  }

  /// The week with a level in the selected rows.
  func week(with level: Level) -> Week {
    var changed = week
    for cell in selectedCells {
      changed[CellAddress(cell.row, .heat)] = .temperature(level.heat)
      changed[CellAddress(cell.row, .cool)] = .temperature(level.cool)
    }
    return changed
  }

  /// Gives the selected rows a pair of heat and cool, as one step.
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
