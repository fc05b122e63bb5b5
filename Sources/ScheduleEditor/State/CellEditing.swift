import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The text of the cell under the cursor, as it is edited in place.
  private var editableText: SharedValue<String> {
    guard !isMixed(position) else { return .mixed }
    return .same(
      editor(of: cursor.field).choices.isEmpty
        ? week[cursor].text(clock) : week[cursor].description)
  }

  /// Edits the value of the cell under the cursor in place, or goes on with a text that was abandoned there.
  mutating func editInPlace(resuming text: String? = nil) {
    mode = .editing(
      CellTyping(editing: editableText, resuming: text, longest: Self.longestText))
  }

  /// Replaces the value of the cell under the cursor by what is typed.
  mutating func beginTyping(_ text: String) {
    mode = .editing(CellTyping(replacingWith: text, longest: Self.longestText))
  }

  /// Handles a key while a cell is being typed into.
  mutating func handle(_ key: Key, in typing: CellTyping) {
    var typing = typing
    message = nil
    switch typing.handle(key) {
    case .typed: continueEditing(typing)
    case .take(let move):
      guard take(typing) else { return }
      // In a selection the cursor stays, so that more can be done with it.
      if anchor == nil { position = layout.position(move, from: position) }
    case .abandoned:
      abandonedText = typing.text
      mode = .browsing
    case .full: say("a value has at most \(Self.longestText) characters", isProblem: true)
    case .ignored: break
    }
  }

  /// Takes the value that is typed; returns false for invalid input, which stays in the cell.
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
    abandonedText = nil
    return true
  }

  /// A terminal without bracketed paste may type a whole file; checking it would take ages.
  private static var longestText: Int { 64 }

  /// Goes on with a text that is being typed.
  mutating func continueEditing(_ typing: CellTyping) {
    mode = .editing(typing)
    warn(while: typing)
  }

  /// Gives the cell under the cursor, and the cells of the same field that are selected, what was
  /// typed, as one step of history.
  private mutating func commit(_ typing: CellTyping) throws(Refusal) {
    let text = typing.text
    let cells = selectedCells.filter { $0.field == cursor.field }
    var changed = week
    for cell in cells { changed[cell] = try parsed(text, typing, for: cell) }
    if isOtherScale(text) {
      message = Message(text: "\(text) is \(changed[cursor]) \(week.unit.symbol)")
    }
    lastEdit = .value(text)
    let values = cells.filter { changed[$0] != week[$0] }
    guard let first = values.first else { return }
    apply(
      ScheduleEdit(from: week, to: changed), name: stepName("set", values, changed[first]))
    dayJustEdited = cursor.day
  }

  /// Whether a temperature was typed in the scale that the document does not have.
  private func isOtherScale(_ text: String) -> Bool {
    guard cursor.field != .time, let unit = text.last.flatMap({ TemperatureUnit(String($0)) })
    else { return false }
    return unit != week.unit
  }

  /// What to say of a value that breaks a rule: why, and the nearest that breaks none.
  private func warning(about value: CellValue, _ finding: CellFinding) -> String {
    guard let nearest = nearestAllowed(to: value, at: cursor) else { return finding.message }
    let words = "nearest is \(nearest.text(clock))"
    let text = "\(finding.message); \(words)"
    // Where not all of it fits, what can be typed rather than the end of the reason.
    return text.terminalColumns < size.columns ? text : "\(words); \(finding.message)"
  }

  /// Says before the commit what would be wrong with the value; silent while the text may still
  /// become a good one.
  private mutating func warn(while typing: CellTyping) {
    let text = typing.text
    let value: CellValue
    do {
      value = try parsed(text, typing, for: cursor)
    } catch {
      if !text.isEmpty, !mayBecomeValue(typing) { refuse(error) }
      return
    }
    guard text.unicodeScalars.count > 1 || cursor.field == .time else { return }
    var tried = week
    tried[cursor] = value
    let cell = cursor
    let findings = [
      WeekCheck.findings(in: DraftWeek(tried)), device?.device?.misfits(of: tried) ?? [],
    ].lazy.joined()
    let problem = findings.first { $0.cell == cell || $0.related.contains(cell) }
    if let problem {
      message = Message(text: warning(about: value, problem), isProblem: true)
    }
  }

  /// Reads what is typed for a cell. In a value below zero that is edited in place, the sign is its
  /// own and no step.
  private func parsed(
    _ text: String, _ typing: CellTyping, for cell: CellAddress
  ) throws(Refusal) -> CellValue {
    try value(
      of: text, for: cell, in: week,
      isData: !typing.replaces && editableText.value?.hasPrefix("-") == true)
  }

  /// Whether more typing behind the text can still make it a value.
  private func mayBecomeValue(_ typing: CellTyping) -> Bool {
    let text = typing.text
    if editor(of: cursor.field).choices.contains(where: { $0.hasPrefix(text) }) { return true }
    return ["0", "00", ":00", "m", "pm"].contains { more in
      (try? parsed(text + more, typing, for: cursor)) != nil
    }
  }
}
