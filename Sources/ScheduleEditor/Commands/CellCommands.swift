import Diagnostics
import ScheduleModel
import TwoWayTable

/// Verbs that change single cells.
enum CellCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "edit", usage: "", help: "edit the cell in place", changes: true,
      run: { state, _ in
        state.beginEditing(TextLine(state.editableText), replaces: false)
        return nil
      }),
    EditorCommand(
      name: "replace", usage: "", help: "edit the cell, beginning with nothing", changes: true,
      run: { state, _ in
        state.beginEditing(TextLine(), replaces: true)
        return nil
      }),
    EditorCommand(
      name: "bring-back", usage: "", help: "edit what was typed before Esc", changes: true,
      run: { state, _ throws(CommandError) in
        guard let text = state.abandoned else { throw CommandError("nothing was left with Esc") }
        state.beginEditing(TextLine(text), replaces: false)
        return nil
      }),
    EditorCommand(
      name: "set", usage: "[ADDRESS]=VALUE …", help: "give cells a value, as one step",
      changes: true, completions: { _, _ in CellAddress.all.map { $0.path + "=" } },
      run: { state, words throws(CommandError) in
        try state.set(words)
        return nil
      }),
    EditorCommand(
      name: "step", usage: "up|down", help: "step the values (1 °F, 0.5 °C, 15 min)",
      changes: true, completions: { _, _ in ["up", "down"] },
      run: { state, words throws(CommandError) in
        guard words == ["up"] || words == ["down"] else {
          throw CommandError("expected up or down")
        }
        try state.step(up: words == ["up"])
        return nil
      }),
    EditorCommand(
      name: "revert", usage: "", help: "give the selected cells the values of the file",
      changes: true,
      run: { state, _ throws(CommandError) in
        guard let saved = state.savedWeek else {
          throw CommandError("the file does not have this schedule yet")
        }
        let cells = state.selectedCells.filter { saved[$0] != state.week[$0] }
        guard !cells.isEmpty else { throw CommandError("nothing was changed here") }
        let edit = ScheduleEdit(setting: cells.map { ($0, saved[$0]) }, in: state.week)
        state.perform(edit, name: state.stepName("revert", cells, saved[cells[0]]))
        return nil
      }),
    EditorCommand(
      name: "undo", usage: "", help: "take the last edit back", changes: true,
      run: { state, _ in
        state.undo()
        return nil
      }),
    EditorCommand(
      name: "redo", usage: "", help: "bring back what was taken back", changes: true,
      run: { state, _ in
        state.redo()
        return nil
      }),
  ]
}

extension EditorState {
  /// Carries out assignments, all of them or none; `=VALUE` is for the selected cells.
  fileprivate mutating func set(_ words: [String]) throws(CommandError) {
    guard !words.isEmpty else {
      throw CommandError("expected ADDRESS=VALUE, such as tue.wake.heat=68")
    }
    var changed = week
    var cells: [CellAddress] = []
    for word in words {
      guard let equals = word.firstIndex(of: "=") else {
        throw CommandError("\(word.quoted()) has no equals sign; expected ADDRESS=VALUE")
      }
      let address = String(word[..<equals])
      let targets = address.isEmpty ? selectedCellsAlike : try address.cells()
      for cell in targets {
        let text = String(word[word.index(after: equals)...])
        changed[cell] = try changed[cell.row].typed(text, for: cell.field, unit: week.unit)
      }
      cells += targets
    }
    perform(
      ScheduleEdit(from: week, to: changed), name: stepName("set", cells, changed[cells[0]]))
  }

  /// Steps the selected cells: 1 °F or 0.5 °C, or to the next quarter of an hour; all or none.
  fileprivate mutating func step(up: Bool) throws(CommandError) {
    var values: [(CellAddress, CellValue)] = []
    for cell in selectedCellsAlike {
      switch week[cell] {
      case .temperature(let value):
        let step = Temperature(tenths: week.unit == .fahrenheit ? 10 : 5)
        values.append((cell, .temperature(up ? value + step : value - step)))
      case .time(let time):
        let quarter = up ? time.minutes / 15 + 1 : (time.minutes + 14) / 15 - 1
        guard let stepped = TimeOfDay(minutes: quarter * 15) else {
          throw CommandError("\(time.text(clock)) is the last quarter of the day")
        }
        values.append((cell, .time(stepped)))
      }
    }
    perform(
      ScheduleEdit(setting: values, in: week),
      name: stepName("step", values.map(\.0), values[0].1))
  }

  /// How history calls an edit of `cells`: the one change, or the verb and how many.
  func stepName(_ verb: String, _ cells: [CellAddress], _ value: CellValue) -> String {
    cells.count == 1
      ? "\(cells[0]) \(week[cells[0]]) -> \(value)" : "\(verb) \(cells.count) cells"
  }
}

extension Setpoint {
  /// Reads a text that is data, where `-5` is a temperature and not a step.
  func read(
    _ text: String, for field: Field, unit: TemperatureUnit
  ) throws(CommandError) -> CellValue {
    if field != .time, let value = Temperature(text) { return .temperature(value) }
    return try typed(text, for: field, unit: unit)
  }

  /// Reads what was typed for a field.
  func typed(
    _ text: String, for field: Field, unit: TemperatureUnit
  ) throws(CommandError) -> CellValue {
    do {
      return try value(of: field, typed: text, unit: unit)
    } catch {
      throw CommandError(error.reason)
    }
  }
}
