import Diagnostics
package import ScheduleModel
import ScheduleRules
import TwoWayTable

/// The editor without a screen: a line in, lines out, with the same commands and rules.
///
/// For screen readers, dumb terminals and scripts. Nothing is asked back: `quit` with changes says
/// so and goes on, and `quit!` gives them up.
package final class LineMode {
  /// How many lines could not be carried out.
  package private(set) var failureCount = 0

  private var state: EditorState
  private let host: any EditorHost
  private let readLine: (_ prompt: String) -> String?
  private let writeAsIs: (String) -> Void

  /// Joins a document, the program around it, and where lines come from and go to.
  package init(
    _ contents: Contents, options: EditorOptions, host: any EditorHost,
    readLine: @escaping (_ prompt: String) -> String?, write: @escaping (String) -> Void
  ) {
    var options = options
    options.scheduleIndex = options.scheduleIndex ?? 0
    state = EditorState(contents, options: options, size: ScreenSize(rows: 24, columns: 80))
    self.host = host
    self.readLine = readLine
    writeAsIs = write
  }

  /// Carries out lines until one ends the session, or none is left.
  package func run() -> EditorOutcome {
    write("\(state.title(.ascii)) (\(state.week.unit.rawValue)); help lists the commands")
    keepEdits()
    while let line = readLine("\(state.cellDescription(.ascii))> ") {
      if let outcome = carryOut(line) { return outcome }
      keepEdits()
    }
    return .endOfInput(unsaved: state.isModified)
  }

  private func keepEdits() {
    do {
      try host.record(state.document)
    } catch {
      write("? \(error)")
    }
  }

  private func carryOut(_ line: String) -> EditorOutcome? {
    let before = (state.cursor, state.week[state.cursor])
    let problems = state.problems
    state.message = nil
    var outcome: EditorOutcome?
    switch line {
    case "": sayCell()
    case "show": sayWeek()
    case "help": sayHelp()
    default:
      outcome = state.handle(with: host) { $0.run(line: line) }.flatMap(carryOut)
    }
    sayDialog()
    if let message = state.message {
      if message.isProblem { failureCount += 1 }
      write((message.isProblem ? "? " : "") + message.text)
    }
    if before != (state.cursor, state.week[state.cursor]) { sayCell() }
    for problem in state.problems where !problems.contains(problem) {
      write("! \(problem.message) [\(problem.code)]")
    }
    return outcome
  }

  private func carryOut(_ request: EditorRequest) -> EditorOutcome? {
    switch state.carryOut(request, with: host) {
    case .quit: return .quit
    case .done, .notSaved: break
    case .forScreen(.copy(let text)): writeAsIs(text.trimmingLineEnd)
    case .forScreen: state.refuse(Refusal("this needs a screen"))
    }
    return nil
  }

  // MARK: What is said

  /// Names come from files: nothing in them acts on the terminal.
  private func write(_ line: String) { writeAsIs(line.printable) }

  private func sayCell() { write(state.cellDescription(.ascii)) }

  private func sayWeek() {
    let picture = WeekPicture.surface(of: state.schedule, clock: state.clock)
    for line in picture.lines where !line.isEmpty { write(line) }
  }

  private func sayHelp() {
    write("show: the whole week; an empty line: the cell again; =68 sets the cell, 114 goes to one")
    for command in CommandTable.all where command.worksWithoutScreen {
      write("\(command.name) \(command.usage): \(command.help)")
    }
  }

  /// Says what would lie above the table on a screen, or what would be asked there.
  private func sayDialog() {
    switch state.dialogs.last {
    case .list(let list, _):
      for item in list.items {
        write(item.detail.isEmpty ? item.title : "\(item.title): \(item.detail)")
      }
    case .form:
      state.refuse(Refusal("say it in one line: copy monday weekdays, set tue.wake.heat=68"))
    case .help, nil: break
    }
    state.dialogs = []
    switch state.mode {
    case .browsing: break
    case .asking(.saveChanges): state.say("changes are not saved: save, or quit!", isProblem: true)
    case .asking(.saveWay(let reason, _, _)): state.say("not saved: \(reason)", isProblem: true)
    case .editing, .commandLine, .awaiting:
      state.say("type =VALUE, or goto and a place", isProblem: true)
    }
    state.mode = .browsing
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { last == "\n" ? String(dropLast()) : self }
}
