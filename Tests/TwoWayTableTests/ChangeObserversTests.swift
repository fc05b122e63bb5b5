import Testing
import TwoWayTable

@Suite("Observers of changes")
struct ChangeObserversTests {
  @Test("get one notification of a change, naming its rows, and reload only those")
  func oneNotification() throws {
    final class Log { var notes: [String] = [] }
    let log = Log()
    var observers = ChangeObservers()
    let saver = observers.add { log.notes.append("save \($0.rows)") }
    _ = observers.add { log.notes.append("reload \($0.rows)") }
    observers.post(TableChange(rows: [5, 3, 5]))
    observers.post(TableChange(rows: []))
    observers.remove(saver)
    observers.remove(saver)
    observers.post(TableChange(rows: [1]))
    #expect(log.notes == ["save [3, 5]", "reload [3, 5]", "reload [1]"])
  }

  @Test("and a table: an edit of a cell that stands for five values is one change of one row")
  func groupedEditIsOneChange() throws {
    let file = try TableLayoutFile(
      reading: Array(
        """
        {"sections": [{"keys": ["a", "b", "c", "d", "e"], "title": "All"},
                      {"keys": ["f"], "title": "Last"}],
         "rows": [{"keys": ["x"], "title": "X"}, {"keys": ["y"], "title": "Y"}],
         "fields": [{"key": "n", "width": 6, "editor": "number"}]}
        """.utf8), file: "x")
    var table = KeyedTable(file, values: [TableAddress("a", "y", "n"): "7"])
    var grid = GridRenderer(layout: file.layout)
    var surface = Surface(size: ScreenSize(rows: 8, columns: 40))
    let cell = TablePosition(section: 0, row: 1, column: 0)
    let frame = GridFrame(file.layout, top: 0, height: 8, columns: 40, selection: cell)
    grid.draw(table, frame: frame, into: &surface)
    #expect(surface.lines[2] == " All         ~")
    let change = try table.type("8", at: cell)
    #expect(change == TableChange(rows: [1]))
    grid.reload(rows: change.rows, from: table, into: &surface)
    #expect(grid.drawnRows == [1])
    #expect(
      ["a", "b", "c", "d", "e"].allSatisfy { table.values[TableAddress($0, "y", "n")] == "8" })
    #expect(table.values.count == 5)
    #expect(surface.lines[2] == " All        *8")
    #expect(try table.type("8", at: cell).isEmpty)
    #expect(throws: FieldProblem.self) { try table.type("eight", at: cell) }
    #expect(file.layout.addresses(of: cell).count == 5)
    #expect(file.layout.position(of: TableAddress("d", "y", "n")) == cell)
    #expect(file.layout.position(of: TableAddress("g", "y", "n")) == nil)
  }
}
