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

  @Test func oneHoldsTheSecondIsToldWho() throws {
    let lock = try DocumentLock.acquire(.session, of: document)
    let failure = #expect(throws: LockFailure.self) {
      try DocumentLock.acquire(.session, of: document)
    }
    guard case .held(let holder?) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(holder.process == Int(getpid()))
    #expect(!holder.host.isEmpty)
    #expect(holder.time.firstMatch(of: #/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/#) != nil)
    withExtendedLifetime(lock) {}
  }

  @Test func editingAndChangingAreLockedApart() throws {
    let session = try DocumentLock.acquire(.session, of: document)
    let writing = try DocumentLock.acquire(.writing, of: document)
    #expect(DocumentLock.holder(.session, of: document) != nil)
    #expect(DocumentLock.holder(.writing, of: document) != nil)
    withExtendedLifetime((session, writing)) {}
  }

  @Test func aLockThatIsReleasedLeavesNothing() throws {
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
  @Test func whatADeadHolderLeftIsNoLock() throws {
    let path = folder.path(".a.json.setpoint-lock")
    WholeFile.write(Array("{\"pid\": \(getpid()), \"host\": \"h\", \"time\": \"t\"}\n".utf8), path)
    let lock = try DocumentLock.acquire(.session, of: document)
    withExtendedLifetime(lock) {}
  }

  @Test func waitingEndsWhenTheLockIsFree() throws {
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

  @Test func waitingEndsWhenThePatienceDoes() throws {
    let first = try DocumentLock.acquire(.writing, of: document)
    #expect(throws: LockFailure.self) {
      try DocumentLock.acquire(.writing, of: document, waiting: .milliseconds(50))
    }
    withExtendedLifetime(first) {}
  }

  @Test(arguments: ["ln -s a.json .a.json.setpoint-lock", "mkfifo .a.json.setpoint-lock"])
  func aLinkOrAPipeIsNoLockFile(command: String) throws {
    _ = try ShellCommand(command, in: folder.path)
    let failure = #expect(throws: LockFailure.self) {
      try DocumentLock.acquire(.session, of: document)
    }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect("\(error)".hasPrefix("cannot lock: "))
    #expect(WholeFile.bytes(folder.path("a.json")) == [1])
  }

  @Test func everyPathOfADocumentIsTheSameLock() throws {
    symlink("a.json", folder.path("link.json"))
    mkdir(folder.path("d"), 0o700)
    let paths = ["link.json", "d/../a.json", "./a.json"]
    let lock = try DocumentLock.acquire(.session, of: document)
    for path in paths {
      #expect(throws: LockFailure.self, "\(path)") {
        try DocumentLock.acquire(.session, of: CompanionFile(of: folder.path(path)))
      }
    }
    withExtendedLifetime(lock) {}
  }

  @Test func aNameOf255BytesHasALockToo() throws {
    let path = folder.path(String(repeating: "ä", count: 125) + ".json")
    WholeFile.write([1], path)
    let lock = try DocumentLock.acquire(.session, of: CompanionFile(of: path))
    #expect(folder.names.count == 3)
    withExtendedLifetime(lock) {}
  }
}
