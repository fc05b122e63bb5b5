import CLibrary
import ScheduleFiles
import ScheduleModel
import ScheduleText
import Synchronization
import TestSupport
import Testing

/// Programs that know no locks and change a file while it is being saved, before any system call of the save.
@Suite struct ForeignChangeTests {
  private static let old = Array("the text that was read\n".utf8)
  private static let new = Array("the saved text, whose length is different\n".utf8)
  private static let foreign = Array("the text of another program\n".utf8)

  /// What the other program does.
  enum Way: CaseIterable {
    /// It renames another file over this one.
    case replace
    /// It opens the file and writes into it.
    case write
  }

  /// A save that another program gets into, once.
  private struct Save {
    let folder = TemporaryFolder()
    var path: String { folder.path("home.json") }
    var leftovers: [String] { folder.names.filter { $0 != "home.json" } }

    init() { WholeFile.write(ForeignChangeTests.old, path) }

    /// Saves on a system that fails as configured, while another program changes the file before the call
    /// number `place`; returns the calls that were made, why it failed, and whether the other one came.
    func run(
      _ way: Way? = nil, before place: Int = -1,
      _ fault: FaultyFileSystem.Fault = FaultyFileSystem.Fault.none, at faultPlace: Int = -1,
      policy: SavePolicy = .careful, hasExchange: Bool = true
    ) -> (calls: [String], error: FileError?, isChanged: Bool) {
      let later = Mutex<Int32>(-1)
      let isChanged = Atomic(false)
      let other = folder.path(".other")
      let change: @Sendable (Int) -> Void = { [path] number in
        guard number == place, let way, !isChanged.exchange(true, ordering: .relaxed) else {
          return
        }
        if way == .replace {
          WholeFile.write(ForeignChangeTests.foreign, other)
          _ = rename(other, path)
          return
        }
        let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if file >= 0 {
          Self.write(file)
        } else {
          // It waits: it has found the file by its name, and continues on request.
          later.withLock { $0 = open(path, O_RDONLY | O_CLOEXEC) }
        }
      }
      let files =
        hasExchange
        ? FaultyFileSystem(fault, at: faultPlace, before: change)
        : FileSystemWithoutExchange(fault, at: faultPlace, before: change)
      var failure: FileError?
      do throws(FileError) {
        try AtomicFile.write(
          ForeignChangeTests.new, to: path, existing: .replaceText(ForeignChangeTests.old),
          policy: policy, on: files)
      } catch {
        failure = error
      }
      later.withLock { held in
        guard held >= 0 else { return }
        Self.write(open("/dev/fd/\(held)", O_WRONLY | O_CLOEXEC))
        close(held)
      }
      return (files.calls, failure, isChanged.load(ordering: .relaxed))
    }

    private static func write(_ file: Int32) {
      ftruncate(file, 0)
      _ = CLibrary.write(file, ForeignChangeTests.foreign, ForeignChangeTests.foreign.count)
      close(file)
    }

    /// Repairs the rest of a killed command, as the next command does.
    ///
    /// A program that another test is starting has the locks of this process until it runs, and a locked file stays.
    func clean() {
      for _ in 0..<6000 {
        StaleTemporaryFiles.remove(of: CompanionFile(of: path, stateFolder: folder.path))
        if leftovers.isEmpty { return }
        usleep(10_000)
      }
    }
  }

  @Test("another program's text stays, whenever it was written", arguments: Way.allCases)
  func stays(way: Way) {
    let calls = Save().run().calls
    #expect(calls.contains("exchange"), "\(calls)")
    var refused = 0
    for place in calls.indices {
      let save = Save()
      let (_, error, isChanged) = save.run(way, before: place)
      // A save without a lease makes fewer calls than a save that waits for a lease.
      #expect(
        WholeFile.bytes(save.path) == (isChanged ? Self.foreign : Self.new),
        "\(calls[place]) at \(place)")
      #expect(save.leftovers.isEmpty, "\(calls[place]) at \(place): \(save.leftovers)")
      if let error {
        refused += 1
        #expect(error.isChangedMeanwhile, "\(error)")
      }
    }
    #expect(refused > 10 && refused < calls.count)
  }

  @Test("even if a call fails or the program is killed", arguments: Way.allCases)
  func staysUnderFaults(way: Way) {
    let count = Save().run().calls.count
    for place in -1..<count {
      for fault in [FaultyFileSystem.Fault.refusal(EIO), .end] {
        for faultPlace in 0..<(count + 6) {
          let save = Save()
          let isChanged = save.run(way, before: place, fault, at: faultPlace).isChanged
          save.clean()
          let bytes = WholeFile.bytes(save.path)
          #expect(
            isChanged ? bytes == Self.foreign : bytes == Self.old || bytes == Self.new,
            "\(place), \(fault) at \(faultPlace)")
          #expect(save.leftovers.isEmpty, "\(place), \(fault) at \(faultPlace): \(save.leftovers)")
        }
      }
    }
  }

  @Test("the rest of a killed save changes nothing if the save was repeated")
  func repeated() {
    for place in Save().run().calls.indices {
      let save = Save()
      _ = save.run(nil, before: -1, .end, at: place)
      WholeFile.write(Self.new, save.path)
      save.clean()
      #expect(WholeFile.bytes(save.path) == Self.new, "killed at \(place)")
      #expect(save.leftovers.isEmpty, "killed at \(place): \(save.leftovers)")
    }
  }

  @Test("without an exchange of names, only the moment of the rename is uncovered")
  func withoutExchange() {
    let calls = Save().run(hasExchange: false).calls
    for way in Way.allCases {
      for place in calls.indices {
        let save = Save()
        let (made, _, isChanged) = save.run(way, before: place, hasExchange: false)
        // The second renaming puts the file in place.
        let isUnseen = isChanged && made[place] == "rename" && made[..<place].contains("rename")
        if !isUnseen {
          #expect(
            WholeFile.bytes(save.path) == (isChanged ? Self.foreign : Self.new),
            "before call \(place) of \(made)")
        }
        #expect(save.leftovers.isEmpty)
      }
    }
  }

  @Test("a removed file is not written again") func removed() {
    let save = Save()
    unlink(save.path)
    #expect(save.run().error?.isChangedMeanwhile == true)
    #expect(save.folder.names.isEmpty)
  }

  @Test("an in-place write leaves a changed file alone") func inPlace() {
    let save = Save()
    WholeFile.write(Self.foreign, save.path)
    #expect(save.run(policy: .inPlace).error?.isChangedMeanwhile == true)
    #expect(WholeFile.bytes(save.path) == Self.foreign)
  }

  @Test("a change is repeated on the text that another program wrote meanwhile") func again() throws
  {
    let folder = TemporaryFolder()
    let path = folder.path("home.json")
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
    var attempts = 0
    try DocumentLock.whileLocked(path) {
      attempts += 1
      var file = try DocumentFile(opening: path, forChange: true)
      if attempts <= 3 { try Self.setOutside(path, cool: 80 + attempts) }
      file.document.contents.schedules[0].week[Self.row].heat = Temperature(64)
      try file.save()
    }
    let week = try DocumentFile(opening: path).document.contents.schedules[0].week
    #expect(attempts == 4)
    #expect(week[Self.row].heat == Temperature(64))
    #expect(week[RowAddress(.sunday, .wake)].cool == Temperature(83))
    #expect(folder.names == ["home.json"])
  }

  @Test("a change is given up while another program keeps writing") func givesUp() throws {
    let folder = TemporaryFolder()
    let path = folder.path("home.json")
    WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
    var attempts = 0
    let error = #expect(throws: FileError.self) {
      try DocumentLock.whileLocked(path) {
        attempts += 1
        var file = try DocumentFile(opening: path, forChange: true)
        try Self.setOutside(path, cool: 79 + attempts)
        file.document.contents.schedules[0].week[Self.row].heat = Temperature(64)
        try file.save()
      }
    }
    #expect(error?.isChangedMeanwhile == true && attempts == 10)
    let week = try DocumentFile(opening: path).document.contents.schedules[0].week
    #expect(week[Self.row].heat == Temperature(62))
    #expect(week[RowAddress(.sunday, .wake)].cool == Temperature(89))
  }

  @Test("the editor merges a text that was written during its save") func editor() throws {
    let folder = TemporaryFolder()
    let path = folder.path("home.json")
    for place in 0... {
      WholeFile.write(CanonicalText.text(of: .standard(.fahrenheit)), path)
      let isDone = Atomic(false)
      let files = FaultyFileSystem(before: { number in
        guard number == place, !isDone.exchange(true, ordering: .relaxed) else { return }
        try? Self.setOutside(path, cool: 83)
      })
      let session = try EditingSession(
        opening: path, new: .standard(.fahrenheit), access: .edit(waiting: .seconds(3600)),
        stateFolder: folder.path("state"), on: files)
      var contents = session.file.document.contents
      contents.schedules[0].week[Self.row].heat = Temperature(64)
      do throws(FileError) {
        try session.save(contents)
      } catch {
        guard case .changedOutside(let other) = error else {
          Issue.record("\(place): \(error)")
          return
        }
        try session.save(session.merge(other, into: contents).contents)
      }
      session.close(discarding: true)
      let week = try DocumentFile(opening: path).document.contents.schedules[0].week
      #expect(
        week[RowAddress(.sunday, .wake)].cool
          == Temperature(isDone.load(ordering: .relaxed) ? 83 : 78))
      guard isDone.load(ordering: .relaxed) else {
        #expect(week[Self.row].heat == Temperature(64) && place > 30)
        return
      }
    }
  }

  private static let row = RowAddress(.tuesday, .leave)

  /// Changes another cell, as a program without locks does.
  private static func setOutside(_ path: String, cool: Int) throws {
    var file = try DocumentFile(opening: path)
    file.document.contents.schedules[0].week[RowAddress(.sunday, .wake)].cool = Temperature(cool)
    let text = try file.document.text(file: path)
    WholeFile.write(text, path + "~")
    _ = rename(path + "~", path)
  }
}

/// A file system that cannot exchange names.
final class FileSystemWithoutExchange: FaultyFileSystem, @unchecked Sendable {
  override func exchange(_ first: String, with second: String) throws(CallFailure) {
    throw CallFailure(EINVAL)
  }
}
