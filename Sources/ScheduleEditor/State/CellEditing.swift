import ScheduleModel
import ScheduleRules
import TwoWayTable

extension EditorState {
  /// The text of the cell under the cursor, as it is edited in place.
  var editableText: String {
    switch week[cursor] {
    case .time(let time): time.text(clock)
    case .temperature(let value): value.description
    }
  }

  mutating func beginEditing(_ line: TextLine, replaces: Bool) {
    guard allowsEdits() else { return }
    mode = .editing(CellEdit(line: line, replaces: replaces))
  }

  mutating func bringBack() {
    guard let text = abandoned else {
      message = Message(text: "nothing was left with Esc", isProblem: false)
      return
    }
    beginEditing(TextLine(text), replaces: false)
  }

  /// Steps the value under the cursor: 1 °F or 0.5 °C, or to the next quarter of an hour.
  mutating func step(up: Bool) {
    guard allowsEdits() else { return }
    switch week[cursor] {
    case .temperature(let value):
      let step = Temperature(tenths: week.unit == .fahrenheit ? 10 : 5)
      commit(.temperature(up ? value + step : value - step))
    case .time(let time):
      let quarter = up ? time.minutes / 15 + 1 : (time.minutes + 14) / 15 - 1
      guard let stepped = TimeOfDay(minutes: quarter * 15) else {
        message = Message(
          text: "\(time.text(clock)) is the last quarter of the day", isProblem: true)
        return
      }
      commit(.time(stepped))
    }
  }

  /// Handles a key while a cell is being typed into.
  mutating func type(_ key: Key, into edit: CellEdit) {
    var edit = edit
    message = nil
    if let move = leavingMove(for: key, edit) {
      guard let value = value(typed: edit.line.text) else { return }
      mode = .browsing
      abandoned = nil
      commit(value)
      cursor = cursor.moved(move)
    } else if key == .named(.escape) || key == .control("c") {
      abandoned = edit.line.text
      mode = .browsing
    } else if edit.line.handle(key) {
      mode = .editing(edit)
      warn(while: edit)
    }
  }

  /// Where to go after taking the value, nil for a key that goes on typing.
  private func leavingMove(for key: Key, _ edit: CellEdit) -> CursorMove? {
    switch key {
    case .named(.enter), .named(.down): .down
    case .named(.up): .up
    case .named(.tab): .nextField
    case .named(.backTab): .previousField
    case .named(.left) where edit.replaces: .left
    case .named(.right) where edit.replaces: .right
    default: nil
    }
  }

  /// Reads what is typed; where it is no value, says why and goes on typing.
  private mutating func value(typed text: String) -> CellValue? {
    do {
      return try parsed(text)
    } catch {
      message = Message(text: error.reason, isProblem: true)
      return nil
    }
  }

  /// Says before the commit what would be wrong with the value; silent while the text may still
  /// become a good one.
  private mutating func warn(while edit: CellEdit) {
    let text = edit.line.text
    guard let value = try? parsed(text) else {
      if !text.isEmpty, !mayBecomeValue(text) { _ = self.value(typed: text) }
      return
    }
    guard text.unicodeScalars.count > 1 || cursor.field == .time else { return }
    var tried = week
    tried[cursor] = value
    let cell = cursor
    let problem = WeekCheck.findings(in: DraftSchedule(tried)).first {
      $0.cell == cell || $0.related.contains(cell)
    }
    if let problem {
      message = Message(text: problem.message, isProblem: true)
    }
  }

  private func parsed(_ text: String) throws(CellInputError) -> CellValue {
    try week[cursor.row].value(of: cursor.field, typed: text, unit: week.unit)
  }

  /// Whether more typing behind the text can still make it a value.
  private func mayBecomeValue(_ text: String) -> Bool {
    ["0", "00", ":00", "m", "pm"].contains { (try? parsed(text + $0)) != nil }
  }
}
