import TestSupport
import Testing

/// A new document in a folder of its own, and the editor of it on a pseudo-terminal.
struct TestDocument {
  let folder = TemporaryFolder()
  var path: String { folder.path("home.json") }

  init() {
    do {
      _ = try ShellCommand("setpoint new home.json", in: folder.path)
    } catch {
      Issue.record("no document: \(error)")
    }
  }

  /// Opens the editor; it is there when it shows `text`.
  func edit(
    _ environment: [String: String] = [:], showing text: String = "q quit",
    program: String = BuiltProduct.path("setpoint"), at place: SourceLocation = #_sourceLocation
  ) throws -> ProgramOnPTY {
    let editor = try ProgramOnPTY(program, ["edit", path], environment: environment)
    let isWhole = text == "q quit" ? (4, 12) : nil
    try #require(
      editor.shows(text, cursor: isWhole, within: .seconds(20)), "\(editor.screen.lines)",
      sourceLocation: place)
    return editor
  }
}
