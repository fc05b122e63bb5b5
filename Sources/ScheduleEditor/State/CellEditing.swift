import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The text of the cell under the cursor, as it is edited in place; empty where its days differ.
  var editableText: String {
    guard !isMixed(position) else { return "" }
    return editor(of: cursor.field).choices.isEmpty
      ? week[cursor].text(clock) : week[cursor].description
  }

  /// Begins typing into the cell under the cursor; `original` is nil where typing replaces the value.
  mutating func beginEditing(_ line: TextLine, from original: String?) {
    mode = .editing(CellEdit(line: line, original: original))
  }

  /// Handles a key while a cell is being typed into.
  mutating func handle(_ key: Key, in edit: CellEdit) {
    var edit = edit
    message = nil
    if let move = leavingMove(for: key, edit) {
      guard take(edit) else { return }
      // In a selection the cursor stays, so that more can be done with it.
      if anchor == nil { position = layout.position(move, from: position) }
    } else if key == .named(.escape) || key == .control("c") {
      abandonedText = edit.line.text
      mode = .browsing
    } else if edit.wasRefused, case .character(let scalar) = key {
      continueEditing(CellEdit(line: TextLine(String(scalar)), original: nil))
    } else if case .character = key, edit.line.text.unicodeScalars.count >= Self.longestText {
      // A file pasted by a terminal without bracketed paste is no value; checking it would take ages.
      message = Message(text: "a value has at most \(Self.longestText) characters", isProblem: true)
    } else if edit.line.handle(key) {
      edit.wasRefused = false
      continueEditing(edit)
    }
  }

  /// Takes the value that is typed; false where it is none, and goes on being typed.
  mutating func take(_ edit: CellEdit) -> Bool {
    do {
      if edit.line.text != edit.original { try commit(edit) }
    } catch {
      refuse(error)
      var edit = edit
      edit.wasRefused = edit.replaces
      mode = .editing(edit)
      return false
    }
    mode = .browsing
    abandonedText = nil
    return true
  }

  private static var longestText: Int { 64 }

  /// Goes on with a text that is being typed.
  mutating func continueEditing(_ edit: CellEdit) {
    mode = .editing(edit)
    warn(while: edit)
  }

  /// Where to go after taking the value, nil for a key that goes on typing.
  private func leavingMove(for key: Key, _ edit: CellEdit) -> TableMove? {
    switch key {
    case .named(.enter), .named(.down): .down
    case .named(.up): .up
    case .named(.tab): .next
    case .named(.backTab): .previous
    case .named(.left) where edit.replaces: .left
    case .named(.right) where edit.replaces: .right
    default: nil
    }
  }

  /// Gives the cell under the cursor, and the cells of the same field that are selected, what was
  /// typed, as one step of history.
  private mutating func commit(_ edit: CellEdit) throws(Refusal) {
    let text = edit.line.text
    let cells = selectedCells.filter { $0.field == cursor.field }
    var changed = week
    for cell in cells { changed[cell] = try parsed(edit, for: cell) }
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
  private mutating func warn(while edit: CellEdit) {
    let text = edit.line.text
    let value: CellValue
    do {
      value = try parsed(edit, for: cursor)
    } catch {
      if !text.isEmpty, !mayBecomeValue(edit) {
        refuse(error)
      }
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
  private func parsed(_ edit: CellEdit, for cell: CellAddress) throws(Refusal) -> CellValue {
    try value(
      of: edit.line.text, for: cell, in: week,
      isData: !edit.replaces && editableText.hasPrefix("-"))
  }

  /// Whether more typing behind the text can still make it a value.
  private func mayBecomeValue(_ edit: CellEdit) -> Bool {
    let text = edit.line.text
    if editor(of: cursor.field).choices.contains(where: { $0.hasPrefix(text) }) { return true }
    return ["0", "00", ":00", "m", "pm"].contains { more in
      let longer = CellEdit(line: TextLine(text + more), original: edit.original)
      return (try? parsed(longer, for: cursor)) != nil
    }
  }
}
