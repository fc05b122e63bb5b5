@testable import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport
import TestTraits
import Testing
import CLibrary

/// Taking over what a session that died had edited, while the file, the journal and the folder are not as
/// they were.
@Suite(.waits) struct RecoveryTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("home.json") }
  private var journalPath: String { folder.path(".home.json.setpoint-journal") }
  private var companion: CompanionFile {
    CompanionFile(of: path, stateFolder: folder.path("state"))
  }
  private let row = RowAddress(.tuesday, .wake)

  init() {
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
  }

  private func open(
    stateFolder: String? = nil, on files: any FileSystem = SystemCalls()
  ) throws -> EditingSession {
    try EditingSession(
      opening: path, new: .standard(.fahrenheit), access: .edit(waiting: .seconds(3600)),
      stateFolder: stateFolder ?? folder.path("state"), on: files)
  }

  /// Leaves an edit, Tuesday wake heat, as a session that died does.
  private func abandon(_ heats: Int...) throws {
    let dead = try open()
    for heat in heats { try dead.record(document(heat, dead)) }
    dead.close(discarding: false)
  }

  private func document(_ heat: Int, _ session: EditingSession) -> Contents {
    var contents = session.file.document.contents
    contents.schedules[0].week[row].heat = Temperature(heat)
    return contents
  }

  private func setInFile(_ heat: Int, _ row: RowAddress? = nil) throws {
    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[row ?? self.row].heat = Temperature(heat)
    try other.save()
  }

  private func heatInFile() throws -> Temperature? {
    try DocumentFile(opening: path).document.contents.schedules[0].week[row].heat
  }

  @Test("recovery does not undo changes made while the edits are listed")
  func changedWhileListed() throws {
    try abandon(65)
    let session = try open()
    #expect(session.recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 65"])
    try setInFile(64)
    try setInFile(69, RowAddress(.sunday, .wake))
    let recovered = try session.recover()
    #expect(recovered.contents.schedules[0].week[row].heat == Temperature(64))
    #expect(
      recovered.contents.schedules[0].week[RowAddress(.sunday, .wake)].heat == Temperature(69))
    #expect(recovered.merges.map { $0.conflicts.map(\.cell) } == [[CellAddress(row, .heat)]])
    #expect(recovered.merges[0].theirs.schedules[0].week[row].heat == Temperature(65))
    #expect(recovered.file == recovered.contents)
    try session.save(recovered.contents)
    #expect(try heatInFile() == Temperature(64))
  }

  @Test("conflicts are listed again until a save, even if the editor is killed often")
  func conflictsStay() throws {
    try abandon(65)
    try setInFile(64)
    for _ in 0..<3 {
      let session = try open()
      let recovered = try session.recover()
      #expect(recovered.merges.map { $0.conflicts.map(\.theirs) } == [["65"]])
      session.close(discarding: false)
    }
    let session = try open()
    try session.save(try session.recover().contents)
    session.close(discarding: false)
    #expect(folder.names == ["home.json"])
    #expect(try open().recovery == nil)
  }

  @Test("undecided conflicts of several recoveries are all kept")
  func olderConflictsStay() throws {
    try abandon(65)
    try setInFile(64)
    for number in 0..<3 {
      let session = try open()
      var contents = try session.recover().contents
      contents.schedules[0].week[RowAddress(.friday, .wake)].heat = Temperature(50 + number)
      try session.record(contents)
      session.close(discarding: false)
      try setInFile(60 + number, RowAddress(.friday, .wake))
    }
    let session = try open()
    let recovered = try session.recover()
    #expect(
      recovered.merges.flatMap { $0.conflicts.map(\.theirs) } == ["65", "50", "51", "52"])
    session.close(discarding: false)
    #expect(FoundJournal.all(companion, .undecided).count == 4)
    let next = try open()
    try next.discardRecovery()
    // All of them, and the journal that the last session began.
    #expect(FoundJournal.all(companion, .undecided).isEmpty)
    #expect(FoundJournal.all(companion, .givenUp).count >= 4)
    try next.save(document(66, next))
    next.close(discarding: false)
    #expect(folder.names == ["home.json"])
  }

  @Test("a recovery that was killed between its two renames is found")
  func killedRecovery() throws {
    try abandon(65)
    _ = rename(journalPath, folder.path(".home.json.setpoint-undecided"))
    WholeFile.write([1, 2, 3], journalPath + ".new")
    let session = try open()
    #expect(session.recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 65"])
    try session.save(try session.recover().contents)
    session.close(discarding: false)
    #expect(folder.names == ["home.json"])
  }

  @Test("a journal with only damaged lines does not count as saved")
  func damagedLines() throws {
    try abandon(65, 66)
    var bytes = try #require(WholeFile.bytes(journalPath))
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    bytes[ends[0] + 20] ^= 1
    bytes[ends[1] + 20] ^= 1
    // Not the last line, which a crash may tear.
    bytes += bytes[(ends[1] + 1)...ends[2]]
    WholeFile.write(bytes, journalPath)
    let session = try open()
    let recovery = try #require(session.recovery)
    #expect(recovery.skipped.count == 3, "\(recovery.skipped)")
    #expect(recovery.skipped[0] == "line 2 of the journal is damaged and was skipped")
    _ = try session.recover()
    // The damaged journal is kept until a save.
    #expect(WholeFile.bytes(folder.path(".home.json.setpoint-undecided")) == bytes)
  }

  @Test(
    "a journal is missing only if no file exists",
    // Root reads everything.
    arguments: ["rm J; ln -s home.json J", "rm J; mkdir J", "rm J; mkfifo J"]
      + (geteuid() == 0 ? [] : ["chmod 000 J"]))
  func obstacles(command: String) throws {
    try abandon(65)
    _ = try ShellCommand(
      command.replacing("J", with: ".home.json.setpoint-journal"), in: folder.path)
    let found = FoundJournal.all(companion)
    #expect(found.map { $0.journal == nil } == [true])
    #expect(found.first?.damage.contains("cannot be read: ") == true)
    // Editing continues, reports it once, and keeps its edits elsewhere.
    let session = try open()
    #expect(session.takeJournalProblem()?.contains(journalPath) == true)
    try session.record(document(66, session))
    session.close(discarding: false)
    #expect(try open().recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 66"])
    for journal in FoundJournal.all(companion) { try journal.setAside(companion) }
    #expect(FoundJournal.all(companion).isEmpty)
  }

  @Test(
    "a journal is read in a read-only folder",
    .enabled(if: geteuid() != 0, "root writes to every folder"))
  func readOnlyJournal() throws {
    try abandon(65)
    chmod(journalPath, 0o400)
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(FoundJournal.all(companion).first?.journal?.entries.count == 1)
  }

  @Test(
    "the journal beside a document needs no state folder",
    arguments: ["/dev/null/state", "/" + String(repeating: "x", count: 300)])
  func noStateFolder(stateFolder: String) throws {
    try abandon(65)
    let session = try open(stateFolder: stateFolder)
    #expect(session.recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 65"])
    #expect(session.takeJournalProblem() == nil)
    try session.save(try session.recover().contents)
    #expect(try heatInFile() == Temperature(65))
  }

  @Test("discarded edits are kept until the next save")
  func givenUp() throws {
    try abandon(65)
    let session = try open()
    try session.discardRecovery()
    #expect(session.recovery == nil)
    #expect(FoundJournal.all(companion, .givenUp).map { $0.journal?.entries.count } == [1])
    try session.save(document(66, session))
    #expect(FoundJournal.all(companion, .givenUp).isEmpty)
  }

  @Test("a removed journal is written again with all its edits")
  func removedJournal() throws {
    let session = try open()
    try session.record(document(65, session))
    unlink(journalPath)
    // Nothing new was edited.
    try session.record(document(65, session))
    #expect(session.keepsEdits)
    session.close(discarding: false)
    #expect(try open().recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 65"])
  }

  @Test("a removed lock is taken again")
  func removedLock() throws {
    let session = try open()
    unlink(folder.path(".home.json.setpoint-lock"))
    try session.record(document(65, session))
    #expect(throws: FileError.self) {
      try EditingSession(opening: path, new: .standard(.fahrenheit))
    }
    session.close(discarding: false)
  }

  @Test("edits are reported as kept only if they are")
  func folderRemoved() throws {
    let session = try open(stateFolder: "/dev/null/state")
    try session.record(document(65, session))
    #expect(session.keepsEdits)
    for name in folder.names { unlink(folder.path(name)) }
    rmdir(folder.path)
    #expect(throws: FileError.self) { try session.record(document(66, session)) }
    #expect(!session.keepsEdits)
    session.close(discarding: false)
  }

  @Test("a journal above its size limit is rewritten with the same edits")
  func boundedJournal() throws {
    let session = try EditingSession(
      opening: path, new: .standard(.fahrenheit), stateFolder: folder.path("state"),
      largestJournal: 40_000)
    var document = session.file.document.contents
    // Each is the whole document, some 4 KiB.
    for number in 0..<70 {
      document.schedules[0].name = "N\(number)"
      try session.record(document)
      let size = try SystemCalls().status(of: journalPath, following: false).size
      #expect(size < 50_000)
    }
    session.close(discarding: false)
    let recovery = try #require(try open().recovery)
    #expect(recovery.edited == document)
  }

  @Test("edits that would be too large to read are not reported as kept")
  func tooLarge() throws {
    let session = try open()
    try session.record(document(65, session))
    var large = document(66, session)
    large.schedules[0].notes = String(repeating: "n", count: 5 << 20)
    let error = #expect(throws: FileError.self) { try session.record(large) }
    #expect(
      error?.description
        == "cannot keep edits for recovery: the document is too large, and cannot be saved either")
    #expect(throws: FileError.self) { try session.save(large) }
    #expect(!session.keepsEdits)
    // What comes after it is kept again.
    try session.record(document(67, session))
    #expect(session.keepsEdits)
    session.close(discarding: false)
    #expect(try open().recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 67"])
  }

  @Test("every document that can be saved can be kept, even if it is too large in canonical layout")
  func shortLayout() throws {
    var contents = Contents.standard(.fahrenheit)
    contents.schedules = (0..<600).map { number in
      var schedule = Schedule(name: "S\(number)", week: .standard(.fahrenheit))
      schedule.notes = String(repeating: "n", count: 5_100)
      return schedule
    }
    let laidOut = CanonicalText.text(of: contents)
    #expect(laidOut.count > 4 << 20)
    WholeFile.write(laidOut.filter { $0 > 0x20 }, path)
    let session = try open()
    var edited = session.file.document.contents
    edited.schedules[0].name = "Other"
    try session.record(edited)
    #expect(session.keepsEdits)
    session.close(discarding: false)
    #expect(try open().recovery?.edited == edited)
  }

  @Test("a journal whose fsync failed is rewritten")
  func failedDisk() throws {
    let files = DiskThatFailsOnce()
    let session = try open(on: files)
    try session.record(document(65, session))
    session.sync.wait()
    let before = try SystemCalls().status(of: journalPath, following: false).identity
    #expect(session.takeJournalProblem() != nil)
    try session.record(document(66, session))
    session.sync.wait()
    #expect(session.takeJournalProblem() == nil)
    // What the system forgot when it failed it would call written.
    #expect(try SystemCalls().status(of: journalPath, following: false).identity != before)
    session.close(discarding: false)
    #expect(try open().recovery?.lines(each: true) == ["Tuesday wake heat 70 -> 66"])
  }

  @Test("a failed fsync is reported although the next one succeeds")
  func failedDiskThenSuccess() throws {
    let files = DiskThatFailsOnce()
    let session = try open(on: files)
    try session.record(document(65, session))
    session.sync.wait()
    try session.record(document(66, session))
    session.sync.wait()
    #expect(session.takeJournalProblem() != nil)
    #expect(session.takeJournalProblem() == nil)
    session.close(discarding: true)
  }

  /// Each system call of a recovery fails in turn: the edits are in a journal that is found, or in the
  /// file.
  @Test("whichever call of a recovery fails, the edits are kept", arguments: [EIO, EROFS])
  func failingRecoveries(number: Int32) throws {
    for hasConflict in [false, true] {
      for place in 0... {
        for name in folder.names where name != "state" { unlink(folder.path(name)) }
        WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
        try abandon(65)
        if hasConflict { try setInFile(64) }
        let files = FaultyFileSystem(.refusal(number), at: place)
        let session = try open(on: files)
        let recovered = try? session.recover()
        session.close(discarding: false)
        let next = try open()
        let edited = next.recovery?.edited.schedules[0].week[row].heat
        let told = try next.recover().merges.flatMap { $0.conflicts.map(\.theirs) }
        if hasConflict {
          #expect(told == ["65"], "\(place) of \(files.calls) \(recovered == nil)")
        } else {
          #expect(edited == Temperature(65), "\(place) of \(files.calls)")
        }
        next.close(discarding: false)
        guard files.hasFailed else {
          #expect(recovered != nil && place > 0)
          break
        }
      }
    }
  }

  @Test("a name may begin with a combining mark") func combiningName() throws {
    mkdir(folder.path("sub"), 0o700)
    let path = folder.path("sub/\u{301}x.json")
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
    var file = try DocumentFile(opening: path)
    file.document.contents.schedules[0].week[row].heat = Temperature(64)
    try file.save()
    let companion = CompanionFile(of: path, stateFolder: folder.path("state"))
    let lock = try DocumentLock.acquire(.session, of: companion)
    #expect(WholeFile.bytes(folder.path("sub/.\u{301}x.json.setpoint-lock")) != nil)
    withExtendedLifetime(lock) {}
    #expect(folder.names == ["home.json", "sub"])
  }

  @Test("a pipe or a folder in place of the file is reported at once", arguments: [true, false])
  func pipeInPlace(isPipe: Bool) throws {
    let session = try open()
    _ = session.beginWatching()
    unlink(path)
    if isPipe { mkfifo(path, 0o600) } else { mkdir(path, 0o700) }
    guard case .unreadable(let error) = session.outsideFileChange() else {
      Issue.record("not noticed")
      return
    }
    #expect(error.failure == (isPipe ? .notAFile : .folder))
    #expect(throws: FileError.self) { try session.save(document(65, session)) }
    session.close(discarding: false)
    #expect(throws: FileError.self) { try open() }
  }
}

/// A disk that takes nothing once.
private final class DiskThatFailsOnce: FaultyFileSystem, @unchecked Sendable {
  override func synchronize(_ descriptor: Int32) throws(CallFailure) {
    let before = calls.count { $0 == "synchronize" }
    try super.synchronize(descriptor)
    if before == 0 { throw CallFailure(EIO) }
  }
}
