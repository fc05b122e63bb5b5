import ScheduleModel
import ScheduleText
import TestSupport
import Testing

/// What the lines of a journal hold.
@Suite("The text of a journal")
struct JournalTextTests {
  @Test("a document near the size limit is kept, even if quoting doubles it")
  func largestDocument() throws {
    var contents = Contents.standard(.fahrenheit)
    contents.schedules[0].notes = String(repeating: "\n", count: 2_050_000)
    let base = try ScheduleDocument(reading: CanonicalText.text(of: contents), file: "")
    var edited = base.contents
    edited.schedules[0].name = "Other"
    let holder = LockHolder(process: 1, host: "h", time: "t")
    let entry = try #require(JournalEntry(from: base.contents, to: edited))
    let text =
      Journal.start(JournalHeader(document: "/a.json", of: base, holder: holder))
      + Journal.line(entry, number: 1)
    #expect(text.count > 10 << 20)
    let journal = try #require(Journal(text))
    #expect(journal.damagedLines.isEmpty && !journal.hasTornEnd)
    let recovery = try #require(Recovery(journal, current: base))
    #expect(recovery.edited == edited && recovery.isUnchanged)
  }

  @Test("edits after a damaged line are not applied to another schedule")
  func afterADamagedLine() throws {
    let base = try ScheduleDocument(reading: CanonicalText.text(of: .standard(.celsius)), file: "")
    var added = base.contents
    added.schedules.insert(.new(name: "New", week: .standard(.celsius)), at: 0)
    var edited = added
    edited.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(15)
    let holder = LockHolder(process: 1, host: "h", time: "t")
    let first = try #require(JournalEntry(from: base.contents, to: added))
    let second = try #require(JournalEntry(from: added, to: edited))
    var damaged = Journal.line(first, number: 1)
    damaged[20] ^= 1
    let start = Journal.start(JournalHeader(document: "/a.json", of: base, holder: holder))
    let journal = try #require(Journal(start + damaged + Journal.line(second, number: 2)))
    let recovery = try #require(Recovery(journal, current: base))
    #expect(journal.damagedLines == [2])
    #expect(recovery.unplacedCount == 1)
    #expect(recovery.edited == base.contents)
  }

  /// fixtures/journals/version-0.1: written by that version, path and host replaced. It gave edits no
  /// name of their schedule, and the size of the file for `new`.
  private static func oldJournal() throws -> [UInt8] {
    try #require(Fixtures.bytes("journals/version-0.1/journal"))
  }

  @Test("edits that version 0.1 kept are recovered")
  func versionZeroOne() throws {
    let journal = try #require(Journal(try Self.oldJournal()))
    #expect(journal.damagedLines.isEmpty && !journal.header.isNew)
    let file = try ScheduleDocument(
      reading: CanonicalText.text(of: .standard(.fahrenheit)), file: "")
    let recovery = try #require(Recovery(journal, current: file))
    #expect(recovery.isUnchanged && recovery.unplacedCount == 0)
    #expect(
      recovery.lines(each: true) == ["Monday wake heat 70 -> 66", "Tuesday wake heat 70 -> 61"])
  }

  /// That journal without the text that its edits apply to, as of a document above 1 MiB, and further
  /// lines.
  private static func oldJournalWithoutBase(_ more: [JournalEntry] = []) throws -> Journal {
    let lines = try oldJournal().split(separator: 0x0A)
    let header = String(decoding: lines[0].dropFirst(9), as: UTF8.self)
    let json = Array(header.replacing(#/"base":".*"}/#, with: "\"base\":null}").utf8)
    let text = [Array("\(checksum(of: json)) ".utf8) + json] + lines[1...].map(Array.init)
    return try #require(
      Journal(
        Array(text.joined(separator: [0x0A])) + [0x0A]
          + more.flatMap { Journal.line($0, number: 3) }))
  }

  @Test("a whole document of version 0.1 without that text overwrites no other change")
  func wholeDocumentWithoutBase() throws {
    var edited = Contents.standard(.fahrenheit)
    edited.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(66)
    edited.schedules[0].notes = "cold"
    var contents = Contents.standard(.fahrenheit)
    contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(65)
    let file = try ScheduleDocument(reading: CanonicalText.text(of: contents), file: "")
    let recovery = try #require(
      Recovery(try Self.oldJournalWithoutBase([.document(edited)]), current: file))
    #expect(!recovery.isUnchanged && !recovery.isWhole)
    #expect(recovery.merge.contents.schedules[0].week == contents.schedules[0].week)
    #expect(recovery.merge.contents.schedules[0].notes == "cold")
    #expect(
      recovery.merge.conflicts.map { "\($0.ours ?? "") \($0.theirs ?? "")" } == ["70 66", "65 70"])
  }

  @Test("without its text, a journal of version 0.1 applies to the file")
  func versionZeroOneWithoutBase() throws {
    let journal = try Self.oldJournalWithoutBase()
    #expect(journal.header.base == nil && journal.entries.count == 2)
    var contents = Contents.standard(.fahrenheit)
    contents.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(66)
    contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(65)
    let file = try ScheduleDocument(reading: CanonicalText.text(of: contents), file: "")
    let recovery = try #require(Recovery(journal, current: file))
    #expect(recovery.lines(each: true) == ["Tuesday wake heat 70 -> 61"])
    #expect(recovery.merge.conflicts.isEmpty)
    #expect(Recovery(journal, current: nil) == nil)
  }

  /// CRC-32 a bit at a time, as ISO 3309 has it.
  private static func checksum(of bytes: [UInt8]) -> String {
    let sum = ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
      }
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
