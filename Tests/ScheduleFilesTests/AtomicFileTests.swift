import ScheduleFiles
import TestSupport
import Testing
import CLibrary

@Suite struct AtomicFileTests {
  private let folder = TemporaryFolder()

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("replacing keeps the mode and leaves no other files") func replacingKeepsMode() throws {
    let path = folder.path("a.json")
    WholeFile.write([1, 2, 3], path)
    chmod(path, 0o640)
    try AtomicFile.write([4, 5], to: path)
    #expect(WholeFile.bytes(path) == [4, 5])
    #expect(mode(path) == 0o640)
    #expect(folder.names == ["a.json"])
  }

  @Test("a dry run finds a file or a folder that cannot be written", arguments: [0, 1])
  func dryRun(refused: Int) throws {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    let system = FaultyFileSystem()
    try AtomicFile.write([2], to: path, isDry: true, on: system)
    let places = system.calls.indices.filter { system.calls[$0] == "requireWritable" }
    let faulty = FaultyFileSystem(.refusal(EACCES), at: places[refused])
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: path, isDry: true, on: faulty)
    }
    #expect(error?.operation == [.write, .replace][refused])
    #expect(WholeFile.bytes(path) == [1])
  }

  @Test("a new file has the mode of the umask") func newFileMode() throws {
    let path = folder.path("new.json")
    try AtomicFile.write([7], to: path)
    let mask = umask(0)
    umask(mask)
    #expect(mode(path) == 0o666 & ~mask)
  }

  @Test("a symbolic link stays and its target is replaced") func symbolicLinkStays() throws {
    mkdir(folder.path("deep"), 0o755)
    WholeFile.write([1], folder.path("deep/target.json"))
    symlink("deep/target.json", folder.path("middle.json"))
    symlink(folder.path("middle.json"), folder.path("link.json"))
    try AtomicFile.write([9], to: folder.path("link.json"))
    #expect(WholeFile.bytes(folder.path("deep/target.json")) == [9])
    var status = stat()
    _ = lstat(folder.path("link.json"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.names == ["deep", "link.json", "middle.json"])
  }

  @Test("without --force the old file stays") func refusingReplaceLeaves() {
    let path = folder.path("a.json")
    WholeFile.write([1], path)
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: path, existing: .refuse)
    }
    #expect(error?.failure == .exists)
    #expect(WholeFile.bytes(path) == [1])
    #expect(folder.names == ["a.json"])
  }

  @Test("a new file never replaces a file, even without hard links")
  func withoutLinks() throws {
    let path = folder.path("new.json")
    let files = FileSystemWithoutLinks()
    try AtomicFile.write([7], to: path, existing: .refuse, on: files)
    #expect(WholeFile.bytes(path) == [7])
    #expect(folder.names == ["new.json"])
    #expect(throws: FileError.self) {
      try AtomicFile.write([8], to: path, existing: .refuse, on: files)
    }
    #expect(WholeFile.bytes(path) == [7])
    // Whichever call fails, the file is there whole or not at all.
    let count = files.calls.count
    for place in 0..<count {
      unlink(path)
      let faulty = FileSystemWithoutLinks(.refusal(EIO), at: place)
      do {
        try AtomicFile.write([7], to: path, existing: .refuse, on: faulty)
        #expect(WholeFile.bytes(path) == [7], "\(place)")
      } catch {
        #expect(folder.names.isEmpty, "\(place): \(folder.names)")
      }
    }
  }

  @Test("the next write in a folder removes leftovers of killed writers")
  func leftovers() throws {
    let living = folder.path(".b.json.2x.setpoint-tmp")
    let others = [".c.json.X.setpoint-tmp", "d.setpoint-tmp", ".setpoint-tmp"]
    let left = [".b.json.1x.setpoint-tmp", "..b.json.setpoint-lock.3.setpoint-tmp"]
    for name in others + left { WholeFile.write([1], folder.path(name)) }
    WholeFile.write([1], living)
    let writer = open(living, O_RDWR | O_CLOEXEC)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    #expect(fcntl(writer, file_lock_try, &lock) == 0)
    try AtomicFile.write([2], to: folder.path("a.json"))
    close(writer)
    #expect(folder.names == ([".b.json.2x.setpoint-tmp", "a.json"] + others).sorted())
  }

  @Test("a missing folder is reported as a failed creation") func folderNotThere() {
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([2], to: folder.path("no/such.json"))
    }
    #expect(error?.operation == .create)
    #expect(error?.failure == .missing)
  }
}
