import TestSupport
import Testing
import TwoWayTable

@Suite("The medication plan of docs/two-way-table.md")
struct MedicationPlanTests {
  private static func text(_ path: String) -> String {
    String(decoding: WholeFile.bytes("\(Fixtures.root)/\(path)") ?? [], as: UTF8.self)
  }

  /// The first code block of a language, as it stands in the document.
  private static func block(_ language: String) -> String? {
    let parts = text("docs/two-way-table.md").split(
      separator: "```\(language)\n", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2
      ? parts[1].split(separator: "```", omittingEmptySubsequences: false).first.map(String.init)
      : nil
  }

  @Test("is the program that is compiled here, and the layout that is read here, byte for byte")
  func documentAndSourceAreOne() {
    #expect(Self.block("swift") == Self.text("Tests/TwoWayTableTests/MedicationPlan.swift"))
    #expect(Self.block("json") == Self.text("fixtures/table-layouts/medication.json"))
  }

  @Test("is edited, drawing the row of each edit; an edit of the weekend is one of both days")
  func isEdited() throws {
    let events = typed(
      "i b Enter Right 9 0 0 Enter Backspace Backspace Enter Down Down Down Down Down Right a Enter ^q"
    ).map(TerminalEvent.key)
    let backend = InMemoryBackend(size: ScreenSize(rows: 10, columns: 90), events: events)
    let plan = try editMedicationPlan(layout: LayoutFileTests.medication, on: backend)
    #expect(
      plan.values == [
        TableAddress("mon", "morning", "drug"): "ibuprofen",
        TableAddress("mon", "morning", "dose"): "9",
        TableAddress("sat", "noon", "drug"): "aspirin",
        TableAddress("sun", "noon", "drug"): "aspirin",
      ])
    // The first picture, then one line for each key, and two for a move to another line; 900 is more
    // than the layout allows.
    let lines = backend.changedLines.dropFirst().map(\.count)
    #expect(lines == Array(repeating: 1, count: 4) + [1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1])
    let text = backend.lines.map { $0 + "\n" }.joined()
    let mismatch = Golden.mismatch(text, "screens/medication-90x10.txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
