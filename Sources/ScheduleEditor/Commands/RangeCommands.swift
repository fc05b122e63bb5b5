import Diagnostics
import ScheduleModel

/// Verbs that work on a range of cells.
enum RangeCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "select", usage: "[all|line]", help: "begin or end selecting",
      completions: { _, _ in ["all", "line"] },
      run: { state, words throws(CommandError) in
        switch words {
        case []:
          state.anchor = state.anchor == nil ? state.position : nil
          state.selectsOn = state.anchor != nil
        case ["all"]:
          state.anchor = state.layout.position(at: TablePlace(line: 0, column: 0))
          state.position = state.layout.position(
            at: TablePlace(
              line: state.layout.lineCount - 1, column: state.layout.columnCount - 1))
        case ["line"]:
          state.anchor = state.layout.position(after: .home, from: state.position)
          state.position = state.layout.position(after: .end, from: state.position)
        default: throw CommandError("expected nothing, all or line")
        }
        return nil
      }),
    EditorCommand(
      name: "yank", usage: "", help: "copy the selected cells, also to the terminal's clipboard",
      run: { state, _ in
        let block = CellBlock(state)
        state.register = block
        let lines = state.selectedLines
        state.message = .init(text: "copied \(Self.cells(lines.joined().count))")
        state.anchor = nil
        state.position = lines[0][0]
        return .copy(block.text)
      }),
    EditorCommand(
      name: "paste", usage: "", help: "fill in what was copied, as one step", changes: true,
      run: { state, _ throws(CommandError) in
        guard let block = state.register else { throw CommandError("nothing was copied yet") }
        state.paste(block)
        return nil
      }),
    EditorCommand(
      name: "fill", usage: "[VALUE]",
      help: "give the selected cells the value where selecting began, or another", changes: true,
      run: { state, words throws(CommandError) in
        guard state.anchor != nil || !words.isEmpty else {
          throw CommandError("nothing is selected; v and the arrows select")
        }
        let source = state.layout.cell(at: state.anchor ?? state.position)
        let cells = state.selectedCells.filter { $0.field == source.field }
        var changed = state.week
        for cell in cells {
          changed[cell] =
            words.isEmpty
            ? state.week[source]
            : try changed[cell.row].typed(
              words.joined(separator: " "), for: cell.field, unit: state.week.unit)
        }
        state.perform(
          ScheduleEdit(from: state.week, to: changed),
          name: state.stepName("fill", cells, changed[cells[0]]))
        return nil
      }),
    EditorCommand(
      name: "shift", usage: "+15|-1h", help: "shift the times of the selected rows",
      changes: true, completions: { _, _ in ["+15", "-15", "+1h", "-1h"] },
      run: { state, words throws(CommandError) in
        guard words.count == 1, let sign = words[0].first, sign == "+" || sign == "-" else {
          throw CommandError("expected a step of time, such as +15 or -1h")
        }
        var changed = state.week
        var seen: Set<RowAddress> = []
        for cell in state.selectedCells where seen.insert(cell.row).inserted {
          let time = CellAddress(cell.row, .time)
          changed[time] = try changed[cell.row].typed(
            words[0], for: .time, unit: state.week.unit)
        }
        state.perform(
          ScheduleEdit(from: state.week, to: changed),
          name: "shift \(seen.count) \(seen.count == 1 ? "time" : "times") by \(words[0])")
        return nil
      }),
    EditorCommand(
      name: "dismiss", usage: "", help: "give up the selection",
      run: { state, _ in
        state.anchor = nil
        return nil
      }),
  ]

  static func cells(_ count: Int) -> String { "\(count) \(count == 1 ? "cell" : "cells")" }
}
