import Diagnostics
import ScheduleModel
import TwoWayTable

/// Verbs that change how things are shown.
enum ViewCommands {
  static let all: [EditorCommand] = [
    EditorCommand(
      name: "clock", usage: "[12|24]", help: "12 or 24 hour clock",
      completions: { _, _ in ["12", "24"] },
      run: { state, words throws(CommandError) in
        guard let word = words.first else {
          state.clock = state.clock == .twelveHour ? .twentyFourHour : .twelveHour
          return nil
        }
        guard let clock = Int(word).flatMap(ClockStyle.init) else {
          throw CommandError("expected 12 or 24")
        }
        state.clock = clock
        return nil
      }),
    EditorCommand(
      name: "view", usage: "[week|list|auto]", help: "days across, or a block for every day",
      completions: { _, _ in ["week", "list", "auto"] },
      run: { state, words throws(CommandError) in
        switch words.first {
        case nil: state.view = state.layout.arrangement == .across ? .list : .across
        case "week": state.view = .across
        case "list": state.view = .list
        case "auto": state.view = nil
        default: throw CommandError("expected week, list or auto")
        }
        if let view = state.view, view != state.layout.arrangement {
          state.message = .init(text: "the screen is too small for that")
        }
        return nil
      }),
    EditorCommand(
      name: "theme", usage: "[NAME]", help: "the next theme, or one by its name",
      completions: { state, _ in state.options.settings.themeNames },
      run: { state, words throws(CommandError) in
        let names = state.options.settings.themeNames
        if let word = words.first {
          guard names.contains(word) else {
            throw CommandError(
              "there is no theme \(word.quoted()); use \(names.joined(separator: ", "))")
          }
          state.themeName = word
        } else {
          let here = names.firstIndex(of: state.themeName) ?? -1
          state.themeName = names[(here + 1) % names.count]
        }
        state.message = .init(text: "theme \(state.themeName)")
        return .useTheme(state.themeName)
      }),
    EditorCommand(
      name: "mouse", usage: "[on|off]", help: "heed the mouse, or leave it to the terminal",
      completions: { _, _ in ["on", "off"] },
      run: { state, words throws(CommandError) in
        guard words.isEmpty || words == ["on"] || words == ["off"] else {
          throw CommandError("expected on or off")
        }
        state.usesMouse = words.isEmpty ? !state.usesMouse : words == ["on"]
        state.message = .init(
          text: state.usesMouse
            ? "mouse on: press goes to a cell, the wheel steps it"
            : "mouse off: the terminal selects text again")
        return .reportMouse(state.usesMouse)
      }),
    EditorCommand(
      name: "unit", usage: "[F|C]", help: "convert every temperature of the document",
      changes: true, completions: { _, _ in ["F", "C"] },
      run: { state, words throws(CommandError) in
        let other: TemperatureUnit = state.contents.unit == .fahrenheit ? .celsius : .fahrenheit
        guard let unit = words.isEmpty ? other : TemperatureUnit(words[0]) else {
          throw CommandError("expected F or C")
        }
        guard unit != state.contents.unit else {
          throw CommandError("the temperatures are in \(unit.symbol) already")
        }
        state.convert(to: unit)
        return nil
      }),
    EditorCommand(
      name: "problems", usage: "", help: "list the problems",
      run: { state, _ in
        state.showProblems()
        return nil
      }),
    EditorCommand(
      name: "history", usage: "", help: "list the edits, to go back to one",
      run: { state, _ in
        state.showHistory()
        return nil
      }),
    EditorCommand(
      name: "redraw", usage: "", help: "paint the screen anew", run: { _, _ in .redraw }),
    EditorCommand(
      name: "help", usage: "", help: "all keys and commands",
      run: { state, _ in
        state.dialogs.push(.help(firstLine: 0))
        return nil
      }),
    EditorCommand(
      name: "command", usage: "[LINE]", help: "type a command; Tab completes",
      run: { state, words in
        state.mode = .commandLine(CommandLine(words.map { $0 + " " }.joined()))
        return nil
      }),
  ]
}

extension EditorState {
  /// Converts the document as one step, and says how much of it had to be rounded.
  fileprivate mutating func convert(to unit: TemperatureUnit) {
    let old = contents
    let new = old.converted(to: unit)
    let values = { (contents: Contents) in
      contents.schedules.flatMap { $0.week.setpoints.flatMap { [$0.heat, $0.cool] } }
    }
    let rounded = zip(values(old), values(new)).count {
      $0.isExactly($1, from: old.unit, to: unit) == false
    }
    let count = values(old).count
    perform(new, showing: scheduleIndex, name: "convert to \(unit.symbol)")
    message = Message(
      text: "converted \(count) temperatures to \(unit.symbol), "
        + (rounded == 0 ? "none rounded" : "\(rounded) rounded") + "; u takes it back")
  }
}

extension Temperature {
  /// Whether `converted` is this temperature in the other scale without rounding: °F = °C · 9/5 + 32.
  fileprivate func isExactly(
    _ converted: Temperature, from source: TemperatureUnit, to target: TemperatureUnit
  ) -> Bool {
    let (celsius, fahrenheit) =
      source == .celsius ? (tenths, converted.tenths) : (converted.tenths, tenths)
    return source == target || celsius * 9 == (fahrenheit - 320) * 5
  }
}
