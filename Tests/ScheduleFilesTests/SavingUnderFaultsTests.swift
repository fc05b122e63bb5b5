import ScheduleFiles
import ScheduleModel
import ScheduleText
import TestSupport
import Testing
import CLibrary

/// Saving while each of its system calls in turn fails.
@Suite struct SavingUnderFaultsTests {
  private static let old = Array("the old text, of some length\n".utf8)
  private static let new = Array("the new text, which is of another length altogether\n".utf8)
  /// The disk, the file system and the folder; the source tells no others of a save apart.
  private static let numbers = [EIO, EROFS, EACCES]

  private static func document(in folder: TemporaryFolder) -> String {
    WholeFile.write(old, folder.path("target.json"))
    symlink("target.json", folder.path("link.json"))
    return folder.path("link.json")
  }

  /// How many calls a save makes when nothing fails, and which.
  private static func calls(
    _ existing: AtomicFile.Existing, policy: SavePolicy = .careful, pieces: Int = .max
  ) throws -> [String] {
    let folder = TemporaryFolder()
    let files = FaultyFileSystem(pieces: pieces)
    let path = existing == .refuse ? folder.path("new.json") : document(in: folder)
    try AtomicFile.write(new, to: path, existing: existing, policy: policy, on: files)
    #expect(WholeFile.bytes(path) == new)
    return files.calls
  }

  @Test("whichever call fails, the file is old or new", arguments: numbers)
  func callFailsFile(number: Int32) throws {
    let calls = try Self.calls(.replace)
    #expect(calls.count > 12, "\(calls)")
    for (place, call) in calls.enumerated() {
      let folder = TemporaryFolder()
      let path = Self.document(in: folder)
      let files = FaultyFileSystem(.refusal(number), at: place)
      do {
        try AtomicFile.write(Self.new, to: path, on: files)
        #expect(WholeFile.bytes(path) == Self.new, "\(call) at \(place)")
      } catch {
        #expect(WholeFile.bytes(folder.path("target.json")) == Self.old, "\(call) at \(place)")
        #expect(error.failure == CallFailure(number), "\(call) at \(place)")
        let starts = ["cannot ", "not written: cannot verify "]
        #expect(starts.contains { "\(error)".hasPrefix($0) }, "\(error)")
      }
      var status = stat()
      _ = lstat(path, &status)
      #expect(status.st_mode & S_IFMT == S_IFLNK, "\(call) at \(place)")
      let left = folder.names.filter { $0 != "link.json" && $0 != "target.json" }
      #expect(left.isEmpty, "\(call) at \(place): \(left)")
    }
  }

  @Test("failures of essential calls are reported, those of others are not")
  func callsMatterFailures()
    throws
  {
    let calls = try Self.calls(.replace)
    var failing: Set<String> = []
    for (place, call) in calls.enumerated() {
      let folder = TemporaryFolder()
      let path = Self.document(in: folder)
      do {
        try AtomicFile.write(Self.new, to: path, on: FaultyFileSystem(.refusal(EIO), at: place))
      } catch {
        failing.insert(call)
      }
    }
    #expect(
      failing == [
        "readlink", "status", "open \(OpenMode.readWrite)", "fstat", "open \(OpenMode.createNew)",
        "setMode", "write",
        "synchronize", "read",
        "rename",
      ])
  }

  @Test("a new file exists completely or not at all", arguments: numbers)
  func newFileThere(number: Int32) throws {
    for (place, call) in try Self.calls(.refuse).enumerated() {
      let folder = TemporaryFolder()
      let path = folder.path("new.json")
      do {
        let files = FaultyFileSystem(.refusal(number), at: place)
        try AtomicFile.write(Self.new, to: path, existing: .refuse, on: files)
        #expect(WholeFile.bytes(path) == Self.new, "\(call) at \(place)")
      } catch {
        #expect(folder.names.isEmpty, "\(call) at \(place): \(folder.names)")
      }
    }
  }

  @Test("interrupted calls are repeated") func interruptedCallsMade() throws {
    for (place, call) in try Self.calls(.replace).enumerated() {
      guard ["write", "read", "synchronize", "open \(OpenMode.createNew)"].contains(call) else {
        continue
      }
      let folder = TemporaryFolder()
      let path = Self.document(in: folder)
      let files = FaultyFileSystem(.interruption(times: 3), at: place)
      try AtomicFile.write(Self.new, to: path, on: files)
      #expect(WholeFile.bytes(path) == Self.new, "\(call) at \(place)")
    }
  }

  @Test("short writes and reads still write a complete file", arguments: [1, 7])
  func shortWritesReads(pieces: Int) throws {
    let calls = try Self.calls(.replace, pieces: pieces)
    #expect(calls.count { $0 == "write" } == (Self.new.count + pieces - 1) / pieces)
    // A disk that fills up between two pieces.
    for place in calls.indices where calls[place] == "write" {
      let folder = TemporaryFolder()
      let path = Self.document(in: folder)
      let files = FaultyFileSystem(.refusal(ENOSPC), at: place, pieces: pieces)
      #expect(throws: FileError.self) { try AtomicFile.write(Self.new, to: path, on: files) }
      #expect(WholeFile.bytes(path) == Self.old)
      #expect(folder.names == ["link.json", "target.json"])
    }
  }

  /// Written in place, a file cannot be kept whole by renaming: the old text is written back.
  @Test("an in-place write restores the old text", arguments: numbers)
  func placeOldText(number: Int32) throws {
    for (place, call) in try Self.calls(.replaceText(Self.old), policy: .inPlace).enumerated() {
      let folder = TemporaryFolder()
      let path = Self.document(in: folder)
      let files = FaultyFileSystem(.refusal(number), at: place)
      do {
        try AtomicFile.write(
          Self.new, to: path, existing: .replaceText(Self.old), policy: .inPlace, on: files)
        #expect(WholeFile.bytes(path) == Self.new, "\(call) at \(place)")
        #expect(!["write", "truncate", "synchronize", "read"].contains(call), "at \(place)")
      } catch {
        #expect(WholeFile.bytes(folder.path("target.json")) == Self.old, "\(call) at \(place)")
      }
    }
  }
}
