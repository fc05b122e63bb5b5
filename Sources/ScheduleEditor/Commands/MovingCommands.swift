import Diagnostics
import ScheduleModel
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
