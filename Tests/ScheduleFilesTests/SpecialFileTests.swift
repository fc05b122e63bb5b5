@testable import ScheduleFiles
import ScheduleModel
import TestSupport
import TestTraits
import Synchronization
import Testing
import CLibrary

/// Files that are more than a name and a text.
@Suite(.waits) struct SpecialFileTests {
  private let folder = TemporaryFolder()

  private func status(_ path: String) throws -> FileStatus {
    try SystemCalls().status(of: path, following: true)
  }

  private func linked() -> (String, String) {
    WholeFile.write([1, 2, 3], folder.path("a.json"))
    _ = link(folder.path("a.json"), folder.path("b.json"))
    return (folder.path("a.json"), folder.path("b.json"))
  }

  @Test("a file with two hard links is not replaced without an option") func twoHardLinks() {
    let (a, b) = linked()
    let error = #expect(throws: FileError.self) { try AtomicFile.write([4], to: a) }
    #expect(error?.operation == .linked(names: 2))
    #expect(
      error?.description
        == "not written: the file has 2 hard links, and replacing it would change only one")
    #expect(WholeFile.bytes(a) == [1, 2, 3])
    #expect(WholeFile.bytes(b) == [1, 2, 3])
  }

  @Test("breaking links leaves the other name its text") func breakingLinks() throws {
    let (a, b) = linked()
    try AtomicFile.write([4], to: a, policy: .breakLinks)
    #expect(WholeFile.bytes(a) == [4])
    #expect(WholeFile.bytes(b) == [1, 2, 3])
  }

  @Test("writing in place keeps the hard links") func writesInPlace() throws {
    let (a, b) = linked()
    let before = try status(a)
    try AtomicFile.write([4], to: a, existing: .replaceText([1, 2, 3]), policy: .inPlace)
    #expect(WholeFile.bytes(b) == [4])
    try AtomicFile.write(
      [5, 6, 7, 8, 9], to: b, existing: .replaceText([4]), policy: .inPlace)
    #expect(WholeFile.bytes(a) == [5, 6, 7, 8, 9])
    let after = try status(a)
    #expect(after.identity == before.identity)
    #expect(after.links == 2)
  }

  @Test(
    "extended attributes are kept",
    .enabled(if: Attribute.works, "the file system of /tmp has no extended attributes"))
  func keepsAttributes() throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    try #require(Attribute.set(path))
    try AtomicFile.write([2], to: path)
    #expect(Attribute.isSet(path))
  }

  @Test("root keeps the owner and the mode", .enabled(if: geteuid() == 0)) func rootKeepsOwner()
    throws
  {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    chown(path, 1234, 4321)
    chmod(path, 0o640)
    try AtomicFile.write([2], to: path)
    let after = try status(path)
    #expect((after.owner, after.group) == (1234, 4321))
    #expect(after.mode == 0o640)
  }

  @Test("the group is kept if the owner cannot be", .enabled(if: geteuid() == 0))
  func groupAlone() throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    chown(path, 1234, 4321)
    chmod(path, 0o660)
    try AtomicFile.write([2], to: path, on: UnprivilegedSystem())
    let after = try status(path)
    #expect((after.owner, after.group) == (geteuid(), 4321))
    #expect(after.mode == 0o660)
  }

  @Test("a file system without permissions accepts files, with one message")
  func withoutModes() throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    chmod(path, 0o644)
    for text in [[2], [3]] as [[UInt8]] {
      try AtomicFile.write(text, to: path, on: FileSystemWithoutModes())
      #expect(WholeFile.bytes(path) == text)
    }
    #expect(Fallback.notes.withLock { $0.all }.contains(Fallback.permissions(document: path)))
    try AtomicFile.write(
      [4], to: folder.path("b.json"), existing: .refuse, on: FileSystemWithoutModes())
  }

  @Test("a file that is a mount point can be written in place")
  func mounted() throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: path, on: MountedFile())
    }
    #expect(error?.operation == .replace)
    #expect(error?.description.contains("the file is a mount point") == true)
    #expect(folder.names == ["a.json"])
    try AtomicFile.write(
      [2], to: path, existing: .replaceText([1]), policy: .inPlace, on: MountedFile())
    #expect(WholeFile.bytes(path) == [2])
  }

  @Test("in a read-only folder the file can be written in place")
  func readOnlyFolder() throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    // As a read-only folder refuses; a test that runs as root cannot make one.
    let files = FolderOfOtherPeople()
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: path, on: files)
    }
    #expect(error?.operation == .replace)
    #expect(
      error?.description == "cannot write: cannot create a file in its folder: permission denied")
    #expect(WholeFile.bytes(path) == [1])
    try AtomicFile.write(
      [2, 3], to: path, existing: .replaceText([1]), policy: .inPlace, on: files)
    #expect(WholeFile.bytes(path) == [2, 3])
  }

  @Test("a loop of links is reported and not changed") func loopOfLinks() throws {
    symlink("b.json", folder.path("a.json"))
    symlink("a.json", folder.path("b.json"))
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: folder.path("a.json"))
    }
    #expect(error?.failure == .link)
    #expect(folder.names == ["a.json", "b.json"])
  }

  @Test("a pipe or a folder is neither replaced nor waited for", arguments: [true, false])
  func pipeOrFolder(pipe: Bool) {
    let path = folder.path("p")
    if pipe { mkfifo(path, 0o600) } else { mkdir(path, 0o700) }
    let error = #expect(throws: FileError.self) { try AtomicFile.write([2], to: path) }
    #expect(error?.failure == (pipe ? .notAFile : .folder))
  }
}

@Suite(.waits, .enabled(if: AccessList.works, "needs a file system with access control lists"))
struct AccessListTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("home.json") }
  private var mode: UInt32? { try? SystemCalls().status(of: path, following: true).mode }

  @Test("a new file has the permissions that its folder gives, whatever the umask") func newFile()
    throws
  {
    #expect(AccessList(user: 7, group: 0, mask: 7).set(folder.path, isDefault: true))
    try AtomicFile.write([1], to: path)
    #expect(AccessList.bytes(path) == AccessList(user: 7, group: 0, mask: 6).bytes)
    #expect(mode == 0o660)
  }

  @Test("a replaced file keeps its list, and does not inherit one") func replaced() throws {
    WholeFile.write([1], path)
    chmod(path, 0o640)
    #expect(AccessList(user: 6, group: 0, mask: 6).set(folder.path, isDefault: true))
    try AtomicFile.write([2], to: path)
    #expect(AccessList.bytes(path) == nil && mode == 0o640)
    let own = AccessList(user: 4, group: 6, mask: 6)
    #expect(own.set(path))
    try AtomicFile.write([3], to: path)
    #expect(AccessList.bytes(path) == own.bytes)
  }

  @Test("those who may only read a document cannot read its journal") func readers() throws {
    WholeFile.write([1], path)
    #expect(AccessList(user: 4, group: 6, mask: 6).set(path))
    let journal = folder.path("journal")
    close(try CompanionFile(of: path).create(journal, on: SystemCalls()))
    #expect(AccessList.bytes(journal) == AccessList(user: 0, group: 6, mask: 6).bytes)
  }
}

/// An access control list with an entry for one other user: permissions from 0 to 7.
private struct AccessList {
  let user: UInt8, group: UInt8, mask: UInt8

  /// As in Linux's acl_ea.h.
  var bytes: [UInt8] {
    let none: [UInt8] = [255, 255, 255, 255]
    let entries: [[UInt8]] = [
      [1, 0, 6, 0] + none, [2, 0, user, 0, 0xB9, 0x0B, 0, 0], [4, 0, group, 0] + none,
      [16, 0, mask, 0] + none, [32, 0, 0, 0] + none,
    ]
    return [2, 0, 0, 0] + entries.joined()
  }

  static let works: Bool = {
    let folder = TemporaryFolder()
    return AccessList(user: 6, group: 0, mask: 6).set(folder.path, isDefault: true)
  }()

  func set(_ path: String, isDefault: Bool = false) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let name = isDefault ? "system.posix_acl_default" : "system.posix_acl_access"
    return attribute_set(file, name, bytes, bytes.count) == 0
  }

  static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var found = [UInt8](repeating: 0, count: 100)
    let count = attribute_value(file, "system.posix_acl_access", &found, found.count)
    return count < 0 ? nil : Array(found[..<count])
  }
}

/// An extended attribute of a file.
private enum Attribute {
  private static let value = Array("installer".utf8)

  static let works: Bool = {
    let folder = TemporaryFolder()
    WholeFile.write([1], folder.path("a"))
    return set(folder.path("a"))
  }()

  /// Sets it, and returns whether that worked.
  static func set(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    return attribute_set(file, "user.origin", value, value.count) == 0
  }

  static func isSet(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var found = [UInt8](repeating: 0, count: 100)
    return attribute_value(file, "user.origin", &found, found.count) == value.count
      && found.starts(with: value)
  }
}
