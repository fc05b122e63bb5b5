import Testing
import TwoWayTable

@testable import Shifts
@testable import Timetable

/// The same apps as on a terminal, without one.
@Suite("An example, without a terminal,")
struct ExampleTests {
  /// What was saved last.
  private final class Saved {
    var json = ""
  }

  @Test("saves typed values, and draws one row for an edit")
  func timetable() throws {
    let saved = Saved()
    let app = try Timetable.app(reading: nil) { saved.json = $0.json }
    let screen = InMemoryBackend(
      size: ScreenSize(rows: 12, columns: 80), typing: "Maths Tab 114 Tab 815 Enter Alt-u ^s ^q")
    #expect(app.run(on: screen) == .quit)
    #expect(app.table.values.count == 2 && !app.table.hasUnsavedChanges)
    #expect(saved.json.contains(#""subject": "Maths""#) && !saved.json.contains("start"))
    let again = try Timetable.app(reading: Array(saved.json.utf8)) { _ in }
    #expect(again.table.values == app.table.values)
  }

  @Test(
    "sets a teacher from a list that a form opens, and refuses a lesson without a subject")
  func form() throws {
    let app = try Timetable.app(reading: nil) { _ in }
    let screen = InMemoryBackend(
      size: ScreenSize(rows: 24, columns: 80),
      typing: "Enter ^s Tab 7 Tab Tab Enter Down Enter Tab Space Tab Tab free ^s")
    app.run(on: screen)
    #expect(
      app.table.values == [
        TableAddress("mon", "1", "room"): "7", TableAddress("mon", "1", "teacher"): "Mr Planck",
        TableAddress("mon", "1", "bring"): "book", TableAddress("mon", "1", "note"): "free",
      ])
  }

  @Test("adds, moves and removes people, with undo")
  func shifts() throws {
    let saved = Saved()
    let app = try Shifts.app(reading: nil) { saved.json = $0.json }
    let screen = InMemoryBackend(
      size: ScreenSize(rows: 20, columns: 60),
      typing: "Alt-a Ann Enter ^s Alt-e Alt-a Bob ^s Alt-k Alt-d Alt-u ^s ^q")
    #expect(app.run(on: screen) == .quit)
    #expect(app.table.layout.rows.map(\.full) == ["nobody yet", "Bob", "Ann"])
    let shift = app.table[section: "mon", row: "Ann"]
    #expect(shift == ["from": "06:00", "to": "14:00", "post": "desk"])
    let again = try Shifts.app(reading: Array(saved.json.utf8)) { _ in }
    #expect(again.table.layout.rows == app.table.layout.rows)
  }
}
