@testable import ScheduleEditor
import TestSupport
import Testing

@Suite struct DocumentationTests {
  private let keys = DocumentationTests.page("editor-keys.md")
  private let settings = DocumentationTests.page("editor-settings.md")

  private static func page(_ name: String) -> String {
    String(decoding: Fixtures.bytes("../docs/\(name)") ?? [], as: UTF8.self)
  }

  @Test("every key is in the table of keys") func everyKeyTable() {
    for entry in Keymap.entries where !entry.help.isEmpty {
      #expect(keys.contains("| \(entry.title) |"))
    }
  }

  @Test("every command is in the table of commands") func everyCommandTable() {
    for name in CommandTable.all.flatMap(\.names) { #expect(keys.contains("`\(name)`")) }
  }

  @Test("the example of a layout is a layout") func exampleLayout() throws {
    let example = settings.components(between: "```json\n", and: "```").last ?? ""
    _ = try WeekLayout(reading: Array(example.utf8), file: "editor-settings.md")
  }

  @Test("the example of settings is valid") func exampleSettings() throws {
    let example = settings.components(between: "```json\n", and: "```").first ?? ""
    _ = try EditorSettings(reading: Array(example.utf8), file: "editor-settings.md")
  }
}

extension String {
  /// The parts of the text between two others, in order.
  fileprivate func components(between start: String, and end: String) -> [String] {
    ranges(of: start).compactMap { range in
      self[range.upperBound...].firstRange(of: end).map {
        String(self[range.upperBound..<$0.lowerBound])
      }
    }
  }
}
