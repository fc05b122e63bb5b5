import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The status: a question, a message, or the current cell.
  var status: StyledText {
    if case .asking(let question) = mode {
      return StyledText(title(of: question), .title)
    }
    // A form shows its problems itself, and keys for the table would type into it.
    if case .form = dialogs.top { return StyledText() }
    if let message {
      return StyledText(text(of: message), message.isProblem ? .problem : .plain)
    }
    if host.recoverableEdits != nil {
      return StyledText("unsaved edits of a crashed session; r lists them", .problem)
    }
    if anchor != nil {
      return StyledText("\(counted(selectedLines.joined().count, "cell")) selected")
    }
    guard let finding = findingsHere.first, conflictHere == nil else { return cellStatus }
    return status(of: finding)
  }

  func title(of question: Question) -> String {
    switch question {
    case .saveChanges: "Save changes to \(options.fileName.printable)\(errorNote)?"
    case .leaveConflicts:
      "\(counted(conflicts.count, "conflict")); discard "
        + "\(counted(max(1, edited.unsavedCellCount), "edit")) and quit?"
    case .savePolicy(let reason, _, _): "\(reason); save anyway?"
    case .replaceFile(_, let file): "\(file.path.printable) exists; overwrite it?"
    case .delete(let id, _): contents.schedules[id].map(deleteQuestion) ?? ""
    }
  }

  /// The file, and whether it is read-only.
  var fileTitle: String {
    options.fileName + (isNew ? " [new]" : "") + (readOnlyReason == nil ? "" : " [read-only]")
  }

  /// The hint for a new document, until the first edit.
  var welcome: String? {
    guard isNew, !canUndo, readOnlyReason == nil, mode == .browsing, dialogs.isEmpty else {
      return nil
    }
    let ways = [("save", "writes the file"), ("help", "shows the keys")].compactMap { line, words in
      keymap.way(to: line).map { "\($0) \(words)" }
    }
    return "Type a value and press Enter"
      + (ways.isEmpty ? "" : "; " + ways.joined(separator: ", "))
  }

  /// The problems with a line of their own, and the number of hidden ones. The one under the cursor is never hidden.
  var listedProblems: (shown: ArraySlice<ListedProblem>, hidden: Int) {
    let lines = screen.problemLines.count
    var all = problems
    guard all.count > lines else { return (all[...], 0) }
    let count = max(min(1, lines), lines - 1)
    if let finding = findingsHere.first,
      let index = all.firstIndex(where: { $0.findings.contains(finding) }), index >= count
    {
      all.insert(all.remove(at: index), at: 0)
    }
    return (all.prefix(count), lines == 0 ? 0 : all.count - count)
  }

  // MARK: The cell

  /// The name and the value: `Tuesday leave heat  64 °F`.
  private var cellName: StyledText {
    let (cells, cell) = (layout.cells(at: position), cursor)
    let days = DayGroup(cells.map(\.day))
    let place = size.columns >= 76 ? days.title : days.label
    var text = StyledText("\(place) \(cell.period.name) \(cell.field.name)", .heading)
    guard !isMixed(position) else {
      if conflictHere != nil { return text }
      text.append(" differs: \(values(of: cells, in: week))")
      return text
    }
    let unit = cell.field == .time ? "" : " \(week.unit.symbol)"
    let role: StyleRole = cell.field == .time ? .plain : cell.field == .heat ? .warm : .cool
    let value = "  \(week[cell].text(clock))\(unit)"
    // The narrowest screens have room for the name only; the table shows the value.
    if text.columns + value.terminalColumns <= size.columns - 3 { text.append(value, role, .bold) }
    return text
  }

  private var cellStatus: StyledText {
    let (cells, cell) = (layout.cells(at: position), cursor)
    var text = cellName
    if let conflict = conflictHere { return text + StyledText("  \(conflict)", .problem) }
    guard !isMixed(position) else { return text }
    var parts: [String] = []
    if cell.field != .time, let saved = edited.savedWeekInOtherScale {
      // A value that was only converted is not marked: there is nothing to revert.
      parts.append("was \(values(of: cells, in: saved)) \(saved.unit.symbol)")
    } else if let saved = savedWeek, week.differs(from: saved, in: cells) {
      parts.append("was \(values(of: cells, in: saved))")
    } else if let before = edited.savedWeekBefore, week.differs(from: before, in: cells) {
      parts.append("another program changed it from \(values(of: cells, in: before))")
    }
    let (range, reason) = allowedValues(for: cell)
    if size.columns >= ScreenLayout.columnsForReasons {
      parts += ["\(range) allowed: \(reason)", "tag \(cell.tag)"]
    } else {
      parts.append("\(range) allowed")
    }
    text.append(parts, upTo: size.columns - 2)
    return text
  }

  /// The values allowed in a cell and those edited with it, `45 to 82` or those to choose from, and the reason.
  func allowedValues(for cell: CellAddress) -> (range: String, reason: String) {
    let range = allowedRange(for: layout.position(of: cell).map(layout.cells) ?? [cell], in: week)
    let all = choices(of: cell.field)
    let choices = all.filter { range.least <= $0 && $0 <= range.greatest }
    if !choices.isEmpty { return (choices.map { $0.text(clock) }.listed("or"), "layout") }
    if !all.isEmpty || range.reason.isEmpty { return ("no value", "layout") }
    return ("\(range.least.text(clock)) to \(range.greatest.text(clock))", range.reason)
  }

  /// The values that the rules, the layout and the device allow in every one of some cells of a column, and what limits
  /// them; without the limits that leave no value, and without a reason if the layout's do.
  private func allowedRange(for cells: [CellAddress], in week: Week) -> AllowedRange {
    var ranges = cells.map { WeekCheck.allowedValues(for: $0, in: week, options: options.rules) }
    let (first, field) = (ranges[0], cells[0].field)
    if let side = field.side, let device = device?.device,
      let its = device.range(of: side, in: week.unit)
    {
      ranges.append((.temperature(its.lowerBound), .temperature(its.upperBound), device.id))
    }
    if let bounds = (editor(of: field) as? NumberEditor)?.bounds, field != .time {
      let limit = { (bound: String?) in bound.flatMap { try? CellValue($0, of: field) } }
      ranges.append(
        (limit(bounds.least) ?? first.least, limit(bounds.greatest) ?? first.greatest, "layout"))
    }
    return ranges.reduce(first) { common, range in
      let (low, high) = (max(common.least, range.least), min(common.greatest, range.greatest))
      if low > high, range.reason == "layout" { return (common.least, common.greatest, "") }
      let isSame = (low, high) == (common.least, common.greatest)
      return low > high || isSame ? common : (low, high, range.reason)
    }
  }

  /// The values of cells, each once, with their days if there are several: `70 Mon Wed-Fri, 68 Tue`.
  func values(
    of cells: [CellAddress], in week: Week, days: (DayGroup) -> String = { " \($0.label)" }
  ) -> String {
    var values: [CellValue] = []
    for cell in cells where !values.contains(week[cell]) { values.append(week[cell]) }
    return values.map { value in
      let own = DayGroup(cells.filter { week[$0] == value }.map(\.day))
      return value.text(clock) + (values.count == 1 ? "" : days(own))
    }.joined(separator: ", ")
  }

  // MARK: A problem

  /// The cell, its problem unless it is listed above, and the remedy.
  private func status(of finding: CellFinding) -> StyledText {
    // A long status covers a single line of problems.
    let isListed =
      (!screen.canFoldStatus || screen.problemLines.count > 1)
      && listedProblems.shown.contains { $0.findings.contains(finding) }
    var text = StyledText()
    // A narrow screen has two lines only for the sentence, which names the cell.
    if size.columns >= ScreenLayout.columnsForSentences || isListed { text = cellName }
    let (name, room) = (text, screen.canFoldStatus ? Int.max : size.columns - 2)
    let words = "  \(finding.sentence.text(without: cursor.row, clock))"
    if !isListed {
      text.append(text.isEmpty ? finding.sentence.text(clock) : words, .problem)
      text.append(" [\(finding.code)]", .problem)
    }
    let isWhole = text.append(waysOut(of: finding, room - text.columns), upTo: room)
    if isWhole || isListed || name.isEmpty { return text }
    // The remedies are more useful than the end of the reason.
    var short = name
    short.append(waysOut(of: finding, room - name.columns), upTo: room)
    return short + StyledText(words, .problem)
  }

  /// What to do about a problem; names the effect of the fix if that fits into `room` columns.
  private func waysOut(of finding: CellFinding, _ room: Int) -> [String] {
    var ways: [String] = []
    let explains = keymap.keyNames["explain"].map { ["\($0) explains"] } ?? []
    if finding.isAboutUnit {
      let unit = readOnlyReason == nil ? inSuggestedUnit(for: finding)?.unit.symbol : nil
      let key = unit == nil ? nil : keymap.keyNames["fix"]
      return (key.map { ["\($0) makes it \(unit ?? "")"] } ?? []) + explains
    }
    let (cells, fixed) = (layout.cells(at: position), fixed(findingsHere))
    let changed = readOnlyReason == nil ? CellAddress.all.filter { fixed[$0] != week[$0] } : []
    let effect = changed.isEmpty ? "" : effect(ofChanging: changed, to: fixed)
    let nearest = nearestAllowed(to: week[cursor], at: cells, in: week)
    if let nearest, !effect.hasPrefix("sets") {
      ways.append("nearest \(nearest.text(clock))")
    }
    if let key = keymap.keyNames["fix"], !changed.isEmpty {
      // The next key is more useful than the effect of this one.
      let used = (ways + explains).reduce(2) { $0 + $1.terminalColumns + 3 }
      let told = "\(key) \(effect)"
      ways.append(told.terminalColumns + used <= room ? told : "\(key) fixes")
    }
    return ways + explains
  }

  /// What a fix does to cells: `sets heat 75` for a cell of the current days, `swaps wake and leave` for two rows of a
  /// day, or `changes 3 cells`.
  private func effect(ofChanging cells: [CellAddress], to fixed: Week) -> String {
    let (first, days) = (cells[0], layout.cells(at: position).map(\.day))
    let alike = days.map { CellAddress($0, first.period, first.field) }
    if Set(cells).isSubset(of: alike), Set(cells.map { fixed[$0] }).count == 1 {
      let period = first.period == cursor.period ? "" : "\(first.period.name) "
      let isHere = period.isEmpty && first.field == cursor.field
      return "sets \(isHere ? "" : "\(period)\(first.field.name) ")\(fixed[first].text(clock))"
    }
    let times = cells.filter { $0.field == .time }
    guard times.count == 2, times[0].day == times[1].day, fixed[times[0]] == week[times[1]],
      fixed[times[1]] == week[times[0]]
    else { return "changes \(counted(cells.count, "cell"))" }
    return "swaps \(times[0].period.name) and \(times[1].period.name)"
  }

  /// The nearest value that all of some cells allow; nil if `value` is allowed, or the nearest one cannot be typed.
  func nearestAllowed(to value: CellValue, at cells: [CellAddress], in week: Week) -> CellValue? {
    let nearest = nearestInRange(to: value, at: cells, in: week)
    let typed = try? self.value(of: nearest.description, for: cells[0], in: week, isData: true)
    guard nearest != value, typed == nearest else { return nil }
    var tried = week
    for cell in cells { tried[cell] = nearest }
    let isRefused = findings(in: tried).contains {
      $0.severity == .error && cells.contains(where: $0.concerns)
    }
    return isRefused ? nil : nearest
  }

  /// The nearest value in the range that the rules and the device allow in every one of some cells of a column.
  func nearestInRange(to value: CellValue, at cells: [CellAddress], in week: Week) -> CellValue {
    let range = allowedRange(for: cells, in: week)
    return value == .absent ? value : min(max(value, range.least), range.greatest)
  }

  // MARK: The title bar

  /// The schedule, the file and `count` unsaved cells, from the longest variant to the shortest; long names in `room`.
  fileprivate func documentTitles(in room: Int, unsaved count: Int) -> [StyledText] {
    let marks = StyledText(String(fileTitle.dropFirst(options.fileName.count)), .faint)
    let long = StyledText(" ● \(count > 0 ? "\(count) unsaved" : "unsaved")", .accent)
    let short = StyledText(" ●\(count > 0 ? " \(count)" : "")", .accent)
    let name = StyledText(
      schedule.name.cut(to: max(0, room - short.columns - 2), with: "…"), .title)
    let free = room - name.columns - marks.columns - (isModified ? long.columns : 0) - 1
    let ownFile = StyledText(" \(options.fileName.cut(to: max(16, free), with: "…"))", .faint)
    let file = ownFile + marks
    guard isModified else { return marks.isEmpty ? [name + file] : [name + file, name + marks] }
    return [name + file + long, name + file + short, name + long, name + short]
  }

  /// The unit, the clock, the device and the number of problems, from the longest variant to the shortest.
  fileprivate var verdicts: [StyledText] {
    let unit = StyledText(week.unit.symbol, .faint)
    let clock = StyledText("  \(clock.rawValue) h", .faint)
    let (long, short) = problemVerdicts
    let rights = [unit + clock + long, unit + clock + short, unit + short, short]
    guard let device else { return rights }
    let role: StyleRole = device.misfits.isEmpty ? .faint : .problem
    let name = StyledText("  \(device.title)", role)
    return [
      unit + clock + name + long, unit + name + short,
      StyledText("  \(device.shortTitle)", role) + short,
    ] + rights
  }

  /// The numbers of conflicts and of problems other than misfits, as a text and as a sign.
  private var problemVerdicts: (long: StyledText, short: StyledText) {
    let misfits = Set(device?.misfits ?? [])
    let count = findings.count { !misfits.contains($0) } + calendarProblems.count
    let open = conflicts.count
    let undecided = StyledText(open > 0 ? "  \(counted(open, "conflict"))" : "", .problem)
    // Values that do not fit the device are not well.
    if count == 0, open > 0 || !misfits.isEmpty { return (undecided, undecided) }
    guard count > 0 else {
      let words = size.columns >= ScreenLayout.columnsForReasons ? "no problems" : "ok"
      return (StyledText("  ✓ \(words)", .good), StyledText("  ✓ ok", .good))
    }
    return (
      undecided + StyledText("  \(counted(count, "problem"))", .problem),
      open > 0 ? undecided : StyledText("  \(count) !", .problem)
    )
  }
}

extension EditorScreen {
  /// Draws the title bar: the document, whether it is saved, its problems. The title has at least half of the width.
  mutating func drawTitle(_ state: EditorState) {
    let columns = surface.size.columns
    surface.clearBar(row: 0)
    // Compares all schedules.
    let unsaved = state.isModified ? state.edited.unsavedCellCount : 0
    let least = min(state.documentTitles(in: columns, unsaved: unsaved)[0].columns, columns / 2)
    let rights = state.verdicts.map(glyphs.plain)
    let right = rights.first { $0.columns + 3 + least <= columns } ?? StyledText()
    let start = columns - 1 - right.columns
    let room = (right.isEmpty ? columns : start) - 2
    let titles = state.documentTitles(in: room, unsaved: unsaved).map(glyphs.plain)
    var left = titles.first { $0.columns <= room } ?? titles[titles.count - 1]
    if let note = dueNote(state).map(glyphs.plain), left.columns + note.columns + 3 <= start {
      left = left + note
    }
    surface.write(left, row: 0, column: 1, width: room, on: .raised, glyphs)
    surface.write(right, row: 0, column: start, width: right.columns, on: .raised, glyphs)
  }

  /// Until when the schedule applies; nil if another one is due today.
  private mutating func dueNote(_ state: EditorState) -> StyledText? {
    let (contents, index, today) = (state.contents, state.scheduleIndex, state.host.now.day)
    guard !contents.calendar.isEmpty else { return nil }
    let source = (contents.calendar, contents.schedules.map(\.name), index, today)
    // The search takes too long to repeat it for each key.
    if due.map({ $0.source == source }) != true {
      due = (source, contents.lastDay(of: index, from: today))
    }
    guard let last = due?.lastDay, last >= today else { return nil }
    return StyledText(" · applies through \(last)", .faint)
  }
}
