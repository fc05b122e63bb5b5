import Diagnostics
package import ScheduleModel
import SchedulePictures
import ScheduleRules
package import TwoWayTable

/// The editor without a screen: reads and prints lines, with the same commands and rules.
///
/// For screen readers, dumb terminals and scripts: all output is sentences. It asks no questions: `quit` with unsaved
/// changes is an error, and `quit!` discards them.
package final class LineMode {
  /// Reads a line: takes the prompt and a function for completion on a terminal.
  package typealias LineSource = (
    _ prompt: String, _ completions: (String) -> [String]
  ) -> LineInput

  package private(set) var failureCount = 0
  package private(set) var state: EditorState
  private let readLine: LineSource
  private let writeAsIs: (String) -> Void
  private var hasWritten = false

  package init(
    _ contents: Contents, options: EditorOptions, host: any EditorHost,
    readLine: @escaping LineSource, write: @escaping (String) -> Void
  ) {
    var options = options
    options.scheduleIndex = options.scheduleIndex ?? 0
    // Nothing is drawn: no layout is too wide.
    let size = ScreenSize(rows: 1000, columns: 1000)
    state = EditorState(contents, options: options, size: size, host: host)
    self.readLine = readLine
    writeAsIs = write
  }

  /// Runs lines until one ends the session or the input ends.
  package func run() -> AppEnding {
    let device = state.device.map { ", for \($0.sentence)" } ?? ""
    write(
      "\(state.schedule.name), \(state.fileTitle), in degrees \(state.week.unit.spoken)\(device); "
        + "help lists the commands")
    _ = state.host.beginWatching()
    keepEdits()
    // Only the first prompt names the current cell; the answer to each line does so later.
    var prompt = "\(state.spokenCell.printable)\n> "
    while true {
      switch readLine(prompt, completions) {
      case .line(let line):
        if let ending = carryOut(line) { return ending }
      case .leave:
        if let ending = carryOut("quit") { return ending }
      case .cutLine:
        let text = "the pasted text is too long; the end of this line is missing"
        announce(EditorState.Message(text: text, isProblem: true))
      case .end: return .endOfInput
      case .terminate(let signal): return .terminated(signal: signal)
      }
      prompt = "> "
      // Another program's changes are reported before the next line is read.
      if let change = state.host.outsideChange(state.contents) {
        state.message = nil
        state.adopt(change)
        if let message = state.message { write("Note: \(message.spoken)") }
      }
      keepEdits()
    }
  }

  /// Returns the completions of a line: commands that work without a screen, and those for output.
  private func completions(of line: String) -> [String] {
    let sayable = Self.sayable + Weekday.allCases.map(\.name)
    return CommandTable.completedLines(
      of: line, in: state, verbs: ["help": [], "say": sayable, "show": sayable])
  }

  private static let sayable = ["cell", "day", "week", "problems", "now"]

  private func keepEdits() {
    if let reason = state.recordEdits() { write("Note: \(reason)") }
  }

  private func carryOut(_ line: String) -> AppEnding? {
    let before = state
    state.message = nil
    hasWritten = false
    runCommand(line)
    var ending: AppEnding?
    switch state.takeRequest() {
    case .quit: ending = .quit
    case .copy(let text): writeAsIs(String(text.dropLast()))
    case .ring, nil: break
    case .interrupt, .suspend, .redraw, .reportMouse:
      state.refuse(Refusal("this needs a screen"))
    }
    sayDialog(of: line)
    if let message = state.message { announce(message) }
    sayChanges(since: before, isEnding: ending != nil)
    return ending
  }

  /// Runs a command of line mode, or of the editor.
  private func runCommand(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case nil: sayCell()
    case "cell", "day", "week", "now": describe(words)
    case "show" where words.count == 1:
      var picture = TerminalPicture()
      picture.clock = state.clock
      picture.firstDay = state.layout.week[0]
      picture.hasStrips = false
      for line in picture.surface(of: state.schedule).lines where !line.isEmpty { write(line) }
    case "say", "show": describe(Array(words.dropFirst()))
    case "help" where words.count == 1: sayHelp()
    default:
      state.run(line: Self.command(for: String(line.drop { " \t".contains($0) })))
    }
  }

  /// Says the new schedule, cell or values, unless a message did, and the new problems.
  private func sayChanges(since before: EditorState, isEnding: Bool) {
    let name = state.schedule.name
    let isSame =
      state.schedule.identity == before.schedule.identity || name == before.schedule.name
    if !isSame, state.message?.text.contains(name.quoted()) != true { write("Schedule \(name)") }
    let isMoved = before.cursor != state.cursor
    if isMoved || before.week[before.cursor] != state.week[before.cursor] {
      sayCell()
    } else if state.message == nil, before.contents != state.contents {
      let changes = isSame ? before.week.changes(to: state.week) : []
      let words = changes.isEmpty ? state.editNames.first?.text(state.clock) : nil
      write("\(words ?? changes.summary(state.clock)); undo reverts it")
    } else if !hasWritten, !isEnding {
      sayCell()
    }
    let findings = Set(before.findings)
    report(state.findings.filter { !findings.contains($0) || isMoved && $0.cell == state.cursor })
    let known = Set(before.calendarProblems.map { $0.subject(in: before.contents) })
    for problem in state.calendarProblems where !known.contains(problem.subject(in: state.contents))
    {
      write(problem.spoken(state.clock))
    }
  }

  /// Converts a line to a command: a single value sets the cell, and `@114` goes to a cell.
  private static func command(for line: String) -> String {
    guard let first = line.first else { return line }
    if first == "@" { return "goto \(line.dropFirst())" }
    return line.beginsValue && !line.contains("=") && !line.contains("\"") ? "\"=\(line)\"" : line
  }

  /// Escapes control characters, since names come from files.
  private func write(_ line: String) {
    writeAsIs(line.printable)
    hasWritten = true
  }

  private func sayCell() { write(state.spokenCell) }

  private func report(_ findings: [CellFinding]) {
    for fold in findings.folded { write(ListedProblem(fold).spoken(state.clock)) }
  }

  private func announce(_ message: EditorState.Message) {
    let text = message.spoken
    guard message.isProblem else { return write(text) }
    if text.isEmpty { return }
    failureCount += 1
    write(text.hasPrefix("not ") ? text.sentence : "Not done: \(text)")
  }

  private func describe(_ words: [String]) {
    switch words {
    case [], ["cell"]:
      sayCell()
      report(state.findings.filter { $0.cell == state.cursor })
    case ["day"]: state.spoken(days: [state.cursor.day]).forEach(write)
    case ["week"]:
      let week = state.week
      write("The week of \(state.schedule.name), in degrees \(week.unit.spoken).")
      let groups = DayGroup.alike(from: state.layout.firstDay) { week.day($0) == week.day($1) }
      for group in groups { state.spoken(days: group.days).forEach(write) }
    case ["problems"]:
      let count = state.findings.count + state.calendarProblems.count
      write(count == 0 ? "No problems." : count == 1 ? "One problem." : "\(count) problems.")
      for problem in state.problems { write("\(problem.spoken(state.clock)).") }
      if !state.conflicts.isEmpty {
        write("In conflict: \(state.conflictCount); conflicts lists them.")
      }
    case ["now"]: state.spokenMoment.forEach(write)
    default:
      if words.count == 1, let day = Weekday(words[0]) {
        state.spoken(days: [day]).forEach(write)
      } else {
        state.refuse(
          Refusal(
            "cannot say \(words.joined(separator: " ").quoted()); "
              + "say \(Self.sayable.joined(separator: ", ")), or a day's name"))
      }
    }
  }

  private func sayHelp() {
    write(
      "68, 6:30 or +1: set the cell; @114: go to the cell with that tag; an empty line: describe the cell again"
    )
    write("say \(Self.sayable.joined(separator: ", ")), or a day's name: describe it in sentences")
    write("show: print the week as a table")
    for command in CommandTable.all where command.worksWithoutScreen {
      let usage = command.usage.isEmpty ? "" : " \(command.usage)"
      write("\(command.name)\(usage): \(command.help)")
    }
  }

  /// Prints the dialog or question that a screen would show.
  private func sayDialog(of line: String) {
    switch state.dialogs.top {
    case .list(let list, let task) where !task.detail.isChoice:
      if list.items.isEmpty { write(list.words[.nothingHere]) }
      for item in list.items {
        let isHere = task.detail.schedule?(state, item.id) == state.schedule.identity
        let notes = [isHere ? "current" : "", item.detail].filter { !$0.isEmpty }
        write(item.title + (notes.isEmpty ? "" : ": " + notes.joined(separator: "; ")))
      }
    case .list, .form: refuseToAsk(line)
    case .page(.text(let page)): page.sentences.forEach(write)
    case .page(.help), nil: break
    }
    state.dialogs.closeAll()
    switch state.mode {
    case .browsing: break
    case .asking(.saveChanges), .asking(.leaveConflicts):
      state.say("there are unsaved changes; use save or quit!", isProblem: true)
    case .asking(.replaceFile(_, let file)):
      state.say("not exported: \(file.path.printable) exists; add replace", isProblem: true)
    case .asking(.delete(_, let entries)):
      state.say("\(entries) would be deleted, too; use delete --with-entries", isProblem: true)
    case .asking(.savePolicy(let reason, _, _)): state.say("not saved: \(reason)", isProblem: true)
    case .editing, .commandLine, .awaiting: refuseToAsk(line)
    }
    state.mode = .browsing
  }

  /// Refuses a command that asks for more on a screen; names its words.
  private func refuseToAsk(_ line: String) {
    let command = (try? BoundCommand(parsing: line))?.command
    var usage = command?.usage[...] ?? ""
    if usage.hasPrefix("[") { usage = usage.dropFirst().dropLast() }
    let words = usage.isEmpty ? nil : command.map { "missing arguments: \($0.name) \(usage)" }
    state.refuse(Refusal(words ?? "this needs a screen"))
  }
}

// Descriptions of a week in sentences, without a table.

extension EditorState {
  /// The current cell: `Tuesday leave: heat 64 °F, was 62, allowed 45 to 82`.
  var spokenCell: String {
    let cells = layout.cells(at: position)
    let place =
      "\(DayGroup(cells.map(\.day)).spokenParts.listed("and").sentence) \(cursor.period.name): \(cursor.field.name)"
    func values(_ week: Week) -> String {
      self.values(of: cells, in: week) { " on \($0.spokenParts.listed("and"))" }
    }
    guard !isMixed(position) else {
      return "\(place) differs: \(values(week))"
    }
    let unit = cursor.field == .time ? "" : " \(week.unit.symbol)"
    var text = "\(place) \(week[cursor].text(clock))\(unit)"
    if let saved = savedWeek, week.differs(from: saved, in: cells) {
      text += ", was \(values(saved))"
    } else if let before = edited.savedWeekBefore, week.differs(from: before, in: cells) {
      text += ", changed by another program, was \(values(before))"
    }
    return "\(text), allowed \(allowedValues(for: cursor).range)"
  }

  /// A group of equal days.
  func spoken(days: [Weekday]) -> [String] {
    ["\(DayGroup(days).spokenParts.listed("and").sentence):"]
      + Period.allCases.map { period in
        let setpoint = week[RowAddress(days[0], period)]
        let end = period == .sleep ? ", until the next morning" : ""
        return "From \(setpoint.time.text(clock)), \(period.name): \(Self.spoken(setpoint))\(end)."
      }
  }

  /// Describes the setpoints in force and the next period.
  var spokenMoment: [String] {
    let moment = momentInForce
    let (week, row, next) = (moment.week, moment.row, moment.next)
    let title = moment.names[row.day].map { ", \($0.printable)" } ?? ""
    let (hours, minutes) = host.elapsed(next.minutes).quotientAndRemainder(dividingBy: 60)
    let wait = [
      hours == 0 ? nil : counted(hours, "hour"),
      minutes == 0 && hours > 0 ? nil : counted(minutes, "minute"),
    ].compactMap { $0 }.joined(separator: " and ")
    return [
      "\(moment.time.day.title), \(moment.time.time.text(clock))\(title): \(row.period.name) since "
        + "\(week[row].time.text(clock)), \(Self.spoken(week[row])).",
      "Next, in \(wait): \(next.row.period.name) at \(week[next.row].time.text(clock)), "
        + "\(Self.spoken(week[next.row])).",
    ]
  }

  private static func spoken(_ setpoint: Setpoint) -> String {
    setpoint.temperatures.map { "\($0.side.name) to \($0.degrees)" }.joined(separator: ", ")
  }
}

extension String {
  /// The text with an initial capital.
  var sentence: String { prefix(1).uppercased() + dropFirst() }
}

extension TemperatureUnit {
  var spoken: String { self == .celsius ? "Celsius" : "Fahrenheit" }
}
