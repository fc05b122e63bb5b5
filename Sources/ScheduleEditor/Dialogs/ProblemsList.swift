import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// Opens the list of problems; choosing one goes to its cell.
  mutating func showProblems() {
    let task = ListTask(
      title: "Problems", hints: "Enter go to the cell  / find  Esc back",
      items: { state in
        state.problems.enumerated().map { index, problem in
          ListItem(
            id: "\(index) \(problem.cell.tag)", title: problem.message,
            detail: "\(problem.code) \(problem.severity.name)")
        }
      },
      choose: { state, outcome throws(CommandError) in
        guard case .open(let id) = outcome, let cell = Self.cell(ofItem: id) else { return false }
        try state.go(to: cell)
        return true
      })
    guard !problems.isEmpty else {
      message = Message(text: "no problems")
      return
    }
    open(task)
  }

  /// Opens the list of texts that no cell took.
  mutating func showRefusals(_ refusals: [Refusal]) {
    let task = ListTask(
      title: "Refused", hints: "Enter go to the cell  Esc back",
      items: { _ in
        refusals.enumerated().map { index, refusal in
          ListItem(
            id: "\(index) \(refusal.cell.tag)", title: "\(refusal.cell)", detail: refusal.reason)
        }
      },
      choose: { state, outcome throws(CommandError) in
        guard case .open(let id) = outcome, let cell = Self.cell(ofItem: id) else { return false }
        try state.go(to: cell)
        return true
      })
    open(task)
  }

  /// The cell whose tag stands at the end of an item's id.
  private static func cell(ofItem id: String) -> CellAddress? {
    id.split(separator: " ").last.flatMap { Int($0) }.flatMap { CellTag($0) }?.cell
  }
}
