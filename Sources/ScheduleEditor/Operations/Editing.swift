import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// Edits; each is one undo step, all or nothing.
extension EditorState {
  /// Whether edits are allowed, or will be once another editor has ended.
  var mayEdit: Bool { readOnlyReason == nil || isHeldElsewhere }

  /// Whether lists offer a command: not if it would be refused.
  func offers(_ command: EditorCommand) -> Bool { mayEdit || !command.changes }

  /// Returns whether edits are allowed, after taking over from an editor that has ended; otherwise shows why not.
  mutating func allowsEdits() -> Bool {
    guard screen.grid != nil else {
      refuse(Refusal("the screen is too small to edit on"))
      return false
    }
    if isHeldElsewhere {
      do {
        try host.takeOver()
      } catch {
        refuse(error)
        return false
      }
      isHeldElsewhere = false
      say("the other editor has closed the file; you can edit it")
      if let change = host.outsideChange(contents) { adopt(change) }
      if let edits = host.recoverableEdits {
        showRecovery(edits)
        return false
      }
    }
    guard let readOnlyReason else { return true }
    refuse(Refusal(readOnlyReason))
    return false
  }

  /// Replaces the week as one undo step; does nothing if it is the same.
  mutating func apply(_ new: Week, name: StepName) {
    var changed = contents
    changed.schedules[scheduleIndex].week = new
    apply(changed, name: name)
  }

  /// Replaces the document as one undo step, and shows the schedule at `index`, or else at the current one.
  mutating func apply(
    _ new: Contents, showing index: Int? = nil, name: StepName, always: Bool = false
  ) {
    guard always || new != contents else { return }
    let shown = min(index ?? scheduleIndex, new.schedules.count - 1)
    edited.apply(new, showing: shown, name: name, at: cursor)
    recheck()
  }

  /// The name of an edit in the history: a single change, or the verb with the days of a column or the number of cells.
  func stepName(_ verb: String, _ cells: [CellAddress], _ value: CellValue) -> StepName {
    let cells = week.cells.filter(Set(cells).contains)
    guard let first = cells.first else { return .words(verb) }
    if cells.count == 1 { return .value(first, from: week[first], to: value) }
    let isColumn = cells.allSatisfy { $0.period == first.period && $0.field == first.field }
    let days = DayGroup(cells.map(\.day))
    let column = "\(days) \(first.period.name) \(first.field.name)"
    return .words("\(verb) \(isColumn ? column : "\(cells.count) cells")")
  }

  mutating func undo() {
    guard let step = edited.move(undoing: true) else {
      let history = edited.history
      let isNotSchedule = canUndo && history.versions[history.position - 1].text != nil
      return say(
        isNotSchedule
          ? "the file was not a schedule; `setpoint undo` restores it" : history.noStepText())
    }
    show(step, "undid", isUndone: true)
  }

  mutating func redo() {
    guard let step = edited.move(undoing: false) else { return say("nothing to redo") }
    show(step, "redid", isUndone: false)
  }

  mutating func show(schedule index: Int) {
    edited.scheduleIndex = index
    anchor = nil
    recheck()
  }

  /// Shows the place of a step that was undone or redone, and its name.
  private mutating func show(_ step: EditHistory.Version, _ verb: String, isUndone: Bool) {
    anchor = nil
    recheck()
    var (place, text) = (step.cell, "\(verb) \(step.name.text(clock))")
    if case .value(let cell, let old, let new) = step.name {
      place = cell
      let value = (isUndone ? old : new).text(clock)
      text = "\(cell.day.title) \(cell.period.name) \(cell.field.name) is \(value) again"
    } else if isUndone, step.name.isOutsideChange, isModified {
      text += savingRemoves
    }
    position = place.flatMap { layout.position(of: $0) } ?? position
    say(text)
  }

  /// The text of the current cell for editing in place; nil if its days differ.
  private var editableText: String? {
    guard !isMixed(position) else { return nil }
    return editor(of: cursor.field).choices.isEmpty
      ? week[cursor].text(clock) : week[cursor].description
  }

  mutating func editInPlace() {
    continueEditing(CellTyping(editing: editableText, longest: Self.longestText))
  }

  /// Replaces the value of the current cell by typed text.
  mutating func beginTyping(_ text: String) {
    mode = .editing(CellTyping(replacingWith: text, longest: Self.longestText))
  }

  mutating func handle(_ key: Key, in typing: CellTyping) {
    var typing = typing
    message = nil
    switch typing.handle(key) {
    case .typed: continueEditing(typing)
    case .take(let move):
      guard take(typing) else { return }
      // A selection keeps the cursor, for further commands.
      if anchor == nil { position = position(after: move) }
    case .abandoned: mode = .browsing
    case .full: say("a value has at most \(Self.longestText) characters", isProblem: true)
    case .ignored: break
    }
  }

  /// Accepts the typed value; returns false for invalid input, which stays in the cell.
  mutating func take(_ typing: CellTyping) -> Bool {
    do {
      if !typing.isUnchanged { try commit(typing) }
    } catch {
      refuse(error)
      var typing = typing
      typing.refuse()
      mode = .editing(typing)
      return false
    }
    mode = .browsing
    return true
  }

  /// Without bracketed paste, a terminal may type a whole file; checking it would take too long.
  private static var longestText: Int { 64 }

  /// Sets cells to the typed value, as one undo step.
  private mutating func commit(_ typing: CellTyping) throws(Refusal) {
    let text = typing.text
    let cells = cellsToType
    var changed = week
    for cell in cells { changed[cell] = try parsed(text, typing, for: cell) }
    if cursor.field != .time, let unit = text.last.flatMap({ TemperatureUnit(String($0)) }),
      unit != week.unit
    {
      say("\(text) is \(changed[cursor]) \(week.unit.symbol)")
    }
    lastEdit = (week.unit, { state throws(Refusal) in try state.commit(typing) })
    let values = cells.filter { changed[$0] != week[$0] }
    guard let first = values.first else { return }
    apply(changed, name: stepName("set", values, changed[first]))
    dayJustEdited = cursor.day
  }

  /// Stores the text; warns about an invalid value, with the nearest allowed one, unless more typing can make it valid.
  mutating func continueEditing(_ typing: CellTyping) {
    mode = .editing(typing)
    let (text, cells) = (typing.text, cellsToType)
    var tried = week
    do {
      for cell in cells { tried[cell] = try parsed(text, typing, for: cell) }
    } catch {
      if !text.isEmpty, !mayBecomeValue(typing) { refuse(error) }
      return
    }
    guard text.unicodeScalars.count > 1 || cursor.field == .time else { return }
    let misfits = device?.device?.misfits(of: tried, options: options.rules) ?? []
    let found = findings(in: tried) + misfits
    guard let problem = found.first(where: { cells.contains(where: $0.concerns) }) else { return }
    let reason = problem.sentence.text(clock)
    guard let nearest = nearestAllowed(to: tried[cursor], at: cells, in: week) else {
      return say(reason, isProblem: true)
    }
    let words = "nearest is \(nearest.text(clock))"
    let whole = "\(reason); \(words)"
    // If not all of it fits, the nearest value is more useful than the end of the reason.
    say(whole.terminalColumns < size.columns ? whole : "\(words); \(reason)", isProblem: true)
  }

  /// Parses typed text for a cell. The sign of a negative value edited in place is not a step.
  private func parsed(
    _ text: String, _ typing: CellTyping, for cell: CellAddress
  ) throws(Refusal) -> CellValue {
    do {
      return try value(
        of: text, for: cell, in: week,
        isData: !typing.replaces && editableText?.hasPrefix("-") == true)
    } catch {
      let next = layout.cell(at: position(after: .right)).field
      guard cell.field == .time, next != .time, let degrees = Temperature(text),
        WeekLimits(week.unit).plausible.contains(degrees)
      else { throw error }
      throw Refusal(
        "\(text.quoted()) is not a time (HH:MM or 6:30 pm); press Esc and → for \(next.name)")
    }
  }

  /// Whether more typing can make the text valid.
  private func mayBecomeValue(_ typing: CellTyping) -> Bool {
    let text = typing.text
    if editor(of: cursor.field).choices.contains(where: { $0.hasPrefix(text) }) { return true }
    return ["0", "00", ":00", "m", "pm"].contains { more in
      (try? parsed(text + more, typing, for: cursor)) != nil
    }
  }

  /// The positions that a command applies to, line by line: the selection, or the cursor.
  var selectedLines: [[TablePosition]] {
    let (table, width) = (layout.table, layout.table.lineWidth(in: arrangement))
    let (first, last) = (table.number(of: anchor ?? position), table.number(of: position))
    let (top, bottom) = (min(first / width, last / width), max(first / width, last / width))
    let (left, right) = (min(first % width, last % width), max(first % width, last % width))
    return (top...bottom).map { line in
      (left...right).map { table.position(numbered: line * width + $0) }
    }
  }

  var selectedCells: [CellAddress] { selectedLines.joined().flatMap(layout.cells) }

  /// Whether the days of a position have different values.
  func isMixed(_ position: TablePosition) -> Bool {
    let cells = layout.cells(at: position)
    return cells.contains { week[$0] != week[cells[0]] }
  }

  /// Checks that each position has a single value, which can be copied.
  ///
  /// - Throws: `Refusal` for the first with different values.
  func checkSingleValues(_ positions: some Sequence<TablePosition>) throws(Refusal) {
    guard let mixed = positions.first(where: isMixed) else { return }
    let cells = layout.cells(at: mixed)
    throw Refusal(
      "cannot copy \(cells[0].period.name) \(cells[0].field.name) of "
        + "\(DayGroup(cells.map(\.day)).label): the days differ")
  }

  /// The cells that a typed value sets: the current one, and the selected ones of its field.
  var cellsToType: [CellAddress] { selectedCells.filter { $0.field == cursor.field } }
}
