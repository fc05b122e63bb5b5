import Diagnostics
import ScheduleRules
import ScheduleText
import ScheduleModel
import TestSupport
import Testing

@Suite struct ScheduleDocumentTests {
  /// Texts that say the same in ways of their own: compact, with CRLF, with unknown members, with
  /// numbers and times spelled oddly, with two schedules.
  private static let texts: [String] = {
    let canonical = String(
      decoding: CanonicalText.text(of: .standard(.fahrenheit, name: "Grüße 🔥")), as: UTF8.self)
    let second = canonical.replacing("\"Grüße 🔥\"", with: "\"Zwei\"")
    let inner = second.split(separator: "\"schedules\": [")[1].dropLast(6)
    return [
      canonical,
      canonical.filter { $0 != "\n" && $0 != " " },
      canonical.replacing("\n", with: "\r\n"),
      canonical.replacing("\"heat\": 70", with: "\"note\": \"é \\u00e9 }\", \"heat\" :\t7.0e1"),
      canonical.replacing("\"unit\"", with: "\"future\": {\"days\": [1, {\"heat\": 5}]}, \"unit\""),
      canonical.replacing("\n  ]", with: ",\(inner)\n  ]"),
    ]
  }()

  @Test("saving without an edit is identical, byte by byte", arguments: texts)
  func savingWithoutEdit(text: String) throws {
    let document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    #expect(try document.text(file: "a.json") == Array(text.utf8))
    #expect(!document.isModified)
  }

  /// One cell edited: the text outside that value keeps every byte, whatever its layout.
  @Test("an edited cell changes the bytes of its value only", arguments: texts)
  func editedCellChanges(text: String) throws {
    let bytes = Array(text.utf8)
    let start = try ScheduleDocument(reading: bytes, file: "a.json")
    for schedule in start.contents.schedules.indices {
      for cell in CellAddress.all {
        var document = start
        let value: CellValue =
          cell.field == .time
          ? .time(TimeOfDay(wrapping: 754)) : .temperature(Temperature(tenths: 641))
        document.contents.schedules[schedule].week[cell] = value
        let saved = try document.text(file: "a.json")
        let expected = cell.field == .time ? "\"12:34\"" : "64.1"
        let start = zip(bytes, saved).prefix { $0 == $1 }.count
        let same = zip(bytes.reversed(), saved.reversed()).prefix { $0 == $1 }.count
        let changed = saved[start..<max(start, saved.count - same)]
        #expect(!changed.isEmpty && expected.contains(String(decoding: changed, as: UTF8.self)))
        let again = try ScheduleDocument(reading: saved, file: "a.json")
        #expect(again.contents == document.contents)
      }
    }
  }

  @Test("in the canonical layout an edited row changes one line") func canonicalLayoutEdited()
    throws
  {
    let bytes = CanonicalText.text(of: .standard(.celsius))
    var generator = SeededGenerator(seed: 5)
    for row in RowAddress.all {
      var document = try ScheduleDocument(reading: bytes, file: "a.json")
      document.contents.schedules[0].week[row] =
        Week.random(unit: .celsius, step: 5, using: &generator)[row]
      let before = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let after = try String(decoding: document.text(file: ""), as: UTF8.self).split(
        separator: "\n")
      #expect(before.count == after.count)
      #expect(zip(before, after).count { $0 != $1 } == 1)
    }
  }

  @Test("undoing an edit restores the original bytes") func takingEditBack() throws {
    let bytes = Array(Self.texts[3].utf8)
    var document = try ScheduleDocument(reading: bytes, file: "a.json")
    let cell = CellAddress(.monday, .wake, .heat)
    document.contents.schedules[0].week[cell] = .temperature(Temperature(66))
    #expect(try document.text(file: "") != bytes)
    document.contents.schedules[0].week[cell] = .temperature(Temperature(70))
    #expect(try document.text(file: "") == bytes)
  }

  @Test("a save that would be refused when read names the reason") func refusedSave() throws {
    var document = try ScheduleDocument(reading: Array(Self.texts[0].utf8), file: "a.json")
    document.contents.schedules[0].week[RowAddress(.monday, .wake)].heat = nil
    let problem = #expect(throws: DocumentProblem.self) { try document.text(file: "a.json") }
    #expect(
      problem?.description
        == "it would be refused: \"heat\" is missing from Monday wake; nothing was written")
  }

  @Test("a document with a missing cell is refused with its place") func documentMissingCell() {
    let text = Self.texts[0].replacing(", \"cool\": 85", with: "", maxReplacements: 1)
    let problem = #expect(throws: DocumentProblem.self) {
      try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    }
    #expect(problem?.diagnostics.map(\.code) == ["SP110"])
    #expect(problem?.diagnostics.first?.location?.line == 11)
  }

  @Test(
    "members other than the known ones are unknown, in any order and spelling",
    arguments: [
      (#""time": "06:00", "heat": 70, "cool": 78"#, []),
      (#""cool": 78, "time": "06:00", "heat": 70"#, []),
      (#""t\u0069me": "06:00", "heat": 70, "cool": 78"#, []),
      (#""fan": 1, "time": "06:00", "heat": 70, "cool": 78"#, ["fan"]),
      (#""time": "06:00", "heat": 70, "Heat": 1, "cool": 78"#, ["Heat"]),
      (#""cool": 78, "fan": 1, "heat": 70, "time": "06:00", "fan": 2"#, ["fan", "fan (number 2)"]),
    ])
  func unknownMembers(row: String, names: [String]) throws {
    let text = String(
      decoding: CanonicalText.text(of: .standard(.fahrenheit)), as: UTF8.self)
    let changed = text.replacing(
      #""time": "06:00", "heat": 70, "cool": 78"#, with: row, maxReplacements: 1)
    let check = DocumentCheck(bytes: Array(changed.utf8), file: "a.json")
    // Only then are they searched, which takes longer than the check.
    #expect(check.draft?.hasUnknownMembers == !names.isEmpty)
    let document = try ScheduleDocument(check, of: Array(changed.utf8))
    #expect(
      document.contents.schedules[0].members.keys.map(\.path)
        == names.map { "days/monday/wake/\($0)" })
  }

  @Test("a document that breaks rules can be opened") func documentBreaksRules() throws {
    let text = Self.texts[0].replacing("\"heat\": 70", with: "\"heat\": 95")
    let document = try ScheduleDocument(reading: Array(text.utf8), file: "a.json")
    #expect(document.contents.schedules[0].week[RowAddress(.monday, .wake)].heat == Temperature(95))
  }

  @Test("formatting keeps the meaning and is stable", arguments: texts)
  func formattingKeepsMeaning(text: String) throws {
    let once = try CanonicalText.formatted(Array(text.utf8))
    #expect(try CanonicalText.formatted(once) == once)
    let document = try ScheduleDocument(reading: once, file: "")
    #expect(
      try document.contents == ScheduleDocument(reading: Array(text.utf8), file: "").contents)
  }

  @Test("a new file is canonical") func newFileCanonical() throws {
    let text = CanonicalText.text(of: .standard(.celsius))
    #expect(try CanonicalText.formatted(text) == text)
    #expect(text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count == 55)
    #expect(text.last == UInt8(ascii: "\n"))
  }
}
