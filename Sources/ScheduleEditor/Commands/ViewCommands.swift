import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension CommandTable {
  private static let viewNames =
    ViewChoice.allCases.map(\.rawValue) + WeekLayout.groupings.map(\.name)

  static let views: [EditorCommand] = [
    EditorCommand(
      name: "clock", usage: "[12|24]", help: "switch between 12-hour and 24-hour clock",
      choices: { _ in ["12", "24"] },
      run: { state, words throws(Refusal) in
        let other: ClockStyle = state.clock == .twelveHour ? .twentyFourHour : .twelveHour
        guard let clock = words.first.map({ Int($0).flatMap(ClockStyle.init) }) ?? other else {
          throw Refusal("expected 12 or 24")
        }
        state.clock = clock
        state.say("\(clock.rawValue)-hour clock")
      }),
    EditorCommand(
      name: "view", usage: "[\(viewNames.joined(separator: "|"))]",
      help: "show a line or a block for each day; join weekdays in one line",
      worksWithoutScreen: false,
      choices: { _ in viewNames },
      run: { state, words throws(Refusal) in
        let word = words.first
        if let grouping = WeekLayout.groupings.first(where: { $0.name == word }) {
          return state.use(state.layout.grouping(grouping.days))
        }
        let other: ViewChoice = state.arrangement == .across ? .list : .week
        guard let view = word.map(ViewChoice.init) ?? other else {
          throw Refusal("expected \(viewNames.listed("or"))")
        }
        state.preferredArrangement = view.arrangement
        if let wanted = state.preferredArrangement, wanted != state.arrangement {
          state.say("the screen is too small for that")
        }
      }),
    EditorCommand(
      name: "theme", usage: "[NAME]", help: "switch to the next theme, or to NAME",
      worksWithoutScreen: false,
      choices: { $0.options.settings.themeNames },
      run: { state, words throws(Refusal) in
        let settings = state.options.settings
        if let word = words.first {
          guard let theme = settings.theme(named: word) else {
            let names = settings.themeNames.joined(separator: ", ")
            throw settings.unreadableThemes[word]
              ?? Refusal("there is no theme \(word.quoted()); use \(names)")
          }
          state.theme = theme
        } else {
          let here = settings.themes.firstIndex(of: state.theme) ?? -1
          state.theme = settings.themes[(here + 1) % settings.themes.count]
        }
        state.say("theme \(state.theme.name)")
        state.request = .redraw
      }),
    EditorCommand(
      name: "mouse", usage: "[on|off]", help: "enable or disable the mouse",
      worksWithoutScreen: false,
      choices: { _ in ["on", "off"] },
      run: { state, words throws(Refusal) in
        guard words.isEmpty || words == ["on"] || words == ["off"] else {
          throw Refusal("expected on or off")
        }
        state.usesMouse = words.isEmpty ? !state.usesMouse : words == ["on"]
        state.say(
          state.usesMouse
            ? "mouse on: a click goes to a cell, the wheel steps its value"
            : "mouse off: the terminal selects text again")
        state.request = .reportMouse
      }),
    EditorCommand(
      name: "convert", aliases: ["unit"], usage: "[F|C]",
      help: "convert the document to Celsius or Fahrenheit",
      changes: true, choices: { _ in ["F", "C"] },
      run: { state, words throws(Refusal) in
        let unit = words.isEmpty ? state.contents.unit.other : TemperatureUnit(words[0])
        guard let unit else { throw Refusal("expected F or C") }
        guard unit != state.contents.unit else {
          throw Refusal("the temperatures are in \(unit.symbol) already")
        }
        state.convert(to: unit)
      }),
    EditorCommand(
      name: "problems", help: "list the problems",
      run: { state, _ in state.showProblems() }),
    EditorCommand(
      name: "history", help: "list the edits; undo or redo up to one of them",
      run: { state, _ in state.showHistory() }),
    EditorCommand(
      name: "redraw", help: "redraw the screen", worksWithoutScreen: false,
      run: { state, _ in state.request = .redraw }),
    EditorCommand(
      name: "help", help: "list all keys and commands",
      worksWithoutScreen: false,
      run: { state, _ in state.dialogs.open(.page(.help(HelpScreen(state.keymap.help)))) }),
    EditorCommand(
      name: "explain", help: "explain the problem here",
      worksWithoutScreen: false,
      run: { state, _ in
        guard let finding = state.findingsHere.first else { return state.sayNoProblem() }
        state.explain(ListedProblem([finding].folded[0]))
      }),
    EditorCommand(
      name: "fix", help: "fix the problem here", changes: true,
      run: { state, _ throws(Refusal) in try state.fix(state.findingsHere) }),
    EditorCommand(
      name: "command", usage: "[LINE]", help: "type a command; Tab completes",
      worksWithoutScreen: false,
      run: { state, words in
        state.mode = .commandLine(TypedLine(words.map { $0 + " " }.joined()))
      }),
  ]
}
