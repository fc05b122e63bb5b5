import Diagnostics
import ScheduleModel
import TwoWayTable

extension CommandTable {
  static let moves: [EditorCommand] = [
    moving("move", help: "move the cursor") { state in
      if !state.extendsSelection { state.anchor = nil }
    },
    moving("extend", help: "extend the selection") { state in
      state.anchor = state.anchor ?? state.position
    },
    EditorCommand(
      name: "goto", aliases: ["go"], usage: "TAG | DAY [PERIOD [FIELD]] | DAY TIME | problem",
      help: "go to a cell, the row in force at a time, or the next problem",
      completions: { state, words in
        switch words.count {
        case 0: Weekday.allCases.map(\.name) + ["problem"]
        case 1 where Weekday(words[0]) != nil: Period.allCases.map(\.name)
        case 2: state.week.sides.fields.map(\.name)
        default: []
        }
      },
      run: { state, words throws(Refusal) in
        switch words {
        case ["problem"], ["next"]: try state.goToProblem(forwards: true)
        default: try state.go(to: try destination(words, in: state))
        }
      }),
    EditorCommand(
      name: "find", usage: "VALUE", help: "go to the next cell with this value: 64, 6:30",
      run: { state, words throws(Refusal) in
        try state.find(words.joined(separator: " "))
      }),
    EditorCommand(
      name: "next-problem", help: "go to the next problem",
      run: { state, _ throws(Refusal) in try state.goToProblem(forwards: true) }),
    EditorCommand(
      name: "previous-problem", help: "go to the previous problem",
      run: { state, _ throws(Refusal) in try state.goToProblem(forwards: false) }),
  ]

  static let cells: [EditorCommand] = [
    EditorCommand(
      name: "edit", help: "edit the cell in place", changes: true, worksWithoutScreen: false,
      run: { state, _ in state.editInPlace() }),
    EditorCommand(
      name: "replace", help: "edit the cell, starting empty", changes: true,
      worksWithoutScreen: false,
      run: { state, _ in state.beginTyping("") }),
    EditorCommand(
      name: "set", usage: "[ADDRESS]=VALUE …", help: "set cells, as one step",
      changes: true, completions: { state, _ in state.week.cells.map { $0.path + "=" } },
      run: { state, words throws(Refusal) in try state.set(words) }),
    EditorCommand(
      name: "step", usage: "up|down", help: "step the values (1 °F, 0.5 °C, 15 min)",
      changes: true, choices: { _ in ["up", "down"] },
      run: { state, words throws(Refusal) in
        guard words == ["up"] || words == ["down"] else { throw Refusal("expected up or down") }
        try state.step(by: words == ["up"] ? 1 : -1)
      }),
    EditorCommand(
      name: "repeat", help: "repeat the last value, step, shift, level or paste", changes: true,
      run: { state, _ throws(Refusal) in
        guard let (unit, edit) = state.lastEdit else { throw Refusal("nothing to repeat yet") }
        guard unit == state.week.unit else {
          throw Refusal("the last edit was in \(unit.symbol); type it again")
        }
        try edit(&state)
      }),
    EditorCommand(
      name: "revert", help: "restore the saved values of the selected cells", changes: true,
      run: { state, _ throws(Refusal) in try state.revert() }),
    EditorCommand(
      name: "undo", help: "undo the last edit", changes: true,
      run: { state, _ in state.undo() }),
    EditorCommand(
      name: "redo", help: "redo the last undone edit", changes: true,
      run: { state, _ in state.redo() }),
  ]

  static let ranges: [EditorCommand] = [
    EditorCommand(
      name: "select", usage: "[all|line]", help: "start or end a selection",
      choices: { _ in ["all", "line"] },
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
          state.anchor = state.position(after: .home)
          state.position = state.position(after: .end)
        default: throw Refusal("expected all, line or no argument")
        }
      }),
    EditorCommand(
      name: "yank", help: "copy the selected cells, also to the terminal's clipboard",
      run: { state, _ throws(Refusal) in
        let lines = state.selectedLines
        try state.checkSingleValues(lines.joined())
        let block = CellBlock(state)
        state.copiedCells = (block, state.week.unit)
        state.say("copied \(counted(lines.joined().count, "cell"))")
        state.anchor = nil
        state.position = lines[0][0]
        state.request = .copy(block.text)
      }),
    EditorCommand(
      name: "paste", help: "paste the copied cells as one step", changes: true,
      run: { state, _ throws(Refusal) in
        guard let (block, unit) = state.copiedCells else { throw Refusal("nothing was copied yet") }
        state.paste(block, in: unit)
      }),
    EditorCommand(
      name: "fill", usage: "[VALUE]",
      help: "fill each selected column with its first value; fill 66 is =66",
      changes: true,
      run: { state, words throws(Refusal) in
        if words.isEmpty { return try state.fill() }
        try state.set(["=\(words.joined(separator: " "))"])
      }),
    EditorCommand(
      name: "level", usage: "[NAME | TEMPERATURES]",
      help: "set the selected rows to a pair of setpoints",
      changes: true, choices: { $0.levels.map(\.name) },
      run: { state, words throws(Refusal) in
        if words.isEmpty { return state.showLevels() }
        state.set(try state.level(named: words))
      }),
    EditorCommand(
      name: "shift", usage: "+15|-1h", help: "shift the times of the selected rows",
      changes: true, choices: { _ in ["+15", "-15", "+1h", "-1h"] },
      run: { state, words throws(Refusal) in
        guard words.count == 1, let sign = words[0].first, sign == "+" || sign == "-" else {
          throw Refusal("expected a time step, such as +15 or -1h")
        }
        try state.shiftTimes(by: words[0])
      }),
    EditorCommand(
      name: "dismiss", help: "end the selection", worksWithoutScreen: false,
      run: { state, _ in state.anchor = nil }),
  ]

  /// A command that moves the cursor after `prepare`.
  private static func moving(
    _ name: String, help: String, prepare: @escaping @Sendable (inout EditorState) -> Void
  ) -> EditorCommand {
    let moves = TableMove.allCases.map(\.rawValue)
    let usage = moves.joined(separator: "|")
    return EditorCommand(
      name: name, usage: usage, help: help, choices: { _ in moves },
      run: { state, words throws(Refusal) in
        guard words.count == 1, let move = TableMove(rawValue: words[0]) else {
          throw Refusal("expected one of \(usage)")
        }
        prepare(&state)
        state.position = state.position(after: move)
      })
  }

  /// Parses the cell to move to: a tag, a path, a day with a time or a period.
  private static func destination(
    _ words: [String], in state: EditorState
  ) throws(Refusal) -> CellAddress {
    if words[0].contains(".") || words[0].first?.isNumber == true {
      return try CellAddress.list(words.joined(separator: " "))[0]
    }
    guard let day = Weekday(words[0]) else {
      throw Refusal("\(words[0].quoted()) is not a day or a tag; try 114, tue wake, tue 17:30")
    }
    let here = state.cursor
    guard words.count > 1 else { return CellAddress(day, here.period, here.field) }
    let time = words[1...].joined(separator: " ")
    if let time = TimeOfDay(time) {
      return CellAddress(state.week.row(at: WeekTime(day, time)), here.field)
    }
    guard let period = Period(words[1]) else {
      throw Refusal("\(time.quoted()) is not a time or a period")
    }
    guard words.count > 2 else { return CellAddress(day, period, here.field) }
    guard let field = Field(words[2]) else {
      let known = state.week.sides.fields.map(\.name).listed("or")
      throw Refusal("\(words[2].quoted()) is not a field; use \(known)")
    }
    return CellAddress(day, period, field)
  }
}
