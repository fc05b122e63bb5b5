import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
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
    let isStep = text.hasPrefix("+") || text.hasPrefix("-")
    let degrees = try? week[cursor.row].value(
      of: week.sides.first.field, typed: text, unit: week.unit)
    guard !isStep, let value = degrees ?? TimeOfDay(text).map(CellValue.time) else {
      throw Refusal("\(text.quoted()) is not a time or a temperature; try 64 or 6:30")
    }
    let here = layout.table.number(of: position)
    let places = layout.places { week[$0] == value }
    guard let found = places.first(where: { $0.number > here }) ?? places.first else {
      throw Refusal("no cell has \(value.text(clock))")
    }
    try go(to: found.cell)
  }

  /// Goes to the next place with a problem, wrapping around.
  mutating func goToProblem(forwards: Bool) throws(Refusal) {
    guard let (place, cell) = nextProblem(forwards: forwards) else {
      return say(
        problems.isEmpty
          ? "no problems" : "the layout does not show the cells with problems; ! lists them")
    }
    switch place {
    case .cell(let index, _):
      problemPlace = nil
      if index != scheduleIndex { show(schedule: index) }
      if let cell { try go(to: cell) }
      return
    case .calendar(let index): showCalendar(at: calendarProblems[index])
    case .conflicts: showConflicts()
    }
    problemPlace = place
  }

  /// A place with a problem, in the order of `n`.
  enum ProblemPlace: Comparable {
    /// A cell, by the index of its schedule and its number in the table.
    case cell(schedule: Int, number: Int)
    /// A problem of the calendar, by its index.
    case calendar(Int)
    case conflicts
  }

  /// The next place with a problem after the one to which `n` went last, or after the cursor, and its cell.
  func nextProblem(forwards: Bool = true) -> (place: ProblemPlace, cell: CellAddress?)? {
    let number = layout.table.number(of: position)
    let here = problemPlace ?? .cell(schedule: scheduleIndex, number: number)
    let places = problemPlaces
    return forwards
      ? places.first { $0.place > here } ?? places.first
      : places.last { $0.place < here } ?? places.last
  }

  private var problemPlaces: [(place: ProblemPlace, cell: CellAddress?)] {
    let conflicts = conflicts
    var hidden = conflicts.count
    var places: [(place: ProblemPlace, cell: CellAddress?)] = []
    for (index, schedule) in contents.schedules.enumerated() {
      let own = conflicts.filter { $0.schedule == schedule.identity }.compactMap(\.conflict.cell)
      let findings = index == scheduleIndex ? findings : self.findings(of: schedule).findings
      let wrong = Set(findings.map(\.cell) + own)
      let layout = layout.showing(schedule.week.sides)
      hidden -= own.count { layout.position(of: $0) != nil }
      places += layout.places(where: wrong.contains).map {
        (.cell(schedule: index, number: $0.number), $0.cell)
      }
    }
    places += calendarProblems.indices.map { (.calendar($0), nil) }
    return places + (hidden > 0 ? [(.conflicts, nil)] : [])
  }

  /// Carries out assignments; `=VALUE` sets the cells that typing sets. They can have spaces: `tue wake heat 68`.
  mutating func set(_ words: [String]) throws(Refusal) {
    guard !words.isEmpty else {
      throw Refusal("expected ADDRESS=VALUE, such as tue.wake.heat=68")
    }
    let hasSpaces = words.count > 1 && !words[0].contains("=")
    let joined = words.joiningNeighbors { $1.contains("=") ? nil : "\($0) \($1)" }
    let assignments = hasSpaces ? [try assignment(of: words)] : joined
    var changed = week
    var cells: [CellAddress] = []
    for word in assignments {
      guard let equals = word.firstIndex(of: "=") else {
        throw Refusal("\(word.quoted()) has no equals sign; expected ADDRESS=VALUE")
      }
      let address = String(word[..<equals])
      let text = String(word[word.index(after: equals)...])
      let targets = address.isEmpty ? cellsToType : try CellAddress.list(address, for: text)
      if let cell = targets.first(where: cells.contains) { throw Refusal("\(cell) is set twice") }
      for cell in targets { changed[cell] = try value(of: text, for: cell, in: changed) }
      cells += targets
    }
    let changes = week.changes(to: changed)
    let isHere = assignments[0].hasPrefix("=")
    if isHere {
      lastEdit = (week.unit, { state throws(Refusal) in try state.set(assignments) })
    }
    apply(changed, name: stepName("set", cells, changed[cells[0]]))
    if changes.isEmpty, !isHere { say("nothing changed") }
    // With several cells, most may not be visible.
    if cells.count > 1, !changes.isEmpty { say(changes.summary(clock), .undo) }
  }

  /// Converts `tue wake heat 68`, or `tue wake 6:30`, whose value decides on the field, to an assignment.
  private func assignment(of words: [String]) throws(Refusal) -> String {
    if words[words.count - 1].contains("=") { return words.joined(separator: ".") }
    let start = words.indices.dropFirst().first { words[$0].beginsValue } ?? words.count - 1
    // People also say `tue wake heat to 68`, and write `tue wake heat = 68`.
    let end = start > 1 && ["to", "="].contains(words[start - 1]) ? start - 1 : start
    let address = words[..<end].joined(separator: ".")
    let text = words[start...].joined(separator: " ")
    guard let time = try? CellAddress.list("\(address).time").first else {
      return "\(address)=\(text)"
    }
    let fields = week.sides.fields.filter { field in
      let value = try? value(of: text, for: CellAddress(time.row, field), in: week)
      guard case .temperature(let degrees) = value else { return value != nil }
      return degrees < Temperature(100)
    }
    if fields.count > 1 {
      let example = (words[..<start] + [fields[fields.count - 2].name, text]).joined(separator: " ")
      throw Refusal(
        "\(text.quoted()) could be \(fields.map(\.name).listed("or")); type \(example)")
    }
    return "\(address).\(fields.first?.name ?? "time")=\(text)"
  }

  /// Steps the selected times, or the selected temperatures, with their columns' editors.
  mutating func step(by count: Int) throws(Refusal) {
    lastEdit = (week.unit, { state throws(Refusal) in try state.step(by: count) })
    let isTime = cursor.field == .time
    let cells = selectedCells.filter { ($0.field == .time) == isTime }
    var changed = week
    for cell in cells {
      guard let new = try stepped(week[cell], of: cell.field, by: count) else {
        guard cell.field == .time else {
          let device = device?.device.map { " on \($0.id)" } ?? ""
          let place = isStandard(cell.field) ? device : " in the layout"
          let side = count < 0 ? "below" : "above"
          throw Refusal("there is no step \(side) \(week[cell].text(clock))\(place)")
        }
        let times = choices(of: .time)
        let bound = count < 0 ? times.min() ?? .time(.midnight) : times.max() ?? .time(.lastOfDay)
        throw Refusal("cannot be \(count < 0 ? "earlier" : "later") than \(bound.text(clock))")
      }
      // A step must not leave the plausible range; a value outside it can still be stepped.
      if case .temperature(let old) = week[cell], case .temperature(let degrees) = new {
        let plausible = WeekLimits(week.unit).plausible
        if plausible.contains(old), !plausible.contains(degrees) {
          let bound = count < 0 ? plausible.lowerBound : plausible.upperBound
          throw Refusal("cannot be \(count < 0 ? "lower" : "higher") than \(bound)")
        }
      }
      changed[cell] = new
    }
    apply(changed, name: stepName("step", cells, changed[cells[0]]))
    guard cells.count < selectedCells.count else { return }
    say("stepped the \(isTime ? "times, not the temperatures" : "temperatures, not the times")")
  }

  mutating func revert() throws(Refusal) {
    guard let saved = savedWeek else { throw Refusal("the file does not have this schedule yet") }
    let changes = selectedCells.filter { saved[$0] != week[$0] }
    let cells = changes.filter { saved[$0] != .absent && week[$0] != .absent }
    guard !cells.isEmpty else {
      throw Refusal(
        changes.isEmpty
          ? "nothing was changed here"
          : "the sides were changed; sides \(saved.sides.name) restores them")
    }
    var changed = week
    for cell in cells { changed[cell] = saved[cell] }
    apply(changed, name: stepName("revert", cells, saved[cells[0]]))
  }

  /// Fills the selected cells of each column with the first of them.
  mutating func fill() throws(Refusal) {
    guard anchor != nil else { return say("nothing is selected", isProblem: true, .select) }
    let lines = selectedLines
    guard lines.count > 1 else {
      throw Refusal("only one line is selected; select more lines to fill")
    }
    try checkSingleValues(lines[0])
    var changed = week
    var cells: [CellAddress] = []
    for line in lines {
      for (position, first) in zip(line, lines[0]) {
        for cell in layout.cells(at: position) {
          changed[cell] = week[layout.cell(at: first)]
          cells.append(cell)
        }
      }
    }
    lastEdit = (week.unit, { state throws(Refusal) in try state.fill() })
    if changed == week { say("nothing to change: the cells are equal already") }
    apply(changed, name: stepName("fill", cells, changed[cells[0]]))
  }

  /// Shifts the times of the selected rows by a step such as `+15`.
  mutating func shiftTimes(by step: String) throws(Refusal) {
    lastEdit = (week.unit, { state throws(Refusal) in try state.shiftTimes(by: step) })
    var changed = week
    var seen: Set<RowAddress> = []
    for cell in selectedCells where seen.insert(cell.row).inserted {
      let time = CellAddress(cell.row, .time)
      changed[time] = try value(of: step, for: time, in: changed)
    }
    let isSame = changed == week
    let size = step.contains(where: { ":hm".contains($0) }) ? step : step + " min"
    apply(changed, name: .words("shift \(counted(seen.count, "period")) by \(size)"))
    if isSame {
      say("a shift of \(size) changes nothing")
    } else if seen.count > 1 {
      say("shifted \(counted(seen.count, "period")) by \(size)", .undo)
    }
  }
}

extension [CellChange] {
  /// The changes in a line, `weekdays wake heat 70 -> 66`; their number if they need several.
  func summary(_ clock: ClockStyle) -> String {
    let lines = lines(each: false, clock)
    return lines.count == 1 ? lines[0] : "\(counted(count, "cell")) changed"
  }
}

extension WeekLayout {
  /// The positions with a cell that `isWanted` selects, by their numbers in the table, and the first such cell of each.
  fileprivate func places(
    where isWanted: (CellAddress) -> Bool
  ) -> [(number: Int, cell: CellAddress)] {
    (0..<table.rowCount * table.columns.count).compactMap { number in
      cells(at: table.position(numbered: number)).first(where: isWanted).map { (number, $0) }
    }
  }
}
