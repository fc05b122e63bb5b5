import TestSupport
import Testing
import TwoWayTable

@Suite("A table of values by key")
struct KeyedTableTests {
  private static let layout = """
    {"newRows": true, "sections": [{"keys": ["a"], "title": "A"}, {"keys": ["b", "c"], "title": "B"}],
     "rows": [{"keys": ["x"], "title": "X"}, {"keys": ["y"], "title": "Why", "short": "Y"}],
     "fields": [{"key": "name", "width": 8, "roles": {"Ada": "warm"}},
                {"key": "size", "width": 8, "editor": {"kind": "number", "min": 0}}]}
    """

  private func table(_ layout: String = layout) throws -> KeyedTable {
    KeyedTable(try TableLayoutFile(reading: Array(layout.utf8), file: "x"))
  }

  private let first = TablePosition(section: 0, row: 0, column: 0)

  @Test("undoes and redoes each edit, with its rows")
  func undo() throws {
    var table = try table()
    #expect(table.undo() == nil && table.redo() == nil)
    try table.type("Ada", at: first)
    try table.type("5", at: TablePosition(section: 1, row: 1, column: 1))
    #expect(table.values.count == 3 && table.hasUnsavedChanges)
    let undone = table.undo() ?? []
    #expect(undone.map(\.field) == ["size", "size"] && table.values.count == 1)
    #expect(table.undo() == [TableAddress("a", "x", "name")] && !table.hasUnsavedChanges)
    #expect(table.redo() == [TableAddress("a", "x", "name")] && table.value(at: first) == "Ada")
    try table.type("Bob", at: first)
    #expect(table.redo() == nil && table.undo() != nil && table.value(at: first) == "Ada")
    try table.type(["size": "5"], section: "a", row: "x")
    try table.type(["size": "+1"], section: "a", row: "x")
    #expect(table[TableAddress("a", "x", "size")] == "6")
    table.undo()
    table.undo()
    // The same value is not a step.
    try table.type("Ada", at: first)
    table.undo()
    #expect(table.value(at: first) == "")
  }

  @Test(
    "has rows from data that can be added, removed, moved and renamed, with undo")
  func rows() throws {
    var table = try table()
    try table.type("Ada", at: first)
    #expect(table.addRow("New", after: "x") == "New" && table.addRow("New") == "New 2")
    #expect(table.layout.rows.map(\.full) == ["X", "New", "Why", "New"])
    #expect(Set(table.layout.rows.flatMap(\.keys)).count == 4)
    table.moveRow("x", to: 3)
    let moved = table.layout
    table.moveRow("New", to: 4)
    table.moveRow("y", to: 1)
    table.moveRow("gone", to: 1)
    table.renameRow("gone", to: "Z")
    table.removeRow("gone")
    #expect(table.layout == moved)
    #expect(table.value(at: TablePosition(section: 0, row: 3, column: 0)) == "Ada")
    table.renameRow("x", to: "Z")
    table.renameRow("x", to: "Z")
    table.removeRow("x")
    #expect(table.values.isEmpty)
    table.undo()
    #expect(table.layout.rows.map(\.full) == ["New", "Why", "New", "Z"] && table.values.count == 1)
    while table.undo() != nil {}
    #expect(table.layout.rows.map(\.full) == ["X", "Why"] && !table.hasUnsavedChanges)
    table.removeRow("x")
    let isRemoved = table.removeRow("y")
    #expect(!isRemoved && table.layout.rows.count == 1)
    // A row added again does not get the values of the removed row.
    table.undo()
    while table.redo() != nil {}
    #expect(table.values.isEmpty)
  }

  @Test("is written as JSON and read back unchanged, with data that no cell shows")
  func json() throws {
    let file = try TableLayoutFile(reading: Array(Self.layout.utf8), file: "x")
    var table = try table()
    try table.type("Ä\"\n", at: first)
    table.addRow("New")
    table.set([(TableAddress("gone", "x", "name"), "kept"), (TableAddress("a", "x", "note"), "n")])
    let again = try KeyedTable(file, reading: Array(table.json.utf8), file: "t.json")
    #expect(
      again.values == table.values && again.layout == table.layout && again.json == table.json)
    #expect(!again.hasUnsavedChanges)
    table.markSaved()
    #expect(!table.hasUnsavedChanges && table.undo() != nil)
    // An empty text means no value, whatever its editor.
    let empty =
      #"{"cells": {"a": {"x": {"name": "", "size": "", "note": ""}, "y": {"size": "5"}}}}"#
    let read = try KeyedTable(file, reading: Array(empty.utf8), file: "t.json")
    #expect(read.values == [TableAddress("a", "y", "size"): "5"] && !read.hasUnsavedChanges)
    let wrong = [
      "[]": "t.json:1:1: error: the table is an array",
      "{\"cells\": {\"a\": {\"x\": {\"size\": \"-1\"}}}}":
        "t.json:1:32: error: -1 can only be added to a number",
      "{\"cells\": {\"a\": {\"x\": {\"size\": \"01\"}}}}": "write \"1\" instead of \"01\"",
      "{\"cells\": {\"a\": {\"x\": {\"size\": 1}}}}": "expected a string",
      "{\"cells\": {}, \"rows\": [{\"key\": \"x\"}, {\"key\": \"x\"}]}": "was named before",
      "{\"cells\": {}, \"rows\": []}": "rows is empty; expected an array of at least 1 element",
      "{\"cells\": {}, \"lines\": 1}": "unknown member \"lines\"",
    ]
    for (text, message) in wrong {
      let error = #expect(throws: FileProblems.self) {
        try KeyedTable(file, reading: Array(text.utf8), file: "t.json")
      }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "none")")
    }
  }

  @Test("a large table, with more values than a schedule may have, is read again")
  func large() throws {
    let rows = (0..<40_000).map { #""r\#($0)": {"name": "Ada"}"# }.joined(separator: ",")
    let compact = #"{"rows": [{"key": "x"}], "cells": {"a": {\#(rows)}}}"#
    let file = try TableLayoutFile(reading: Array(Self.layout.utf8), file: "x")
    var table = try KeyedTable(file, reading: Array(compact.utf8), file: "t.json")
    try table.type("Bob", at: first)
    #expect(table.json.utf8.count > 1 << 20)
    let again = try KeyedTable(file, reading: Array(table.json.utf8), file: "t.json")
    #expect(again.values == table.values)
  }

  @Test("checks the fields of the form that have no column")
  func formFields() throws {
    let form = """
      , "forms": {"row": {"fields": [{"key": "name"}, {"key": "since", "editor": "date"},
        {"key": "kind", "editor": {"kind": "choice", "choices": ["bee", "ant"]}}]}}}
      """
    let text = String(Self.layout.dropLast()) + form
    let file = try TableLayoutFile(reading: Array(text.utf8), file: "x")
    let wrong = #"{"cells": {"a": {"x": {"since": "garbage", "kind": "zebra", "note": "any"}}}}"#
    let error = #expect(throws: FileProblems.self) {
      try KeyedTable(file, reading: Array(wrong.utf8), file: "t.json")
    }
    #expect(error?.description.contains("is not a date") == true)
    #expect(error?.description.contains("is not one of bee, ant") == true)
    var table = KeyedTable(file)
    try table.type(["since": "30.11.2026", "kind": " a ", "note": "any"], section: "a", row: "x")
    #expect(
      table[section: "a", row: "x"] == ["since": "2026-11-30", "kind": "ant", "note": "any"])
    #expect(throws: FieldProblem.self) {
      try table.type(["since": "yesterday"], section: "a", row: "x")
    }
  }

  @Test("the same rows again are not a step")
  func sameRows() throws {
    var table = try table()
    table.setRows(table.layout.rows)
    #expect(table.undo() == nil)
  }

  @Test("undoing an edit of many values takes linear time")
  func largeUndo() throws {
    let growth = ThreadTime.growth(from: 500) { count in
      let layout = TableLayout(
        sections: [.init("A")], rows: (0..<count).map { .init("r\($0)") },
        columns: [TableColumn(title: "n", width: 4)])
      let app = TableApp(KeyedTable(TableLayoutFile(layout)))
      app.edit { $0.set(layout.rows.map { (TableAddress("A", $0.full, "n"), "1") }) }
      app.run(on: InMemoryBackend(typing: "Alt-u"))
      #expect(app.table.values.isEmpty)
    }
    #expect(growth < 8, "\(growth)")
  }

  @Test("returns the fields of a row, and sets some of them as one step")
  func fields() throws {
    var table = try table()
    #expect(table[section: "a", row: "x"] == [:])
    try table.type(["name": "Ada", "size": "5,0", "note": "n"], section: "a", row: "x")
    #expect(table[section: "a", row: "x"] == ["name": "Ada", "size": "5", "note": "n"])
    try table.type(["name": ""], section: "a", row: "x")
    #expect(table[section: "a", row: "x"] == ["size": "5", "note": "n"])
    // What an editor refuses changes nothing.
    #expect(throws: FieldProblem.self) {
      try table.type(["name": "Cas", "size": "-x"], section: "a", row: "x")
    }
    #expect(table[section: "a", row: "x"] == ["size": "5", "note": "n"])
    table.undo()
    #expect(table[section: "a", row: "x"]["name"] == "Ada")
  }

  @Test(
    "a cell of values that differ is mixed: +1 adds to each, a value or an empty text replaces all")
  func mixed() throws {
    var table = try table()
    let size = TablePosition(section: 1, row: 0, column: 1)
    table.set([(TableAddress("b", "x", "size"), "5"), (TableAddress("c", "x", "size"), "7")])
    #expect(table.value(at: size) == nil && table.text(at: size) == nil)
    #expect(table.cell(at: size).text == "~")
    try table.type("+1", at: size)
    #expect(table.values.values.sorted() == ["6", "8"])
    try table.step(size, by: -1)
    #expect(table.values.values.sorted() == ["5", "7"])
    try table.type(" 9 ", at: size)
    #expect(table.value(at: size) == "9")
    table.undo()
    try table.type("", at: size)
    #expect(table.value(at: size) == "" && table.values.isEmpty)
  }

  @Test("reading and writing it takes linear time")
  func size() throws {
    let file = try TableLayoutFile(reading: Array(Self.layout.utf8), file: "x")
    let growth = try ThreadTime.growth(from: 500) { count in
      let rows = (0..<count).map { "{\"key\": \"r\($0)\"}" }.joined(separator: ", ")
      let cells = (0..<count).map { "\"r\($0)\": {\"name\": \"n\"}" }.joined(separator: ", ")
      let text = "{\"rows\": [\(rows)], \"cells\": {\"a\": {\(cells)}}}"
      _ = try KeyedTable(file, reading: Array(text.utf8), file: "t.json").json
    }
    #expect(growth < 8, "\(growth)")
  }

  @Test("styles cells by their values, as the layout says")
  func styles() throws {
    var table = try table()
    try table.type("Ada", at: first)
    #expect(table.cell(at: first).style == Style(.warm))
    let second = TablePosition(section: 0, row: 1, column: 0)
    try table.type("Bob", at: second)
    #expect(table.cell(at: second).style == nil)
    var grid = GridRenderer()
    var surface = Surface(size: ScreenSize(rows: 8, columns: 60))
    let frame = GridFrame(table.layout, in: ScreenRectangle(surface.size), selection: first)
    grid.update(table, in: frame, into: &surface)
    let place = try #require(frame?.place(of: first))
    #expect(surface[place].style == Style(.warm) && surface[place].text == "A")
    #expect(surface[try #require(frame?.place(of: second))].style == .plain)
  }
}
