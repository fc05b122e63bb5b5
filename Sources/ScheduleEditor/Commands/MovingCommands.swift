import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension CommandTable {
  /// Commands that move the cursor.
  static let moves: [EditorCommand] = [
    EditorCommand(
      name: "move", usage: directions, help: "move the cursor",
      completions: { _, _ in TableMove.allCases.map(\.rawValue) },
      run: { state, words throws(Refusal) in
        let move = try move(words)
        if !state.extendsSelection { state.anchor = nil }
        state.position = state.layout.position(move, from: state.position)
      }),
    EditorCommand(
      name: "extend", usage: directions, help: "extend the selection",
      completions: { _, _ in TableMove.allCases.map(\.rawValue) },
      run: { state, words throws(Refusal) in
        let move = try move(words)
        state.anchor = state.anchor ?? state.position
        state.position = state.layout.position(move, from: state.position)
      }),
    EditorCommand(
      name: "goto", aliases: ["go"], usage: "[TAG | DAY [PERIOD [FIELD]] | DAY TIME | problem]",
      help: "go to a cell, to the row in force at a time, or to the next problem",
      completions: { state, words in
        words.isEmpty
          ? Weekday.allCases.map(\.name) + ["problem"]
          : words.count == 1
            ? Period.allCases.map(\.name)
            : words.count == 2 ? state.week.sides.fields.map(\.name) : []
      },
      run: { state, words throws(Refusal) in
        switch words {
        case []: state.mode = .commandLine(TypedLine("goto "))
        case ["problem"], ["next"]: state.goToProblem(forwards: true)
        default: try state.go(to: try destination(words, in: state))
        }
      }),
    EditorCommand(
      name: "find", usage: "[VALUE]", help: "go to the next cell with a value: 64, 6:30",
      run: { state, words throws(Refusal) in
        if words.isEmpty {
          state.mode = .commandLine(TypedLine("find "))
        } else {
          try state.find(words.joined(separator: " "))
        }
      }),
    EditorCommand(
      name: "next-problem", help: "go to the next problem",
      run: { state, _ in state.goToProblem(forwards: true) }),
    EditorCommand(
      name: "previous-problem", help: "go to the previous problem",
      run: { state, _ in state.goToProblem(forwards: false) }),
  ]

  private static let directions = TableMove.allCases.map(\.rawValue).joined(separator: "|")

  private static func move(_ words: [String]) throws(Refusal) -> TableMove {
    guard words.count == 1, let move = TableMove(rawValue: words[0]) else {
      throw Refusal("expected one of \(directions)")
    }
    return move
  }

  /// Parses the cell to move to: a tag, a path, a day with a time or a period.
  private static func destination(
    _ words: [String], in state: EditorState
  ) throws(Refusal) -> CellAddress {
    if words.count == 1, words[0].contains(".") || words[0].first?.isNumber == true {
      return try words[0].cells()[0]
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

extension EditorState {
  /// Moves the cursor to a cell.
  mutating func go(to cell: CellAddress) throws(Refusal) {
    if let side = cell.field.side, !week.sides.contains(side) { throw .absent(side) }
    guard let position = layout.position(of: cell) else {
      throw Refusal("the layout does not show \(cell)")
    }
    anchor = nil
    self.position = position
  }

  /// Goes to the next cell with a value, wrapping around.
  mutating func find(_ text: String) throws(Refusal) {
    // A plain number is a temperature.
    let time = Temperature(text) == nil ? TimeOfDay(text).map(CellValue.time) : nil
    guard let value = time ?? Temperature(text).map(CellValue.temperature) else {
      throw Refusal("\(text.quoted()) is not a time or a temperature; try 64 or 6:30")
    }
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let others = all[(here + 1)...] + all[...here]
    guard
      let found = others.first(where: { week[$0] == value && layout.position(of: $0) != nil })
    else { throw Refusal("no cell has \(value.text(clock))") }
    try go(to: found)
  }

  /// Goes to the next cell with a problem of its own, wrapping around.
  mutating func goToProblem(forwards: Bool) {
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let cells = Set(problems.map(\.cell))
    let found = (1...all.count).lazy
      .map { all[(here + (forwards ? $0 : all.count - $0)) % all.count] }
      .first { cells.contains($0) && layout.position(of: $0) != nil }
    guard let found, let position = layout.position(of: found) else { return say("no problems") }
    anchor = nil
    self.position = position
  }
}
