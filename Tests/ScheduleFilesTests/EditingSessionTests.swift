@testable import ScheduleFiles
import ScheduleText
import ScheduleModel
import TestSupport
import TestTraits
import Testing
import CLibrary

@Suite(.waits) struct EditingSessionTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("home.json") }
  private let row = RowAddress(.tuesday, .leave)

  init() {
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
  }

  /// Waits, since a child of another test keeps files open until it runs its program.
  private func open(
    _ access: SessionAccess = .edit(waiting: .seconds(3600)),
    on files: any FileSystem = SystemCalls()
  ) throws -> EditingSession {
    try EditingSession(
      opening: path, new: .standard(.fahrenheit), access: access,
      stateFolder: folder.path("state"), on: files)
  }

  private func edited(_ heat: Int, _ session: EditingSession) -> Contents {
    var contents = session.file.document.contents
    contents.schedules[0].week[row].heat = Temperature(heat)
    return contents
  }

  private func heatInFile() throws -> Temperature? {
    try DocumentFile(opening: path).document.contents.schedules[0].week[row].heat
  }

  @Test("reading leaves no files") func lookingLeavesNothing() throws {
    let session = try open()
    session.close(discarding: false)
    #expect(folder.names == ["home.json"])
  }

  @Test("saving writes the file and removes the journal") func saving() throws {
    let session = try open()
    try session.record(edited(64, session))
    #expect(folder.names.contains(".home.json.setpoint-journal"))
    try session.save(edited(64, session))
    session.close(discarding: false)
    #expect(folder.names == ["home.json"])
    #expect(try heatInFile() == Temperature(64))
  }

  @Test("an unsaved edit is found, recovered and still kept") func unsavedEdit() throws {
    let before = WholeFile.bytes(path)
    let dead = try open()
    try dead.record(edited(64, dead))
    dead.close(discarding: false)
    // Twice: edits that were recovered and not saved are found again.
    for _ in 0..<2 {
      let session = try open()
      #expect(session.recovery?.lines(each: true) == ["Tuesday leave heat 62 -> 64"])
      #expect(session.recovery?.isUnchanged == true)
      let contents = try session.recover().contents
      #expect(contents == edited(64, session))
      #expect(WholeFile.bytes(path) == before)
      session.close(discarding: false)
    }
    let session = try open()
    try session.save(try session.recover().contents)
    session.close(discarding: false)
    #expect(try heatInFile() == Temperature(64))
    #expect(folder.names == ["home.json"])
  }

  @Test("discarded edits are gone") func discardedEdits() throws {
    let dead = try open()
    try dead.record(edited(64, dead))
    dead.close(discarding: false)
    let session = try open()
    try session.discardRecovery()
    session.close(discarding: false)
    #expect(try open().recovery == nil)
    // Aside until the next save.
    #expect(folder.names == [".home.json.setpoint-given-up", "home.json"])
    let other = try open()
    try other.record(edited(64, other))
    other.close(discarding: true)
    #expect(folder.names == [".home.json.setpoint-given-up", "home.json"])
    let third = try open()
    try third.save(edited(65, third))
    third.close(discarding: false)
    #expect(folder.names == ["home.json"])
  }

  /// The program died between the rename and the removal of the journal.
  @Test("a journal of saved edits is not recovered") func savedEdits() throws {
    let session = try open()
    try session.record(edited(64, session))
    let journal = try #require(WholeFile.bytes(folder.path(".home.json.setpoint-journal")))
    try session.save(edited(64, session))
    session.close(discarding: false)
    WholeFile.write(journal, folder.path(".home.json.setpoint-journal"))
    #expect(try open().recovery == nil)
    #expect(folder.names == ["home.json"])
  }

  @Test("a second editor names the first") func secondEditor() throws {
    let first = try open()
    do {
      _ = try open(.edit())
      Issue.record("opened twice")
    } catch let error as FileError {
      guard case .held(.session, let holder?) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(holder.process == Int(getpid()))
    }
    let onlooker = try open(.readOnly)
    #expect(onlooker.isReadOnly)
    try onlooker.record(edited(60, onlooker))
    #expect(!folder.names.contains(".home.json.setpoint-journal"))
    first.close(discarding: false)
    _ = try open()
  }

  @Test("a change by another program is found by its text and merged") func changeByAnother()
    throws
  {
    let session = try open()
    let descriptor = try #require(session.beginWatching())
    func isReadable(_ limit: Int32) -> Bool {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&watched, 1, limit) == 1
    }
    // What happened while the session was opened.
    guard case .same? = session.outsideFileChange() else { throw Unexpected() }
    #expect(!isReadable(20))
    // The same text again is not a change.
    WholeFile.write(WholeFile.bytes(path) ?? [], path)
    #expect(isReadable(-1))
    guard case .same? = session.outsideFileChange() else { throw Unexpected() }
    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[row].cool = Temperature(88)
    other.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(66)
    try other.save()
    #expect(isReadable(-1))
    guard case .changed(let document) = session.outsideFileChange() else { throw Unexpected() }
    var mine = edited(64, session)
    mine.schedules[0].week[row].cool = Temperature(89)
    try session.record(mine)
    // Saving without having merged is refused.
    do {
      try session.save(mine)
      Issue.record("saved over a change")
    } catch {
      guard case .changedOutside = error else { throw Unexpected() }
    }
    let merge = session.merge(document, into: mine)
    #expect(merge.conflicts.map(\.cell) == [CellAddress(row, .cool)])
    #expect(merge.contents.schedules[0].week[row].heat == Temperature(64))
    try session.save(merge.contents)
    session.close(discarding: false)
    #expect(try DocumentFile(opening: path).document.contents == merge.contents)
    #expect(folder.names == ["home.json"])
  }

  @Test("a change before the file is watched is noticed once") func changeBeforeFile() throws {
    let session = try open()
    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[row].cool = Temperature(88)
    try other.save()
    _ = session.beginWatching()
    guard case .changed(let document) = session.outsideFileChange() else { throw Unexpected() }
    #expect(document.contents == other.document.contents)
    guard case nil = session.outsideFileChange() else { throw Unexpected() }
  }

  /// After a merge the journal counts from the new text.
  @Test("merged edits are recovered too") func mergedRecovered() throws {
    let dead = try open()
    try dead.record(edited(64, dead))
    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(66)
    try other.save()
    let merge = dead.merge(other.document, into: edited(64, dead))
    try dead.record(merge.contents)
    dead.close(discarding: false)
    let session = try open()
    #expect(session.recovery?.isUnchanged == true)
    #expect(session.recovery?.merge.contents == merge.contents)
    #expect(session.recovery?.lines(each: true) == ["Tuesday leave heat 62 -> 64"])
  }

  @Test("a change by another program is kept though its merge cannot be journaled")
  func mergeWithoutJournal() throws {
    let files = DiskWithoutRoom()
    let session = try open(on: files)
    var other = try DocumentFile(opening: path)
    other.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].heat = Temperature(66)
    try other.save()
    files.isFull = true
    let merge = session.merge(other.document, into: edited(64, session))
    // The editor's next record reports it.
    #expect(throws: FileError.self) { try session.record(merge.contents) }
    files.isFull = false
    try session.save(merge.contents)
    #expect(try heatInFile() == Temperature(64))
    #expect(try DocumentFile(opening: path).document.contents == merge.contents)
    session.close(discarding: true)
  }

  @Test("a removed file is reported and written again") func removedFile() throws {
    let session = try open()
    unlink(path)
    guard case .removed = session.outsideFileChange() else { throw Unexpected() }
    try session.save(session.file.document.contents)
    #expect(WholeFile.bytes(path) == CanonicalText.text(of: .standard(.fahrenheit)))
  }

  @Test("a new document is kept before its first save") func newDocument() throws {
    unlink(path)
    let dead = try open()
    #expect(dead.file.document.isNew)
    try dead.record(edited(64, dead))
    dead.close(discarding: false)
    #expect(WholeFile.bytes(path) == nil)
    let session = try open()
    let contents = try session.recover().contents
    #expect(contents.schedules[0].week[row].heat == Temperature(64))
    try session.save(contents)
    session.close(discarding: false)
    #expect(try heatInFile() == Temperature(64))
    #expect(folder.names == ["home.json"])
  }

  /// Whatever fails while saving, the edit is in the file or in the journal.
  @Test("whichever call of a save fails, the edit is kept", arguments: [EIO, EROFS])
  func failingSaves(number: Int32) throws {
    for place in 0... {
      WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
      let before = WholeFile.bytes(path)
      let files = FaultyFileSystem(.refusal(number), at: place)
      let session = try open(on: files)
      let contents = edited(64, session)
      for _ in 0..<2 { try? session.record(contents) }
      let isSaved = (try? session.save(contents)) != nil
      session.close(discarding: false)
      if isSaved {
        #expect(try heatInFile() == Temperature(64), "\(place) of \(files.calls)")
        #expect(try open().recovery == nil, "\(place)")
      } else {
        #expect(WholeFile.bytes(path) == before, "\(place) of \(files.calls)")
        let next = try open()
        #expect(next.recovery?.merge.contents == contents, "\(place) of \(files.calls)")
        try next.discardRecovery()
      }
      guard files.hasFailed else {
        #expect(isSaved && place > 20)
        return
      }
    }
  }

  /// Files of a killed writer are removed; those of a running writer are not.
  @Test("temporary files of dead processes are removed") func filesOfTheDead() throws {
    let foreign = [".home.json.backup.tmp", ".home.json.old2.tmp"]
    let own = [
      "home.json", ".home.json.setpoint-lock", ".home.json.setpoint-journal",
      ".home.json.setpoint-journal.new",
    ]
    for name in own.map({ ".\($0).1abc.setpoint-tmp" }) + foreign {
      WholeFile.write([1], folder.path(name))
    }
    let session = try open()
    session.close(discarding: false)
    #expect(folder.names == foreign + ["home.json"])
  }

  @Test("a temporary file of a lock that is just being made is not removed")
  func fileOfANewLock() throws {
    let name = "..home.json.setpoint-lock.1abc.setpoint-tmp"
    let files = SystemCalls()
    let descriptor = try files.open(folder.path(name), .createNew)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_start = 1 << 40
    #expect(fcntl(descriptor, file_lock_try, &lock) == 0)
    try open().close(discarding: false)
    #expect(folder.names.contains(name))
    try files.close(descriptor)
    try open().close(discarding: false)
    #expect(!folder.names.contains(name))
  }

  @Test(
    "a folder can be removed while its document is edited, and the edits stay in the state folder")
  func removedFolder() throws {
    let session = try open()
    try session.record(edited(64, session))
    let made = folder.names
    for name in made where name != "state" { unlink(folder.path(name)) }
    // The editor's reaction when its watch reports that the file is gone.
    try session.record(edited(64, session))
    try session.record(edited(65, session))
    #expect(made.count == 3, "\(made)")
    #expect(folder.names == ["state"])
    session.close(discarding: false)
    #expect(try open().recovery?.edited.schedules[0].week[row].heat == Temperature(65))
  }

  @Test("recording reaches the disk in the background") func recordingReachesDisk() throws {
    let session = try open()
    try session.record(edited(64, session))
    session.sync.wait()
    #expect(session.takeJournalProblem() == nil)
  }

  @Test("a journal that cannot be written to the disk is reported once")
  func diskFails() throws {
    // Read-only sessions aside, the first fsync of a session is the journal's.
    let files = FailingDisk()
    let session = try open(on: files)
    try session.record(edited(64, session))
    session.sync.wait()
    #expect(session.takeJournalProblem()?.hasPrefix("cannot keep edits for recovery: ") == true)
    #expect(session.takeJournalProblem() == nil)
  }

  @Test("an unknown member and a schedule added are recovered, and theirs do not go astray")
  func membersAreRecovered() throws {
    let text = String(decoding: WholeFile.bytes(path) ?? [], as: UTF8.self)
    WholeFile.write(
      Array(text.replacing("\"days\"", with: "\"zone\": 7,\n      \"days\"").utf8), path)
    let dead = try open()
    var contents = edited(64, dead)
    contents.schedules.insert(.new(name: "New", week: .standard(.fahrenheit)), at: 0)
    try dead.record(contents)
    dead.close(discarding: false)
    let session = try open()
    try session.save(try session.recover().contents)
    session.close(discarding: false)
    let schedules = ReadJSON(WholeFile.bytes(path) ?? [])["schedules"]?.elements ?? []
    #expect(schedules.map { $0["zone"] } == [nil, .number("7")])
  }

  @Test("saving goes on after another program removed a schedule")
  func removedOutside() throws {
    var document = try DocumentFile(opening: path)
    for name in ["B", "C"] {
      document.document.contents.schedules.append(
        Schedule(name: name, week: .standard(.fahrenheit)))
    }
    try document.save()
    let session = try open()
    var contents = session.file.document.contents
    contents.schedules[2].week[row].heat = Temperature(64)
    document.document.contents.schedules.remove(at: 0)
    try document.save()
    guard case .changed(let other) = session.outsideFileChange() else {
      // Without a watch only saving looks.
      return try saveMerged(session, contents)
    }
    try session.save(session.merge(other, into: contents).contents)
    #expect(try DocumentFile(opening: path).document.contents.schedules.map(\.name) == ["B", "C"])
  }

  private func saveMerged(_ session: EditingSession, _ contents: Contents) throws {
    do throws(FileError) {
      try session.save(contents)
      Issue.record("saved over a change")
    } catch {
      guard case .changedOutside(let other) = error else { throw Unexpected() }
      try session.save(session.merge(other, into: contents).contents)
    }
    let schedules = try DocumentFile(opening: path).document.contents.schedules
    #expect(schedules.map(\.name) == ["B", "C"])
    #expect(schedules[1].week[row].heat == Temperature(64))
  }
}

/// Something else happened than was asked for.
private struct Unexpected: Error {}

/// A disk that has no room for a new file while it is full.
private final class DiskWithoutRoom: FaultyFileSystem, @unchecked Sendable {
  var isFull = false

  override func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32 {
    if isFull, [.createNew, .createUsual].contains(mode) { throw CallFailure(ENOSPC) }
    return try super.open(path, mode)
  }
}
