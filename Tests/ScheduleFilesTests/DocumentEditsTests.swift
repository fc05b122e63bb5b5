import Diagnostics
import ScheduleFiles
import ScheduleModel
import TestSupport
import Testing

/// Saving changes of the list of schedules, of their names and notes, and of the scale.
@Suite struct DocumentEditsTests {
  private static func texts(seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let schedules = ["A", "B", "C", "D"].map {
      (name: $0, schedule: Schedule.random(unit: .fahrenheit, using: &generator))
    }
    var document = TextPiece.document(schedules, unit: .fahrenheit)
    document[path: ["future"]] = .raw("{\"a\": [1, 2]}")
    document[path: ["schedules", "1", "colour"]] = .text("red")
    document[path: ["schedules", "2", "notes"]] = .text("old")
    return TextLayout.all.map { WrittenText(document, layout: $0).text }
  }

  /// Saving checks by itself that the text says what the document does; here that unknown members and
  /// the texts of schedules that were left alone stay.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func anyChangeIsSavedAndEverythingElseStays(seed: UInt64) throws {
    for text in Self.texts(seed: 1) {
      var generator = SeededGenerator(seed: seed)
      var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
      let old = document.contents
      document.contents = RandomChange.of(old, using: &generator)
      let saved = try String(decoding: document.text(file: "a.json"), as: UTF8.self)
      #expect(saved.contains("\"future\""))
      let kept = document.contents.schedules.contains { $0.name == "B" }
      if kept { #expect(saved.contains("\"colour\"")) }
      document.contents = old
      #expect(try document.text(file: "a.json") == Array(text.utf8))
    }
  }

  @Test func anAddedScheduleHasTheLayoutOfTheFile() throws {
    let text = CanonicalText.text(of: .standard(.celsius, name: "A"))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents.schedules.append(NamedSchedule(name: "B", week: .standard(.celsius)))
    let saved = try document.text(file: "a.json")
    #expect(try CanonicalText.formatted(saved) == saved)
    #expect(saved.starts(with: text.dropLast("\n  ]\n}\n".utf8.count)))
  }

  @Test func notesAreAddedAndTakenAwayAsALine() throws {
    let text = CanonicalText.text(of: .standard(.celsius, name: "A"))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents.schedules[0].notes = "warm \"enough\""
    let saved = try document.text(file: "a.json")
    #expect(try CanonicalText.formatted(saved) == saved)
    let lines = { (bytes: [UInt8]) in bytes.count { $0 == UInt8(ascii: "\n") } }
    #expect(lines(saved) == lines(text) + 1)
    var again = try ScheduleDocument(reading: saved, file: "a.json")
    again.contents.schedules[0].notes = nil
    #expect(try again.text(file: "a.json") == text)
  }

  @Test func aChangeOfScaleWritesEveryTemperature() throws {
    let text = CanonicalText.text(of: .standard(.fahrenheit, name: "A"))
    var document = try ScheduleDocument(reading: text, file: "a.json")
    document.contents = document.contents.converted(to: .celsius)
    let saved = try document.text(file: "a.json")
    #expect(try ScheduleDocument(reading: saved, file: "").contents.unit == .celsius)
    #expect(saved == CanonicalText.text(of: document.contents))
  }

  @Test func movedSchedulesMoveWithTheirBytes() throws {
    let text = Self.texts(seed: 4)[0]
    var document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    document.contents.schedules.swapAt(0, 3)
    let saved = try document.text(file: "a.json")
    #expect(saved.count == text.utf8.count)
    #expect(saved.sorted() == text.utf8.sorted())
  }
}
