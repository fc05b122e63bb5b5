import Diagnostics
import ScheduleModel
import TwoWayTable

extension CommandTable {
  /// Commands on cells.
  static let cells: [EditorCommand] = [
    EditorCommand(
      name: "edit", help: "edit the cell in place", changes: true, worksWithoutScreen: false,
      run: { state, _ in state.editInPlace() }),
    EditorCommand(
      name: "replace", help: "edit the cell, starting empty", changes: true,
      worksWithoutScreen: false,
      run: { state, _ in state.beginTyping("") }),
    EditorCommand(
      name: "bring-back", help: "edit the text discarded by Esc", changes: true,
      worksWithoutScreen: false,
      run: { state, _ throws(Refusal) in
        guard let text = state.abandonedText else {
          throw Refusal("nothing was left with Esc")
        }
        state.editInPlace(resuming: text)
      }),
    EditorCommand(
      name: "set", usage: "[ADDRESS]=VALUE …", help: "set cells, as one step",
      changes: true, completions: { state, _ in state.week.cells.map { $0.path + "=" } },
      run: { state, words throws(Refusal) in try state.set(words) }),
    EditorCommand(
      name: "step", usage: "up|down", help: "step the values (1 °F, 0.5 °C, 15 min)",
      changes: true, completions: { _, _ in ["up", "down"] },
      run: { state, words throws(Refusal) in
        guard words == ["up"] || words == ["down"] else { throw Refusal("expected up or down") }
        try state.step(by: words == ["up"] ? 1 : -1)
      }),
    EditorCommand(
      name: "repeat", help: "repeat the last typed value, step, shift or level here", changes: true,
      run: { state, _ throws(Refusal) in try state.repeatEdit() }),
    EditorCommand(
      name: "revert", help: "restore the saved values of the selected cells", changes: true,
      run: { state, _ throws(Refusal) in try state.revert() }),
    EditorCommand(
      name: "undo", help: "undo the last edit", changes: true,
      run: { state, _ in state.undo() }),
    EditorCommand(
      name: "redo", help: "redo the edit last undone", changes: true,
      run: { state, _ in state.redo() }),
  ]
}
