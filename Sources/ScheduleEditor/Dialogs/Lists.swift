import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// Opens the list of problems; equal problems on several days are one item.
  mutating func showProblems() {
    if problems.isEmpty {
      guard conflicts.isEmpty else { return showConflicts() }
      return say("no problems here", nextProblemRemedy)
    }
    let detail = ListDetail(
      hints: [("Enter", "explain"), ("g", "go there"), ("F", "fix"), ("u", "undo")].map(Hint.init))
    open("Problems", detail) { state in
      state.problems.map { problem in
        let count = problem.findings.count
        return ListItem(
          id: problem.id, title: "\(problem.mark) \(problem.sentence.text(state.clock))",
          detail: "\(problem.code) \(problem.severity.name)"
            + (count > 1 ? ", \(count) times" : ""))
      }
        + (state.conflicts.isEmpty
          ? [] : [ListItem(id: "", title: "! in conflict: \(state.conflictCount)")])
    } choose: { state, outcome throws(Refusal) in
      if case .open("") = outcome {
        state.dialogs.close()
        return state.showConflicts()
      }
      guard let problem = state.problems.first(where: { $0.id == outcome.id }) else { return }
      let first = problem.findings.first
      switch outcome {
      case .open, .key(.named(.function(1)), _):
        state.explain(problem)
      case .key(.character("g"), _):
        if let first { try state.go(to: first.cell) }
        state.dialogs.close()
        if first == nil { state.showCalendar(at: problem) }
      case .key(.character("F"), _):
        guard state.allowsEdits() else { return }
        try first == nil ? state.fixCalendar(problem) : state.fix(problem.findings)
        if state.problems.isEmpty { state.dialogs.close() }
      default: state.undoInList(outcome)
      }
    }
  }

  mutating func explain(_ problem: ListedProblem) {
    let rules = ScheduleRuleList.infos + DeviceRules.infos
    guard let rule = rules.first(where: { $0.code == problem.code }) else { return }
    let finding = problem.findings.first
    let key = keymap.way(to: "fix") ?? "fix"
    let isOfDevice = finding.flatMap { device?.device?.repaired(week, $0) } != nil
    let fix = "Esc, then " + (isOfDevice ? "\(key) sets the nearest value of the device" : key)
    let hasFix = hasFix(problem)
    let way = readOnlyReason.map { "not here, \($0)" } ?? fix
    open(
      title: problem.sentence.text(clock),
      text: rule.explanation(
        fix: hasFix ? way : "none that causes no other problem", hasFix: hasFix,
        severity: problem.severity))
  }

  func hasFix(_ problem: ListedProblem) -> Bool {
    problem.findings.first.map { fixed([$0]) != week || inSuggestedUnit(for: $0) != nil }
      ?? (repaired(problem) != nil)
  }

  /// Says that the current cell has no problem, and where the next one is.
  mutating func sayNoProblem() {
    if let conflictHere { return say(conflictHere, isProblem: true) }
    say("no problem here", nextProblemRemedy)
  }

  /// The command that goes to the next problem, and where that is; nil if there is none.
  private var nextProblemRemedy: Remedy? {
    guard let (place, cell) = nextProblem() else { return nil }
    guard case .cell(let index, _) = place, let cell else {
      let words = place == .conflicts ? "lists the conflicts" : "goes to the calendar"
      return Remedy(line: "next-problem", words: words)
    }
    let count = findings.count > 1 ? " (\(findings.count) in all)" : ""
    let other = index == scheduleIndex ? "" : " of \(contents.schedules[index].name.quoted())"
    return Remedy(line: "next-problem", words: "goes to \(cell)\(other)\(count)")
  }

  mutating func fix(_ found: [CellFinding]) throws(Refusal) {
    if found.isEmpty { return sayNoProblem() }
    if let new = found.lazy.compactMap(inSuggestedUnit).first {
      apply(new, name: .words("fix SP305: \(new.unit.symbol)"))
      return say("the temperatures are in \(new.unit.symbol) now", .undo)
    }
    let fixed = fixed(found)
    let changes = week.changes(to: fixed)
    guard let first = changes.first else {
      throw Refusal("\(found[0].code) has no fix that causes no other problem; type another value")
    }
    let lines = changes.lines(each: false, clock)
    apply(fixed, name: stepName("fix \(found[0].code) in", changes.map(\.cell), first.new))
    say("fixed \(lines.count == 1 ? lines[0] : counted(changes.count, "cell"))", .undo)
  }

  /// The week with problems fixed: those equal to the one under the cursor by the same cell of their days.
  func fixed(_ found: [CellFinding]) -> Week {
    let days = found.contains { $0.concerns(cursor) } ? found.map(\.cell.day) : []
    let here =
      layout.cells(at: position) + days.map { CellAddress($0, cursor.period, cursor.field) }
    return found.reduce(week) { repaired($0, $1, at: here, since: $0) ?? $0 }
  }

  /// The document with the same numbers in the other unit, if the problem is that all of them look like it.
  func inSuggestedUnit(for problem: CellFinding) -> Contents? {
    let weeks = contents.schedules.map(\.week)
    guard problem.isAboutUnit, WeekCheck.isOfOtherUnit(weeks, options.rules) else { return nil }
    var result = contents
    result.unit = contents.unit.other
    for index in weeks.indices { result.schedules[index].week.unit = result.unit }
    return result
  }

  private mutating func fixCalendar(_ problem: ListedProblem) throws(Refusal) {
    guard let index = problem.entry, let entry = repaired(problem) else {
      throw Refusal("\(problem.code) has no fix; g goes to the calendar")
    }
    try set(entry, at: index)
    say("fixed calendar entry \(index + 1): \(entry)", .undo)
  }

  /// Returns the entry of a problem with the most similar name instead of an unknown one (SP601); nil without a fix.
  private func repaired(_ problem: ListedProblem) -> CalendarEntry? {
    guard problem.code == "SP601", var entry = problem.entry.map({ contents.calendar[$0] }),
      let name = Spelling.nearest(to: entry.schedule, among: scheduleNames)
    else { return nil }
    entry.schedule = name
    return entry
  }

  /// Returns the week with a problem, and those that its fix causes, fixed; nil if every fix causes another problem.
  ///
  /// The fix is that of the rule, or else the nearest value. If heat and cool are too close, it moves the side edited
  /// last or at `here`, the cells under the cursor; if times are out of order, the one there, or else it exchanges rows.
  /// If every fix causes another problem, but one of them only a warning that this problem hid, it is that one.
  private func repaired(
    _ week: Week, _ problem: CellFinding, at here: [CellAddress], since base: Week, rounds: Int = 4
  ) -> Week? {
    if problem.isAboutUnit { return nil }
    func moved(_ cell: CellAddress) -> Week? {
      nearestAllowed(to: week[cell], at: [cell], in: base).map { nearest in
        var result = week
        result[cell] = nearest
        return result
      }
    }
    let row = problem.cell.row
    let sides = [Field.heat, .cool].map { CellAddress(row, $0) }
    let side = (edited.editedLast(of: sides) ?? here.first { $0.row == row })?.field.side
    let byRule = WeekCheck.repaired(week, problem, moving: side, options: options.rules)
    let isOneCell = byRule.map { week.changes(to: $0).count == 1 } ?? false
    let times = isOneCell ? [] : ([problem.cell] + problem.related).filter { $0.field == .time }
    let ways: [() -> Week?] = [
      { times.first(where: here.contains).flatMap(moved) }, { byRule },
      { device?.device?.repaired(week, problem) }, { moved(problem.cell) },
    ]
    let known = findings(in: week).filter { $0 != problem }
    var unhiding: Week?
    for way in ways {
      guard let fixed = way() else { continue }
      let found = findings(in: fixed)
      let new = found.filter { finding in
        let alike = { (other: CellFinding) in other.code == finding.code }
        // A finding about the whole week can move to another cell, and an error can hide a warning.
        return finding.severity > .info && found.count(where: alike) > known.count(where: alike)
          && !known.contains { alike($0) && $0.cell == finding.cell }
          && !(finding.severity < problem.severity && finding.cell == problem.cell)
      }
      guard let next = new.first else { return fixed }
      let result =
        rounds > 0 ? repaired(fixed, next, at: here, since: base, rounds: rounds - 1) : nil
      if let result { return result }
      let areHidden = new.allSatisfy { $0.severity == .warning && problem.concerns($0.cell) }
      if week == base, areHidden { unhiding = unhiding ?? fixed }
    }
    return unhiding
  }

  /// Opens the list of edits, newest first; choosing one undoes or redoes up to it. An id is the index of a version.
  mutating func showHistory() {
    guard edited.history.versions.count > 1 else { return say("nothing was edited yet") }
    let first = options.history?.versions.count ?? 1 > 1 ? "before these edits" : "as opened"
    open(
      "History", ListDetail(hints: [Hint("Enter", "go to that moment")]),
      selected: "\(edited.history.position)"
    ) { state in
      let now = state.edited.history.position
      return state.edited.history.versions.enumerated().reversed().map { index, version in
        let mark = index == now ? "now" : index > now ? "undone" : nil
        let saved =
          index == 0 ? nil : version.time.map { "saved \(state.host.words(ofMicroseconds: $0))" }
        return ListItem(
          id: "\(index)", title: index == 0 ? first : version.name.text(state.clock),
          detail: [mark, saved].compactMap(\.self).joined(separator: ", "))
      }
    } choose: { state, outcome in
      guard case .open(let id) = outcome, let target = Int(id) else { return state.refuse(outcome) }
      if state.allowsEdits() {
        // Taking over from another editor can add a step.
        let (versions, now) = (state.edited.history.versions, state.edited.history.position)
        for _ in 0..<abs(target - now) { target < now ? state.undo() : state.redo() }
        if target < now, versions[(target + 1)...now].contains(where: \.name.isOutsideChange) {
          state.say("undid \(EditorState.outsideChanges)\(state.savingRemoves)")
        }
      }
      state.dialogs.close()
    }
  }

  /// Opens a list of days to copy to, from the day just edited, or else from the day at the cursor.
  mutating func showCopyForm() {
    let source = dayJustEdited ?? cursor.day
    let days = layout.week.filter { $0 != source }
    daysToCopyTo = []
    let detail = ListDetail(
      isChoice: true, clickKey: .character(" "),
      compares: { state, _ in
        let chosen = days.filter(state.daysToCopyTo.contains)
        var copied = state.schedule
        copied.week = state.week.copying(source, to: chosen)
        return ComparedWeeks.differing(state.schedule, copied)
      },
      hints: [
        Hint("Space", "tick"), Hint("Enter", "copy"), Hint("w", "weekdays"), Hint("e", "weekend"),
        Hint("a", "all"),
      ])
    open("Copy \(source.title) to", detail, abilities: []) { state in
      days.map { day in
        let box = state.daysToCopyTo.contains(day) ? "[x]" : "[ ]"
        let isAlike = state.week.day(day) == state.week.day(source)
        return ListItem(
          id: day.name, title: "\(box) \(day.title)", detail: isAlike ? "already equal" : "")
      }
    } choose: { state, outcome throws(Refusal) in
      guard let day = outcome.id.flatMap({ Weekday($0) }) else { return }
      switch outcome {
      case .key(.character(" "), _), .key(.character("x"), _):
        state.daysToCopyTo.formSymmetricDifference([day])
      case .key(.character("w"), _): state.toggle(days.filter { !$0.isWeekend })
      case .key(.character("e"), _): state.toggle(days.filter(\.isWeekend))
      case .key(.character("a"), _): state.toggle(days)
      case .open, .key(.control("s"), _):
        let chosen = days.filter(state.daysToCopyTo.contains)
        guard !chosen.isEmpty else {
          throw Refusal("tick days: Space for one, w weekdays, e weekend, a all")
        }
        state.copy(source, to: chosen)
        state.dialogs.close()
      default: state.refuse(outcome)
      }
    }
  }

  /// Selects days, or deselects them if all were selected.
  private mutating func toggle(_ days: [Weekday]) {
    daysToCopyTo =
      daysToCopyTo.isSuperset(of: days) ? daysToCopyTo.subtracting(days) : daysToCopyTo.union(days)
  }
}
