import ScheduleModel
import ScheduleText
import Testing

/// Recovered edits of schedules with the same names, merged with a changed file.
@Suite struct RecoveryMergeTests {
  private let row = RowAddress(.monday, .wake)

  private func document(_ contents: Contents) throws -> ScheduleDocument {
    try ScheduleDocument(reading: CanonicalText.text(of: contents), file: "")
  }

  /// Recovers an edit of `base`, applied to a file with other contents.
  private func recovery(
    of edited: Contents, from base: ScheduleDocument, to file: Contents
  ) throws -> Recovery {
    let header = JournalHeader(
      document: "/home.json", of: base, holder: LockHolder(process: 1, host: "h", time: "t"))
    let entry = try #require(
      JournalEntry(from: base.contents, to: edited, base: base.contents))
    let journal = try #require(Journal(header.line + entry.line))
    return try #require(Recovery(journal, current: try document(file)))
  }

  @Test("a new schedule is not a deleted one with the same name") func newForDeleted() throws {
    var contents = Contents.standard(.fahrenheit, name: "H")
    contents.schedules.append(.new(name: "A", week: .standard(.fahrenheit)))
    contents.schedules[1].week[row].heat = Temperature(61)
    contents.calendar = [try CalendarEntry("A odd", schedules: ["A"])]
    let base = try document(contents)
    var edited = base.contents
    _ = try edited.deleteSchedule(at: 1)
    edited.schedules.append(.new(name: "A", week: .standard(.fahrenheit)))

    var file = contents
    file.calendar.append(try CalendarEntry("A mon", schedules: ["A"]))
    let merge = try recovery(of: edited, from: base, to: file).merge
    #expect(merge.contents.schedules.map(\.name) == ["H", "A", "A 2"])
    #expect(
      merge.contents.schedules.map { $0.week[row].heat } == [
        Temperature(70), Temperature(61), Temperature(70),
      ])
    #expect(merge.contents.calendar.map(\.description) == ["A odd", "A mon"])
    // Once applied, another recovery adds nothing.
    let again = try recovery(of: edited, from: base, to: merge.contents).merge
    #expect(again.contents == merge.contents)
  }
}
