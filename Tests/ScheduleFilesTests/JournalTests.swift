import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport
import Testing
import CLibrary

/// Journals as a dead program leaves them: whole, cut off anywhere, damaged anywhere.
@Suite struct JournalTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("home.json") }
  private var journalPath: String { folder.path(".home.json.setpoint-journal") }
  private var companion: CompanionFile {
    CompanionFile(of: path, stateFolder: folder.path("state"))
  }

  init() {
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
  }

  /// Records random edits and leaves without a word; returns the document after each.
  private func abandonSession(
    seed: UInt64, edits: Int, structural: Bool = true
  ) throws -> [Contents] {
    var generator = SeededGenerator(seed: seed)
    let session = try EditingSession(
      opening: path, new: .standard(.celsius), stateFolder: folder.path("state"))
    var states = [session.file.document.contents]
    while states.count <= edits {
      var next = states[states.count - 1]
      if structural, Int.random(in: 0..<6, using: &generator) == 0 {
        next = RandomChange.of(next, using: &generator)
      } else if let row = RowAddress.all.randomElement(using: &generator) {
        next.schedules[0].week[row].heat = Temperature(
          tenths: Int.random(in: 400...900, using: &generator))
      }
      guard next != states.last else { continue }
      try session.record(next)
      states.append(next)
    }
    session.close(discarding: false)
    return states
  }

  private func recovered() throws -> Contents? {
    guard let journal = try found() else { return nil }
    let current = try? DocumentFile(opening: path).document
    return Recovery(journal, current: current)?.edited
  }

  private func found() throws -> Journal? { FoundJournal.all(companion).first?.journal }

  @Test("every edit is recovered", arguments: 0..<20 as Range<UInt64>)
  func everyEdit(seed: UInt64) throws {
    let states = try abandonSession(seed: seed, edits: 30)
    #expect(try recovered() == states.last)
  }

  /// Cut off after any number of bytes, the journal holds exactly the edits whose lines are whole.
  @Test("a journal cut anywhere has the edits before the cut") func cutAnywhere() throws {
    let states = try abandonSession(seed: 3, edits: 12)
    let whole = try #require(WholeFile.bytes(journalPath))
    let header = try #require(whole.firstIndex(of: 0x0A))
    let current = try DocumentFile(opening: path).document
    for length in stride(from: whole.count, through: 0, by: -1) {
      // Every cut of the end and beside an end of a line; of the others some.
      let near = whole[max(0, length - 2)..<min(whole.count, length + 2)]
      let isTold = length > whole.count - 30 || near.contains(0x0A)
      if length > header, !isTold, !length.isMultiple(of: 97) { continue }
      truncate(journalPath, off_t(length))
      if length < header, !length.isMultiple(of: 101) { continue }
      guard length > header else {
        #expect(FoundJournal.all(companion).isEmpty, "\(length)")
        continue
      }
      let kept = whole[..<length].count { $0 == 0x0A } - 1
      let journal = try #require(try found())
      #expect(Recovery(journal, current: current)?.edited == states[kept], "\(length)")
      #expect(journal.hasTornEnd == (whole[length - 1] != 0x0A))
      #expect(journal.damagedLines.isEmpty)
    }
  }

  @Test("only the damaged line is skipped and reported") func damagedLine() throws {
    _ = try abandonSession(seed: 4, edits: 10, structural: false)
    var bytes = try #require(WholeFile.bytes(journalPath))
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    bytes[ends[3] + 20] ^= 1
    WholeFile.write(bytes, journalPath)
    let journal = try #require(try found())
    #expect(journal.damagedLines == [5])
    #expect(journal.entries.count == 9)
    #expect(!journal.hasTornEnd)
  }

  @Test("a journal with a damaged first line is reported, can be discarded, and excludes nobody")
  func damagedFirstLine() throws {
    _ = try abandonSession(seed: 4, edits: 3)
    var bytes = try #require(WholeFile.bytes(journalPath))
    bytes[20] ^= 1
    WholeFile.write(bytes, journalPath)
    let found = try #require(FoundJournal.all(companion).first)
    #expect(found.journal == nil)
    #expect(found.damage.contains("first line of \(journalPath)"))
    // Editing continues with a journal elsewhere, which is reported once.
    let states = try abandonSession(seed: 5, edits: 3)
    #expect(WholeFile.bytes(journalPath) == bytes)
    #expect(try recovered() == states.last)
    let session = try EditingSession(
      opening: path, new: .standard(.celsius), stateFolder: folder.path("state"))
    #expect(session.recovery?.edited == states.last)
    #expect(session.takeJournalProblem()?.contains(journalPath) == true)
    #expect(session.takeJournalProblem() == nil)
    try session.discardRecovery()
    session.close(discarding: false)
    try #require(FoundJournal.all(companion).first).setAside(companion)
    #expect(folder.names == [".home.json.setpoint-given-up", "home.json", "state"])
  }

  @Test("the journal is for its owner alone") func ownerAlone() throws {
    _ = try abandonSession(seed: 6, edits: 1)
    let status = try SystemCalls().status(of: journalPath, following: false)
    #expect(status.mode == 0o600)
    #expect(status.kind == .file)
  }

  @Test("a link in place of the journal is neither followed nor replaced")
  func linkInPlace() throws {
    WholeFile.write([1, 2, 3], folder.path("victim"))
    symlink("victim", journalPath)
    let states = try abandonSession(seed: 7, edits: 3)
    #expect(WholeFile.bytes(folder.path("victim")) == [1, 2, 3])
    #expect(try recovered() == states.last)
    #expect(FoundJournal.all(companion).first?.path.hasPrefix(folder.path("state")) == true)
  }

  @Test(
    "a journal of a user who may not write the document is reported and not read",
    .enabled(if: geteuid() == 0))
  func journalOfAnother() throws {
    _ = try abandonSession(seed: 7, edits: 3)
    chown(journalPath, 4321, 4321)
    #expect(FoundJournal.all(companion).map { $0.journal == nil } == [true])
    #expect(FoundJournal.all(companion).first?.damage.hasSuffix("belongs to another user") == true)
    chown(path, 4321, 4321)
    #expect(try found() != nil)
  }

  /// The file changed after the program had died: what it edited is merged, and what both changed is
  /// listed and stays as the file has it.
  @Test("edits are merged into a file that has changed", arguments: [true, false])
  func mergesEdits(isLarge: Bool) throws {
    if isLarge {
      let blanks = [UInt8](repeating: 0x20, count: 1 << 20)
      WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)) + blanks, path)
    }
    let session = try EditingSession(opening: path, new: .standard(.celsius))
    var contents = session.file.document.contents
    let row = RowAddress(.monday, .wake)
    for heat in [66, 67] {
      contents.schedules[0].week[row].heat = Temperature(heat)
      try session.record(contents)
    }
    contents.schedules[0].week[row].cool = Temperature(79)
    try session.record(contents)
    session.close(discarding: false)

    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[row].heat = Temperature(64)
    other.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(65)
    try other.save()
    let journal = try #require(try found())
    let recovery = try #require(Recovery(journal, current: other.document))
    #expect(!recovery.isUnchanged)
    #expect(recovery.lines(each: true) == ["Monday wake cool 78 -> 79"])
    #expect(recovery.merge.conflicts.map(\.cell) == [CellAddress(row, .heat)])
    #expect(recovery.merge.contents.schedules[0].week[row].heat == Temperature(64))
  }

  /// Each system call of recording fails in turn: the error is reported, earlier edits stay, and
  /// the next attempt keeps everything.
  @Test("a journal that cannot be written stays whole and is tried again")
  func failingWrites() throws {
    for place in 0... {
      unlink(journalPath)
      let files = FaultyFileSystem(.refusal(EIO), at: place, pieces: 40)
      let session = try EditingSession(
        opening: path, new: .standard(.celsius), stateFolder: folder.path("state"), on: files)
      var contents = session.file.document.contents
      var states = [contents]
      for heat in [60, 61, 62, 63] {
        contents.schedules[0].week[RowAddress(.monday, .wake)].heat = Temperature(heat)
        try? session.record(contents)
        states.append(contents)
      }
      try session.record(contents)
      session.close(discarding: false)
      #expect(try recovered() == states.last, "\(place) of \(files.calls)")
      guard files.hasFailed else {
        #expect(place > 12)
        return
      }
    }
  }
}
