import Foundation
import Terminal
import TwoWayTable

/// Edits the timetable in timetable.json, or in the file that is named.
@main
enum Timetable {
  static func main() {
    TableApp.main {
      let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "timetable.json")
      let isNew = !FileManager.default.fileExists(atPath: file.path)
      let bytes = isNew ? nil : try withReadableErrors { try Array(Data(contentsOf: file)) }
      let app = try app(reading: bytes) { table in
        try withReadableErrors { try Data(table.json.utf8).write(to: file, options: .atomic) }
      }
      let terminal = try TerminalSession()
      // Closed after saving: until then no signal ends the program.
      defer { terminal.close() }
      if app.run(on: terminal) != .quit, app.table.hasUnsavedChanges { try app.save?(app.table) }
    }
  }

  /// Rethrows an error of Foundation, whose description is for developers, with its text for users.
  static func withReadableErrors<Value>(_ access: () throws -> Value) throws -> Value {
    do { return try access() } catch { throw FieldProblem(error.localizedDescription) }
  }

  static func app(
    reading bytes: [UInt8]?, save: @escaping (KeyedTable) throws -> Void
  ) throws -> TableApp<KeyedTable> {
    let layout = try TableLayoutFile(reading: PackageResources.layout_json, file: "layout.json")
    let table = try bytes.map { try KeyedTable(layout, reading: $0, file: "timetable.json") }
    let app = TableApp(table ?? KeyedTable(layout), layout: layout)
    app.save = save
    app.addCommand("teachers", key: .alt("t"), title: "list the teachers") { app in
      app.open("Teachers") { _ in
        ["Ms Noether", "Mr Planck", "Ms Woolf"].map { ListItem(id: $0, title: $0) }
      } choose: { app, outcome in
        guard case .open(let teacher) = outcome else { return }
        app.closeDialog()
        app.setFormField("teacher", to: teacher)
      }
    }
    return app
  }
}
