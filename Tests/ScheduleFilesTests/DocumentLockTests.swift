import ScheduleFiles
import ScheduleText
import TestSupport
import Testing
import CLibrary

@Suite struct DocumentLockTests {
  private let folder = TemporaryFolder()
  private let document: CompanionFile

  init() {
    WholeFile.write([1], folder.path("a.json"))
    document = CompanionFile(of: folder.path("a.json"), stateFolder: folder.path("state"))
  }

  @Test("one holds it, the second is told who") func holdsSecondTold() throws {
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

  @Test("editing and changing are locked apart") func editingChangingLocked() throws {
    let session = try DocumentLock.acquire(.session, of: document)
    let writing = try DocumentLock.acquire(.writing, of: document)
    #expect(DocumentLock.holder(.session, of: document) != nil)
    #expect(DocumentLock.holder(.writing, of: document) != nil)
    withExtendedLifetime((session, writing)) {}
  }

  @Test("a lock that is released leaves nothing") func lockReleasedLeaves() throws {
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
    #expect(DocumentLock.holder(.session, of: document) == nil)
  }

  /// The kernel lets go when a process dies; whatever number it had may be another's by now.
  @Test("what a dead holder left is no lock") func deadHolderLeft() throws {
    let path = folder.path(".a.json.setpoint-lock")
    WholeFile.write(Array("{\"pid\": \(getpid()), \"host\": \"h\", \"time\": \"t\"}\n".utf8), path)
    let lock = try DocumentLock.acquire(.session, of: document)
    withExtendedLifetime(lock) {}
  }

  @Test("waiting ends when the lock is free") func waitingEndsLock() throws {
    let first = Mutexed(try DocumentLock.acquire(.writing, of: document))
    let thread = Thread {
      usleep(100_000)
      first.drop()
    }
    let start = ContinuousClock.now
    let second = try DocumentLock.acquire(.writing, of: document, waiting: .seconds(20))
    #expect(start.duration(to: .now) > .milliseconds(50))
    thread.join()
    withExtendedLifetime(second) {}
    #expect(folder.names.contains(".a.json.setpoint-lock"))
  }

  @Test("waiting ends when the patience does") func waitingEndsPatience() throws {
    let first = try DocumentLock.acquire(.writing, of: document)
    #expect(throws: FileError.self) {
      try DocumentLock.acquire(.writing, of: document, waiting: .milliseconds(50))
    }
    withExtendedLifetime(first) {}
  }

  @Test(
    "a link or a pipe is no lock file",
    arguments: ["ln -s a.json .a.json.setpoint-lock", "mkfifo .a.json.setpoint-lock"])
  func linkPipeNo(command: String) throws {
    _ = try ShellCommand(command, in: folder.path)
    let failure = #expect(throws: FileError.self) {
      try DocumentLock.acquire(.session, of: document)
    }
    let error = try #require(failure)
    #expect("\(error)".hasPrefix("cannot lock: "))
    #expect(WholeFile.bytes(folder.path("a.json")) == [1])
  }

  @Test("every path of a document is the same lock") func everyPathDocument() throws {
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

  @Test("a name of 255 bytes has a lock too") func name255BytesLock() throws {
    let path = folder.path(String(repeating: "ä", count: 125) + ".json")
    WholeFile.write([1], path)
    let lock = try DocumentLock.acquire(.session, of: CompanionFile(of: path))
    #expect(folder.names.count == 3)
    withExtendedLifetime(lock) {}
  }
}
