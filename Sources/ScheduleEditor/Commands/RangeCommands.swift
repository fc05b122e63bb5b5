import Diagnostics
import ScheduleModel
import TwoWayTable

extension CommandTable {
  /// Commands on a range of cells.
  static let ranges: [EditorCommand] = [
    EditorCommand(
      name: "select", usage: "[all|line]", help: "start or end a selection",
      completions: { _, _ in ["all", "line"] },
      run: { state, words throws(Refusal) in
        switch words {
        case []:
          state.anchor = state.anchor == nil ? state.position : nil
          state.extendsSelection = state.anchor != nil
        case ["all"]:
          let table = state.layout.table
          state.anchor = table.position(numbered: 0)
          state.position = table.position(numbered: table.rowCount * table.columns.count - 1)
        case ["line"]:
          state.anchor = state.layout.position(.home, from: state.position)
          state.position = state.layout.position(.end, from: state.position)
        default: throw Refusal("expected nothing, all or line")
        }
      }),
    EditorCommand(
      name: "yank", help: "copy the selected cells, also to the terminal's clipboard",
      run: { state, _ throws(Refusal) in
        let lines = state.selectedLines
        try state.checkSingleValues(lines.joined())
        let block = CellBlock(state)
        state.register = block
        state.say("copied \(counted(lines.joined().count, "cell"))")
        state.anchor = nil
        state.position = lines[0][0]
        state.request = .copy(block.text)
      }),
    EditorCommand(
      name: "paste", help: "paste the copied cells as one step", changes: true,
      run: { state, _ throws(Refusal) in
        guard let block = state.register else { throw Refusal("nothing was copied yet") }
        state.paste(block)
      }),
    EditorCommand(
      name: "fill", usage: "[VALUE]",
      help: "fill each selected column with its first value, or another", changes: true,
      run: { state, words throws(Refusal) in
        try state.fill(with: words.isEmpty ? nil : words.joined(separator: " "))
      }),
    EditorCommand(
      name: "level", usage: "[NAME | TEMPERATURES]",
      help: "set the selected rows to a pair of setpoints",
      changes: true, completions: { state, words in words.isEmpty ? state.levels.map(\.name) : [] },
      run: { state, words throws(Refusal) in
        words.isEmpty ? state.showLevels() : state.give(try state.level(named: words))
      }),
    EditorCommand(
      name: "shift", usage: "+15|-1h", help: "shift the times of the selected rows",
      changes: true, completions: { _, _ in ["+15", "-15", "+1h", "-1h"] },
      run: { state, words throws(Refusal) in
        guard words.count == 1, let sign = words[0].first, sign == "+" || sign == "-" else {
          throw Refusal("expected a step of time, such as +15 or -1h")
        }
        try state.shiftTimes(by: words[0])
      }),
    EditorCommand(
      name: "dismiss", help: "end the selection", worksWithoutScreen: false,
      run: { state, _ in state.anchor = nil }),
  ]
}
