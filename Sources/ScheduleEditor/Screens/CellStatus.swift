import ScheduleModel
import ScheduleRules
import TwoWayTable

/// What there is to know of the cell under the cursor, in words, for one line of the screen.
///
/// Every byte of the line that differs is sent with every move. So what neighbouring cells share stands at the same
/// columns on wide screens, and others name the day as the rows of the table do.
struct CellStatus {
  /// Where: `Tuesday` or `Tue`, `leave:`, and both shorter.
  private let day, period, shortPlace: String
  private let isWide: Bool
  /// What the cell holds: `heat 64 °F`.
  private let value: String
  /// What stands behind that, and is given up from the end.
  private let rest: [String]
  /// What the allowed values follow from, and the tag: for wide screens, since they differ with every
  /// move.
  private let reason, tag: String
  private let unitBehindNumber: String

  /// The columns of `Wednesday`, and of `return:`, each with a blank.
  private static let (dayColumns, periodColumns) = (10, 8)

  /// Describes the cell under the cursor of an editor.
  init(_ state: EditorState, _ glyphs: Glyphs) {
    let (cell, week, clock) = (state.cursor, state.week, state.clock)
    let cells = state.layout.cells(at: state.position)
    let days = DayGroup(cells.map(\.day))
    isWide = state.size.columns >= 100
    (day, period) = (isWide ? days.title : days.label, "\(cell.period.name):")
    shortPlace = "\(days.label) \(period)"
    tag = "tag \(cell.tag)"
    unitBehindNumber = " \(week.unit.symbol)"
    guard cells.allSatisfy({ week[$0] == week[cell] }) else {
      value = "\(cell.field.name) differs: \(Self.valuesByDays(cells, week, clock))"
      (rest, reason) = ([], "")
      return
    }
    let unit = cell.field == .time ? "" : " \(glyphs.degree)\(week.unit.rawValue)"
    value = "\(cell.field.name) \(week[cell].text(clock))\(unit)"
    var rest: [String] = []
    if cell.field != .time, let saved = state.edited.savedWeekInOtherScale {
      // A value that was only converted has no mark: there is nothing to revert in it.
      rest.append("  was \(saved[cell].text(clock)) \(glyphs.degree)\(saved.unit.rawValue)")
    } else if let saved = state.savedWeek?[cell], saved != week[cell] {
      rest.append("  was \(saved.text(clock))")
    } else if let before = state.edited.savedWeekBefore?[cell], before != week[cell] {
      rest.append("  another program changed it from \(before.text(clock))")
    }
    // Without the strips of the week a move has 80 bytes at most, and no room for this.
    if cell.field != .time, state.size.rows >= 22 || state.size.columns < 76 {
      let range = state.allowedTemperatures(for: cell)
      rest.append("  allowed \(range.lowest)-\(range.highest)")
      reason = ", \(range.reason)"
    } else {
      reason = ""
    }
    self.rest = rest
  }

  /// The place and the value alone.
  var shortText: String { "\(day) \(period) \(value)" }
  /// The same, the day shortened.
  var shortestText: String { "\(shortPlace) \(value)" }

  /// The line, in `columns` at most; given up from its end.
  func text(columns: Int) -> String {
    var text =
      isWide
      ? Self.padded(day, Self.dayColumns) + Self.padded(period, Self.periodColumns) + value
      : shortText
    if text.terminalColumns > columns { text = shortestText }
    // Each number after the first would say its unit again.
    let more = isWide ? [reason.replacing(unitBehindNumber, with: ""), "  \(tag)"] : []
    for part in rest + more {
      guard (text + part).terminalColumns <= columns else { return text }
      text += part
    }
    return text
  }

  /// A word and at least one blank.
  private static func padded(_ word: String, _ columns: Int) -> String {
    word + String(repeating: " ", count: max(1, columns - word.count))
  }

  /// What cells of several days hold, each value once: `70 Mon Wed-Fri, 68 Tue`.
  private static func valuesByDays(
    _ cells: [CellAddress], _ week: Week, _ clock: ClockStyle
  ) -> String {
    var values: [CellValue] = []
    for cell in cells where !values.contains(week[cell]) { values.append(week[cell]) }
    return values.map { value in
      let days = DayGroup(cells.filter { week[$0] == value }.map(\.day))
      return "\(value.text(clock)) \(days.label)"
    }.joined(separator: ", ")
  }
}
