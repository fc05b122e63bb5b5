import Foundation
import Terminal
import TwoWayTable

/// Edits the shifts in shifts.json, or in the file that is named. Each person is a row, added and removed while
/// the plan is made.
@main
enum Shifts {
  static func main() {
    TableApp.main {
      let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "shifts.json")
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
    let table = try bytes.map { try KeyedTable(layout, reading: $0, file: "shifts.json") }
    let app = TableApp(table ?? KeyedTable(layout), layout: layout)
    app.save = save
    app.addCommand("usual", key: .alt("e"), title: "give an early shift") { app in
      let layout = app.table.layout
      let (day, person) = (layout.sections[app.cursor.section], layout.rows[app.cursor.row])
      try app.edit { table in
        try table.type(
          ["from": "06:00", "to": "14:00", "post": "desk"], section: day.keys[0],
          row: person.keys[0])
      }
    }
    return app
  }
}
