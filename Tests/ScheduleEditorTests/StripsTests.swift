import Diagnostics
import ScheduleEditor
import ScheduleModel
import SchedulePictures
import TestSupport
import Testing
import TwoWayTable

/// The days as strips below the table.
@Suite struct StripsTests {
  /// The places of the strips on the screen: below an axis that starts with 0.
  private struct Strips {
    let lines: [Weekday: Int]
    let column: Int
    /// The lines of a side; nil where one line shows both.
    let sideLines: Int?

    init?(_ lines: [String]) {
      guard
        let axis = lines.lastIndex(where: {
          $0.drop { $0 == " " }.hasPrefix("0  ") && $0.contains("  21")
        }),
        let zero = lines[axis].firstIndex(of: "0")
      else { return nil }
      column = lines[axis].distance(from: lines[axis].startIndex, to: zero)
      let days = Weekday.allCases.compactMap { day in
        lines[axis...].firstIndex { $0.dropFirst(2).hasPrefix("\(day.abbreviation) ") }
          .map { (day, $0) }
      }
      self.lines = Dictionary(uniqueKeysWithValues: days)
      let first = self.lines.values.sorted()
      let pitch = first.count > 1 ? first[1] - first[0] : 1
      // A blank line is between days, and each side has half of the others; on fewer lines there is one for both.
      sideLines = pitch > 2 ? (pitch - 1) / 2 : nil
    }
  }

  /// What the screen shows otherwise than in the band of the value in force.
  private static func fault(_ editor: EditorHarness, columns: Int, _ marks: BandMarks) -> String? {
    guard let strips = Strips(editor.backend.lines) else { return "no strips" }
    guard [1, 7].contains(strips.lines.count) else { return "\(strips.lines.count) strips" }
    let (surface, week) = (editor.backend.surface, editor.editor.state.week)
    for (day, line) in strips.lines {
      for (number, side) in Side.allCases.prefix(strips.sideLines == nil ? 1 : 2).enumerated() {
        let row = line + number * (strips.sideLines ?? 0)
        let cells = (0..<columns).map {
          surface[ScreenPoint(row: row, column: strips.column + $0)]
        }
        // Whatever is not a mark is the label of a period or, if none fits, the `*` of its edit.
        let marked = cells.map(\.text).joined()
          .replacing(#/\*?\d+(\.\d)?( / \d+(\.\d)?| \d\d:\d\d)?|[│|]/#) {
            String(repeating: "?", count: $0.0.count)
          }
          .map(\.self)
        for column in 0..<columns {
          // A column shows its last minute, so that a period that begins within it is seen.
          let minute = (column + 1) * 1440 / columns - 1
          let inForce = week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))
          guard let band = TemperatureBand(of: week[inForce], side, week.unit) else {
            return "no band"
          }
          let isRight =
            marks == .colors
            ? cells[column].style.role == band.role
            : ["?", marks.mark(of: band)].contains(marked[column])
              || marked[column] == "*"
                && marked[max(0, column - 1)...min(column + 1, columns - 1)].count { $0 == "*" }
                  == 1
          if !isRight { return "\(day.name) \(side.name) column \(column): \(inForce)" }
        }
      }
    }
    return nil
  }

  @Test(
    "every minute of every strip has the band of the value in force, after every edit",
    arguments: [(24, 80, 72), (22, 80, 72), (40, 120, 96), (50, 200, 180), (20, 80, 72)])
  func everyMinute(rows: Int, columns: Int, width: Int) {
    var generator = SeededGenerator(seed: 7)
    for (marks, color, unicode) in [
      (BandMarks.colors, true, true), (.shades, false, true), (.ascii, false, false),
    ] {
      for unit in TemperatureUnit.allCases {
        let week = Week.random(
          unit: unit, timeGrid: 5, step: unit == .celsius ? 5 : 10, using: &generator)
        let editor = EditorHarness(
          Contents(unit: unit, schedules: [Schedule(name: "A", week: week)]), rows: rows,
          columns: columns, unicode: unicode, color: color)
        for round in 0..<6 {
          let cell = CellAddress.all.randomElement(using: &generator) ?? CellAddress.all[0]
          let value =
            cell.field == .time
            ? TimeOfDay(wrapping: Int.random(in: 0..<1440, using: &generator)).description
            : "\(Int.random(in: 40...95, using: &generator))"
          editor.command("\(cell.path)=\(value)").press("Down Down Right")
          let fault = Self.fault(editor, columns: width, marks)
          #expect(fault == nil, "\(marks) round \(round) \(cell)=\(value): \(fault ?? "")")
        }
      }
    }
  }

  @Test("an edit of heat redraws its row, its strip and the status")
  func nothingElse() {
    let editor = EditorHarness(color: true).press("Right + + + +")
    #expect(
      editor.backend.surface[ScreenPoint(row: 13, column: 26)].style.role == StyleRole("warm7"))
    editor.press("-")
    #expect(
      editor.backend.surface[ScreenPoint(row: 13, column: 26)].style.role == StyleRole("warm6"))
    editor.press("7 5 Tab")
    #expect(
      editor.backend.surface[ScreenPoint(row: 13, column: 26)].style.role == StyleRole("warm7"))
    #expect(Set(editor.backend.changedLines.suffix(4).joined()) == [4, 13, 22, 23])
    #expect(editor.editor.screen.grid.drawnRows == [0])
  }

  @Test("the piece under the cursor is underlined, and no other, where days have gaps between them")
  func underlined() {
    let dense = EditorHarness(color: true).press("Down Right Right Right Right")
    #expect(
      !dense.backend.surface.rows[14].contains { $0.style.emphasis.contains(.underline) })
    let editor = EditorHarness(rows: 34, color: true).press("Down Right Right Right Right")
    let lines = stride(from: 13, to: 27, by: 2).map { line in
      String(
        (6..<78).map { column in
          editor.backend.surface[ScreenPoint(row: line, column: column)].style.emphasis
            .contains(.underline) ? "_" : " "
        }
      ).trimmingPrefix { $0 == " " }
    }
    #expect(lines.map { $0.prefix { $0 == "_" }.count } == [0, 7, 0, 0, 0, 0, 0])
  }

  @Test("today and now are marked, when something is painted anyway") func nowIsMarked() {
    let editor = EditorHarness().press("")
    let axis = editor.backend.lines[12]
    #expect(axis.contains("15     ▼") && editor.backend.lines[14].hasPrefix("▸ Tue "))
    let count = editor.backend.changedLines.count
    editor.now = (CalendarDay("2026-11-25") ?? .first, .midnight)
    #expect(editor.backend.changedLines.count == count)
    editor.press("Right")
    #expect(editor.backend.lines[12].hasPrefix("      ▼"))
    #expect(editor.backend.lines[14].hasPrefix("  Tue "))
    #expect(editor.backend.lines[15].hasPrefix("▸ Wed "))
  }

  @Test("the axis follows the 12-hour clock") func twelveHours() {
    #expect(
      EditorHarness(clock: .twelveHour).press("").backend.lines[12]
        .hasPrefix("      12a      3a       6a"))
  }

  @Test("a theme without a scale, and a terminal without colours, have shades instead")
  func shades() {
    let editor = EditorHarness(color: true).press("")
    #expect(!editor.backend.lines[13].contains("▓"))
    #expect(editor.command("theme mono").backend.lines[13].contains("▓"))
    #expect(EditorHarness().press("").backend.lines[13].contains("▓"))
  }
}
