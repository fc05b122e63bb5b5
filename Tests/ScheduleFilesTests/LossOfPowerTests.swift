@testable import ScheduleFiles
import ScheduleModel
import ScheduleText
import TestSupport
import Testing

/// Losing power at any moment of a save, of an edit being kept, of a recovery: `CrashStates` says what may
/// be found then.
@Suite struct LossOfPowerTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("home.json") }
  private var journal: String { folder.path(".home.json.setpoint-journal") }
  private let row = RowAddress(.tuesday, .leave)
  private static let old = CanonicalText.text(of: .standard(.fahrenheit))

  init() { WholeFile.write(Self.old, path) }

  private func document(_ heat: Int, _ session: EditingSession) -> Contents {
    var contents = session.file.document.contents
    contents.schedules[0].week[row].heat = Temperature(heat)
    return contents
  }

  private func open(
    on files: RecordedFileSystem, largestJournal: Int = 64 << 20
  ) throws -> EditingSession {
    try EditingSession(
      opening: path, new: .standard(.fahrenheit), access: .edit(waiting: .seconds(3600)),
      stateFolder: folder.path("state"), largestJournal: largestJournal, on: files)
  }

  /// Records an edit and waits until it is confirmed to be on the disk.
  private func record(
    _ contents: Contents, _ session: EditingSession, _ files: RecordedFileSystem, as number: Int
  ) throws {
    try session.record(contents)
    session.sync.wait()
    #expect(session.takeJournalProblem() == nil)
    files.acknowledge(number)
  }

  /// The heats that a session which begins with this folder has or lists: in the file, taken over, or in
  /// conflict.
  private func heats(in state: CrashStates.Folder) throws -> [Temperature] {
    let text = try #require(state[path], "the file is there")
    let document = try ScheduleDocument(reading: text, file: "")
    var all = [document.contents]
    for name in [journal, folder.path(".home.json.setpoint-undecided")] {
      guard let bytes = state[name], let journal = Journal(bytes) else { continue }
      // Only confirmed edits are expected, so a damaged end counts as missing.
      guard let recovery = Recovery(journal, current: document) else { continue }
      all += [recovery.merge.contents, recovery.edited]
    }
    return all.compactMap { $0.schedules[0].week[row].heat }
  }

  @Test("during a save the file is old or new; after it, new") func save() throws {
    let files = RecordedFileSystem([path: Self.old])
    let new = Self.old + Array("\n\n".utf8)
    #expect(try AtomicFile.write(new, to: path, on: files))
    files.acknowledge(1)
    let (all, different) = CrashStates(files).forEach { state, acknowledged in
      #expect(state[path] == new || acknowledged == 0 && state[path] == Self.old)
    }
    #expect(all > 10 && different >= 3, "\(all) states, \(different)")
  }

  @Test("a new file exists completely or not at all") func newFile() throws {
    let files = RecordedFileSystem([:])
    let path = folder.path("new.json")
    try AtomicFile.write(Self.old, to: path, existing: .refuse, on: files)
    files.acknowledge(1)
    let (all, _) = CrashStates(files).forEach { state, acknowledged in
      #expect(state[path] == Self.old || acknowledged == 0 && state[path] == nil)
    }
    #expect(all > 10, "\(all) states")
  }

  @Test("a confirmed edit survives a power failure at any time")
  func edits() throws {
    let files = RecordedFileSystem([path: Self.old])
    let session = try open(on: files)
    for number in 1...3 { try record(document(63 + number, session), session, files, as: number) }
    try session.save(document(66, session))
    let saved = try #require(WholeFile.bytes(path))
    try record(document(67, session), session, files, as: 4)
    try session.save(document(67, session))
    let savedAgain = try #require(WholeFile.bytes(path))
    session.close(discarding: false)
    let (all, different) = try CrashStates(files).forEach { state, acknowledged in
      #expect([Self.old, saved, savedAgain].contains(state[path]))
      let found = try heats(in: state).contains { $0 >= Temperature(63 + acknowledged) }
      #expect(acknowledged == 0 || found, "\(acknowledged) edits, \(state.keys)")
    }
    #expect(all > 50 && different > 20, "\(all) states, \(different)")
  }

  @Test("rewriting a journal loses nothing", arguments: [false, true])
  func begunAnew(isRemoved: Bool) throws {
    let files = RecordedFileSystem([path: Self.old])
    let session = try open(on: files, largestJournal: isRemoved ? 64 << 20 : 3_000)
    for number in 1...6 { try record(document(63 + number, session), session, files, as: number) }
    if isRemoved {
      // Another program merges its change in between.
      var other = try DocumentFile(opening: path)
      other.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].cool = Temperature(88)
      try other.save(on: files)
      let merge = session.merge(other.document, into: document(69, session))
      session.sync.wait()
      #expect(merge.conflicts.isEmpty)
    }
    session.close(discarding: false)
    let (all, _) = try CrashStates(files).forEach { state, acknowledged in
      let found = try heats(in: state).contains { $0 >= Temperature(63 + acknowledged) }
      #expect(acknowledged == 0 || found, "\(acknowledged) edits, \(state.keys)")
    }
    #expect(all > 50, "\(all) states")
  }

  @Test("a recovery loses nothing, and neither does the save after it", arguments: [false, true])
  func recovery(hasConflict: Bool) throws {
    let dead = try open(on: RecordedFileSystem([path: Self.old]))
    try dead.record(document(64, dead))
    dead.close(discarding: false)
    if hasConflict {
      var other = try DocumentFile(opening: path)
      other.document.contents.schedules[0].week[row].heat = Temperature(60)
      try other.save()
    }
    let text = try #require(WholeFile.bytes(path))
    let files = RecordedFileSystem([path: text, journal: try #require(WholeFile.bytes(journal))])
    files.acknowledge(1)
    let session = try open(on: files)
    var contents = try session.recover().contents
    contents.schedules[0].week[RowAddress(.sunday, .wake)].cool = Temperature(88)
    try record(contents, session, files, as: 1)
    let (all, _) = try CrashStates(files).forEach { state, _ in
      #expect(state[path] == text)
      let found = try heats(in: state).contains(Temperature(64))
      #expect(found, "\(state.keys)")
    }
    #expect(all > 10, "\(all) states")
    try session.save(contents)
    let saved = try #require(WholeFile.bytes(path))
    session.close(discarding: false)
    _ = try CrashStates(files).forEach { state, _ in
      let isSaved = state[path] == saved
      #expect(isSaved || state[path] == text)
      let found = try heats(in: state).contains(Temperature(64))
      #expect(isSaved || found, "\(state.keys)")
    }
  }

  @Test("an in-place write can leave a partial text only while it runs")
  func inPlace() throws {
    let files = RecordedFileSystem([path: Self.old])
    let new = Self.old + Array("\n\n".utf8)
    try AtomicFile.write(
      new, to: path, existing: .replaceText(Self.old), policy: .inPlace, on: files)
    files.acknowledge(1)
    _ = CrashStates(files).forEach { state, acknowledged in
      #expect(acknowledged == 0 || state[path] == new)
    }
  }
}
