import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct CleanDocumentTests {
  @Test("random clean documents give no finding and read back as they were written")
  func cleanDocumentsAreClean() {
    for seed in 1...UInt64(Rounds.of(2000)) {
      var generator = SeededGenerator(seed: seed)
      let document = RandomDocument(using: &generator)
      let written = WrittenText(document.piece, layout: document.layout)
      let check = DocumentCheck(bytes: written.bytes, file: "clean.json")
      #expect(check.diagnostics.map(\.summary) == [], "seed \(seed)\n\(written.text)")
      #expect(check.draft?.unit == document.unit, "seed \(seed)")
      let read = check.draft?.schedules.map { Week($0.week) }
      #expect(read == document.schedules.map(\.schedule), "seed \(seed)")
    }
  }

  @Test(
    "both built-in defaults give no finding, not even advice", arguments: TemperatureUnit.allCases)
  func defaultsAreExemplary(unit: TemperatureUnit) {
    let written = WrittenText(.document([("Home", .standard(unit))], unit: unit))
    let check = DocumentCheck(
      bytes: written.bytes, file: "default.json", options: RuleTableTests.everything)
    #expect(check.diagnostics.map(\.summary) == [])
  }

  @Test("notes, device, name and unit arrive in the draft")
  func optionalMembersAreRead() {
    var piece = TextPiece.document([("Hütte", .standard(.celsius))], unit: .celsius)
    piece[path: ["schedules", "0", "notes"]] = .text("ab \\u00e9")
    piece[path: ["schedules", "0", "device"]] = .text("evohome")
    let draft = DocumentCheck(bytes: WrittenText(piece).bytes, file: "x").draft
    #expect(draft?.schedules.first?.name == "Hütte")
    #expect(draft?.schedules.first?.notes == "ab é")
    #expect(draft?.schedules.first?.device == "evohome")
  }
}
