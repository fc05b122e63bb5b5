import TestSupport
import Testing
import TwoWayTable

@Suite("The documents about tables")
struct ExampleDocumentTests {
  private static func text(_ path: String) -> String {
    String(decoding: WholeFile.bytes("\(Fixtures.root)/\(path)") ?? [], as: UTF8.self)
  }

  @Test(
    "show the example's program and layout word by word, from the files that are built and run")
  func isTheExample() {
    let example = "docs/examples/timetable/Sources/Timetable"
    for (page, language, file) in [
      ("two-way-table", "swift", "Timetable.swift"), ("table-layouts", "json", "layout.json"),
    ] {
      let document = Self.text("docs/\(page).md")
      let block = "```\(language)\n\(Self.text("\(example)/\(file)"))```\n"
      #expect(document.contains(block), "\(file) is not what the document shows")
    }
    #expect(Self.text("\(example)/Timetable.swift").split(separator: "\n").count < 45)
  }

  @Test("show compiled code of parts of your own, word by word")
  func parts() throws {
    for file in ["DocumentedEditor", "DocumentedModel", "DocumentedForm"] {
      let code = Self.text("Tests/TwoWayTableTests/\(file).swift")
        .replacing("import TwoWayTable\n\n", with: "")
      #expect(Self.text("docs/table-parts.md").contains("```swift\n\(code)```\n"), "\(file)")
    }
    let test = "docs/examples/timetable/Tests/ExampleTests/ExampleTests.swift"
    let quoted = Self.text("docs/two-way-table.md").split(separator: "```swift\n").first {
      $0.contains("InMemoryBackend(")
    }
    let lines = try #require(quoted?.split(separator: "```").first)
    #expect(Self.text(test).contains(lines))
  }

  @Test("show code that works")
  func documentedTypes() throws {
    var arguments = FieldEditorArguments(["floors": .number(2)])
    let editor = try RoomEditor(arguments: &arguments)
    #expect(editor.parse("b114", current: "") == .success("B114"))
    #expect((try? editor.parse("B314", current: "").get()) == nil)
    let columns = ["a", "b", "c"].map { TableColumn(title: $0, width: 4) }
    let layout = TableLayout(
      sections: [.init("S", short: "S")], rows: [.init("R", short: "R")], columns: columns)
    var numbers = FieldEditorArguments()
    let app = TableApp(Board(layout: layout, editor: try NumberEditor(arguments: &numbers)))
    app.run(on: InMemoryBackend(typing: "5 Tab F2 Backspace -1 Tab 101 Enter"))
    let cells = (0..<3).map { app.table.cell(at: TablePosition(section: 0, row: 0, column: $0)) }
    #expect(
      cells.map(\.text) == ["5", "-1", "101"] && cells.map(\.mark) == [nil, .problem, nil])
    #expect(cells.map(\.style) == [nil, nil, Style(.warm)])
    let plan = plan()
    plan.run(on: InMemoryBackend(typing: "Alt-y d o o ^s"))
    #expect(plan.table.values.map(\.value) == ["door", "door"])
  }
}
