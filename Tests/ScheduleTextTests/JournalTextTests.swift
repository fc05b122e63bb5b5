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
    let entry = try #require(JournalEntry(from: base.contents, to: edited, base: base.contents))
    let text =
      JournalHeader(document: "/a.json", of: base, holder: holder).line
      + entry.line
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
    let first = try #require(JournalEntry(from: base.contents, to: added, base: base.contents))
    let second = try #require(JournalEntry(from: added, to: edited, base: base.contents))
    var damaged = first.line
    damaged[20] ^= 1
    let start = JournalHeader(document: "/a.json", of: base, holder: holder).line
    let journal = try #require(Journal(start + damaged + second.line))
    let recovery = try #require(Recovery(journal, current: base))
    #expect(journal.damagedLines == [2])
    #expect(recovery.unplacedCount == 1)
    #expect(
      recovery.skipped.last
        == "1 edit after a damaged line belongs to an unknown schedule and was skipped")
    #expect(recovery.edited == base.contents)
  }

  @Test("a renamed schedule is found in a file that changed, beside a new schedule like it was")
  func renamed() throws {
    let base = try ScheduleDocument(
      reading: CanonicalText.text(of: .standard(.fahrenheit)), file: "")
    let row = RowAddress(.monday, .wake)
    var warmer = base.contents
    warmer.schedules[0].week[row].heat = Temperature(68)
    var renamed = warmer
    renamed.schedules[0].name = "Foo"
    var added = renamed
    added.schedules.append(.new(name: "Extra", week: base.contents.schedules[0].week))
    var text = JournalHeader(
      document: "/a.json", of: base, holder: LockHolder(process: 1, host: "h", time: "t")
    ).line
    let versions = [base.contents, warmer, renamed, added]
    for (old, new) in zip(versions, versions.dropFirst()) {
      let entry = try #require(JournalEntry(from: old, to: new, base: base.contents))
      text += entry.line
    }
    var changed = base.contents
    changed.schedules[0].week[RowAddress(.sunday, .sleep)].heat = Temperature(55)
    let file = try ScheduleDocument(reading: CanonicalText.text(of: changed), file: "")
    let journal = try #require(Journal(text))
    let recovery = try #require(Recovery(journal, current: file))
    added.schedules[0].week[RowAddress(.sunday, .sleep)].heat = Temperature(55)
    #expect(recovery.merge.contents == added && recovery.merge.conflicts.isEmpty)
    #expect(
      recovery.lines(each: true) == [
        #""Foo" name "Home" -> "Foo""#, #""Foo" Monday wake heat 70 -> 68"#,
        #"schedule "Extra" added"#,
      ])
  }

  @Test("a schedule that was deleted and restored is the one in the file") func restored() throws {
    var two = Contents.standard(.fahrenheit)
    two.schedules.append(.new(name: "Second", week: .standard(.fahrenheit)))
    let base = try ScheduleDocument(reading: CanonicalText.text(of: two), file: "")
    var deleted = base.contents
    deleted.schedules.removeLast()
    let holder = LockHolder(process: 1, host: "h", time: "t")
    var text = JournalHeader(document: "/a.json", of: base, holder: holder).line
    for (old, new) in [(base.contents, deleted), (deleted, base.contents)] {
      let entry = try #require(JournalEntry(from: old, to: new, base: base.contents))
      text += entry.line
    }
    two.schedules[1].name = "Renamed"
    two.schedules[1].week[RowAddress(.sunday, .sleep)].heat = Temperature(55)
    let file = try ScheduleDocument(reading: CanonicalText.text(of: two), file: "")
    let journal = try #require(Journal(text))
    let recovery = try #require(Recovery(journal, current: file))
    #expect(recovery.isEmpty && recovery.lines(each: true) == [])
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
}
