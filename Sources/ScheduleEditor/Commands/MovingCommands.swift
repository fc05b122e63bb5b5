import Diagnostics
import ScheduleModel
import ScheduleRules

/// Verbs that move the cursor.
enum MovingCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "move", usage: directions, help: "move the cursor",
      completions: { _, _ in CursorMove.allCases.map(\.rawValue) },
      run: { state, words throws(CommandError) in
        let move = try Self.move(words)
        if !state.selectsOn { state.anchor = nil }
        state.position = state.layout.position(after: move, from: state.position)
        return nil
      }),
    EditorCommand(
      name: "extend", usage: directions, help: "select on to there",
      completions: { _, _ in CursorMove.allCases.map(\.rawValue) },
      run: { state, words throws(CommandError) in
        let move = try Self.move(words)
        state.anchor = state.anchor ?? state.position
        state.position = state.layout.position(after: move, from: state.position)
        return nil
      }),
    EditorCommand(
      name: "goto", aliases: ["go"], usage: "[TAG | DAY [PERIOD [FIELD]] | DAY TIME | problem]",
      help: "go to a cell, to what is in force then, or to the next problem",
      completions: { _, words in
        words.isEmpty
          ? Weekday.allCases.map(\.name) + ["problem"]
          : words.count == 1
            ? Period.allCases.map(\.name) : words.count == 2 ? Field.displayOrder.map(\.name) : []
      },
      run: { state, words throws(CommandError) in
        if words.isEmpty {
          state.mode = .commandLine(CommandLine("goto "))
          return nil
        }
        if words == ["problem"] || words == ["next"] {
          state.goToProblem(forwards: true)
          return nil
        }
        try state.go(to: try Self.destination(words, in: state))
        return nil
      }),
    EditorCommand(
      name: "next-problem", usage: "", help: "go to the next problem",
      run: { state, _ in
        state.goToProblem(forwards: true)
        return nil
      }),
    EditorCommand(
      name: "previous-problem", usage: "", help: "go to the problem before",
      run: { state, _ in
        state.goToProblem(forwards: false)
        return nil
      }),
  ]

  private static let directions = CursorMove.allCases.map(\.rawValue).joined(separator: "|")

  private static func move(_ words: [String]) throws(CommandError) -> CursorMove {
    guard words.count == 1, let move = CursorMove(rawValue: words[0]) else {
      throw CommandError("expected one of \(directions)")
    }
    return move
  }

  /// The cell that words name: a tag, a path, a day with a time or a period.
  private static func destination(
    _ words: [String], in state: EditorState
  ) throws(CommandError) -> CellAddress {
    if words.count == 1, words[0].contains(".") || words[0].first?.isNumber == true {
      return try words[0].cells()[0]
    }
    guard let day = Weekday(words[0]) else {
      throw CommandError("\(words[0].quoted()) is no day and no tag; try 114, tue wake, tue 17:30")
    }
    let here = state.cursor
    guard words.count > 1 else { return CellAddress(day, here.period, here.field) }
    let time = words[1...].joined(separator: " ")
    if let time = TimeOfDay(time) {
      return CellAddress(state.week.row(at: WeekTime(day, time)), here.field)
    }
    guard let period = Period(words[1]) else {
      throw CommandError("\(time.quoted()) is no time and no period")
    }
    guard words.count > 2 else { return CellAddress(day, period, here.field) }
    guard let field = Field(words[2]) else {
      throw CommandError("\(words[2].quoted()) is not a field; use time, heat or cool")
    }
    return CellAddress(day, period, field)
  }
}

extension String {
  /// The cells that the text names, at least one.
  func cells() throws(CommandError) -> [CellAddress] {
    do {
      return try CellAddress.list(self)
    } catch {
      throw CommandError("\(error)")
    }
  }
}

extension EditorState {
  /// Puts the cursor on a cell.
  mutating func go(to cell: CellAddress) throws(CommandError) {
    guard let position = layout.position(of: cell) else {
      throw CommandError("the layout does not show \(cell)")
    }
    anchor = nil
    self.position = position
  }

  /// Goes to the next cell with a problem of its own, around the end of the table.
  mutating func goToProblem(forwards: Bool) {
    let all = CellAddress.all
    let here = all.firstIndex(of: cursor) ?? 0
    let cells = Set(problems.map(\.cell))
    let found = (1...all.count).lazy
      .map { all[(here + (forwards ? $0 : all.count - $0)) % all.count] }
      .first { cells.contains($0) && layout.position(of: $0) != nil }
    guard let found, let position = layout.position(of: found) else {
      message = Message(text: "no problems")
      return
    }
    anchor = nil
    self.position = position
  }
}
