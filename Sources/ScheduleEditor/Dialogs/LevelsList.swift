import Diagnostics
import ScheduleModel
import TwoWayTable

extension EditorState {
  /// Opens the list of levels in use, with a preview for the selected rows.
  mutating func showLevels() {
    let rows = Set(selectedCells.map(\.row)).count
    let detail = ListDetail(
      isChoice: true,
      compares: { state, id in
        guard let level = state.levels.first(where: { $0.name == id }) else { return [] }
        var given = state.schedule
        given.week = state.week(with: level)
        let compared = ComparedWeeks(state.schedule, given)
        return compared.isAlike ? [] : [compared]
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
      else { return }
      state.give(level)
      state.dialogs.close()
    }
  }
}
