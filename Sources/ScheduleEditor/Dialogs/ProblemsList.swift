import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// Opens the list of problems; choosing one goes to its cell.
  mutating func showProblems() {
    guard !problems.isEmpty else {
      message = Message(text: "no problems")
      return
    }
    openCells("Problems", hints: "Enter go to the cell  / find  Esc back") { state in
      state.problems.map { ($0.cell, $0.message, "\($0.code) \($0.severity.name)") }
    }
  }

  /// Opens the list of texts that no cell took.
  mutating func showRefusals(_ refused: [RefusedText]) {
    openCells("Refused", hints: "Enter go to the cell  Esc back") { _ in
      refused.map { ($0.cell, "\($0.cell)", $0.refusal.reason) }
    }
  }

  /// Opens a list of cells and what is said of them; choosing one goes there. The tag stands at the
  /// end of an item's id.
  private mutating func openCells(
    _ title: String, hints: String,
    cells: @escaping @Sendable (EditorState) -> [(cell: CellAddress, title: String, detail: String)]
  ) {
    open(
      ListTask(
        title: title, hints: hints,
        items: { state in
          cells(state).enumerated().map { index, item in
            ListItem(id: "\(index) \(item.cell.tag)", title: item.title, detail: item.detail)
          }
        },
        choose: { state, outcome throws(Refusal) in
          guard case .open(let id) = outcome,
            let cell = id.split(separator: " ").last.flatMap({ Int($0) }).flatMap({ CellTag($0) })?
              .cell
          else { return .stay }
          try state.go(to: cell)
          return .close
        }))
  }
}
