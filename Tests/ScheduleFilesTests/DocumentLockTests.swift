@testable import ScheduleFiles
import ScheduleText
import TestSupport
import TestTraits
import Synchronization
import Testing
import CLibrary

@Suite(.waits) struct DocumentLockTests {
  private let folder = TemporaryFolder()
  private let document: CompanionFile

  init() {
    WholeFile.write([1], folder.path("a.json"))
    document = CompanionFile(of: folder.path("a.json"), stateFolder: folder.path("state"))
  }

  @Test("the second process to ask learns who has the lock") func holderIsNamed() throws {
    let lock = try DocumentLock.acquire(.session, of: document)
    let failure = #expect(throws: FileError.self) {
      try DocumentLock.acquire(.session, of: document)
    }
    guard case .held(.session, let holder?) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(holder.process == Int(getpid()))
    #expect(!holder.host.isEmpty)
    #expect(holder.time.firstMatch(of: #/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/#) != nil)
    withExtendedLifetime(lock) {}
  }

  @Test("editing and changing are locked apart") func separateLocks() throws {
    let session = try DocumentLock.acquire(.session, of: document)
    let writing = try DocumentLock.acquire(.writing, of: document)
    #expect(DocumentLock.openSession(of: document) != nil)
    #expect(throws: FileError.self) { try DocumentLock.acquire(.writing, of: document) }
    withExtendedLifetime((session, writing)) {}
  }

  @Test("a released lock leaves no file") func leavesNoFile() throws {
    do {
      let session = try DocumentLock.acquire(.session, of: document)
      #expect(folder.names == [".a.json.setpoint-lock", "a.json"])
      do {
        let writing = try DocumentLock.acquire(.writing, of: document)
        withExtendedLifetime(writing) {}
      }
      #expect(folder.names == [".a.json.setpoint-lock", "a.json"])
      withExtendedLifetime(session) {}
    }
    #expect(folder.names == ["a.json"])
    #expect(DocumentLock.openSession(of: document) == nil)
  }

  /// As a child has it between fork and the program that it runs.
  @Test("a released lock is free, even if a child has a copy of the open file")
  func freeDespiteCopies() throws {
    let session = try DocumentLock.acquire(.session, of: document)
    var writing: DocumentLock? = try DocumentLock.acquire(.writing, of: document)
    let lockFile = folder.path(".a.json.setpoint-lock")
    let open = try #require(Folder.names(in: "/dev/fd")).compactMap { Int32($0) }
    let copies = open.filter { descriptor in
      var (open, there) = (stat(), stat())
      return fstat(descriptor, &open) == 0 && stat(lockFile, &there) == 0
        && (open.st_dev, open.st_ino) == (there.st_dev, there.st_ino)
    }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 2)
    writing = nil
    #expect(writing == nil)
    _ = try DocumentLock.acquire(.writing, of: document)
    withExtendedLifetime(session) {}
  }

  /// The kernel lets go when a process dies; whatever number it had may be another's by now.
  @Test("the lock of a dead process does not count") func deadHolder() throws {
    let path = folder.path(".a.json.setpoint-lock")
    WholeFile.write(Array("{\"pid\": \(getpid()), \"host\": \"h\", \"time\": \"t\"}\n".utf8), path)
    let lock = try DocumentLock.acquire(.session, of: document)
    withExtendedLifetime(lock) {}
  }

  @Test("waiting ends when the lock is free") func waitsForLock() throws {
    let first = Watched<DocumentLock?>(try DocumentLock.acquire(.writing, of: document))
    let thread = Thread {
      // Usually long enough for the wait to begin. If it begins later, the lock is free at once.
      usleep(100_000)
      first.change { $0 = nil }
    }
    let second = try DocumentLock.acquire(.writing, of: document, waiting: .seconds(3600))
    #expect(first.change { $0 == nil })
    thread.join()
    withExtendedLifetime(second) {}
    #expect(folder.names.contains(".a.json.setpoint-lock"))
  }

  @Test("waiting ends after its limit") func waitIsLimited() throws {
    let first = try DocumentLock.acquire(.writing, of: document)
    #expect(throws: FileError.self) {
      try DocumentLock.acquire(.writing, of: document, waiting: .milliseconds(50))
    }
    withExtendedLifetime(first) {}
  }

  @Test(
    "another file in place of a lock is reported and excludes nobody",
    arguments: [
      "ln -s a.json L", "mkfifo L", "mkdir L", "ln a.json L", "printf 0123456789 > L",
    ])
  func strangeLockFile(command: String) throws {
    let place = folder.path(".a.json.setpoint-lock")
    _ = try ShellCommand(
      command.replacing("L", with: ".a.json.setpoint-lock"), in: folder.path)
    let lock = try DocumentLock.acquire(.session, of: document)
    #expect(throws: FileError.self) { try DocumentLock.acquire(.session, of: document) }
    #expect(Fallback.notes.withLock { $0.all }.contains(Fallback.place(path: place)))
    #expect(folder.names.contains("state"))
    withExtendedLifetime(lock) {}
    #expect(WholeFile.bytes(folder.path("a.json")) == [1])
  }

  @Test(
    "a lock of a user who may not write the document excludes nobody",
    .enabled(if: geteuid() == 0))
  func strangersLock() throws {
    let place = folder.path(".a.json.setpoint-lock")
    WholeFile.write([], place)
    chown(place, 4321, 4321)
    chmod(place, 0o666)
    let lock = try DocumentLock.acquire(.session, of: document)
    #expect(WholeFile.bytes(place) == [])
    #expect(Fallback.notes.withLock { $0.all }.contains(Fallback.place(path: place)))
    withExtendedLifetime(lock) {}
    // Who may write the document may lock it.
    chown(folder.path("a.json"), 4321, 4321)
    let shared = try DocumentLock.acquire(.session, of: document)
    #expect(WholeFile.bytes(place) != [])
    withExtendedLifetime(shared) {}
  }

  @Test("a lock can be used by everyone who may write the document", .enabled(if: geteuid() == 0))
  func sharedLock() throws {
    let path = folder.path("a.json")
    for (mode, expected) in [(0o644, 0o600), (0o664, 0o660), (0o666, 0o666)] as [(mode_t, UInt32)] {
      chown(path, 1234, 4321)
      chmod(path, mode)
      let lock = try DocumentLock.acquire(.session, of: document)
      let status = try SystemCalls().status(
        of: folder.path(".a.json.setpoint-lock"), following: false)
      #expect((status.owner, status.group, status.mode) == (1234, 4321, expected))
      withExtendedLifetime(lock) {}
    }
    #expect(folder.names == ["a.json"])
  }

  @Test("every path of a document is the same lock") func everyPath() throws {
    symlink("a.json", folder.path("link.json"))
    mkdir(folder.path("d"), 0o700)
    let paths = ["link.json", "d/../a.json", "./a.json"]
    let lock = try DocumentLock.acquire(.session, of: document)
    for path in paths {
      #expect(throws: FileError.self, "\(path)") {
        try DocumentLock.acquire(.session, of: CompanionFile(of: folder.path(path)))
      }
    }
    withExtendedLifetime(lock) {}
  }

  @Test("a name of 255 bytes has a lock too") func longName() throws {
    let path = folder.path(String(repeating: "ä", count: 125) + ".json")
    WholeFile.write([1], path)
    let lock = try DocumentLock.acquire(.session, of: CompanionFile(of: path))
    #expect(folder.names.count == 3)
    withExtendedLifetime(lock) {}
  }
}
