import ScheduleEditor
import TestSupport
import Testing

@Suite struct DocumentationTests {
  private let text = String(decoding: Fixtures.bytes("../docs/editor.md") ?? [], as: UTF8.self)

  @Test(arguments: EditorHelp.keyLabels)
  func everyKeyIsInTheTableOfKeys(label: String) {
    #expect(text.contains("| \(label) |"))
  }

  @Test(arguments: EditorHelp.commandNames)
  func everyCommandIsInTheTableOfCommands(name: String) {
    #expect(text.contains("`\(name)`"))
  }

  @Test func theExampleOfALayoutIsOne() throws {
    let example = text.components(between: "```json\n", and: "```").last ?? ""
    _ = try WeekLayout(reading: Array(example.utf8), file: "editor.md")
  }

  @Test func theExampleOfSettingsIsOne() throws {
    let example = text.components(between: "```json\n", and: "```").first ?? ""
    _ = try EditorSettings(reading: Array(example.utf8), file: "editor.md")
  }
}

extension String {
  /// The parts of the text that stand between two others, in order.
  fileprivate func components(between start: String, and end: String) -> [String] {
    ranges(of: start).compactMap { range in
      self[range.upperBound...].firstRange(of: end).map {
        String(self[range.upperBound..<$0.lowerBound])
      }
    }
  }
}
