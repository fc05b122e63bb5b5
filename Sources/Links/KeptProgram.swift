import CLibrary
import Diagnostics
import JSONText
package import LinkProtocol
package import Reporting
import ScheduleFiles
import ScheduleModel

/// The programs of a device before it was written, kept in the state folder.
///
/// They are on disk before the first byte is sent. The state decides what a push does with the device's program: after a
/// verified write it replaces them, since nothing else is needed; after an unmixed one it comes first, so that an undo
/// restores it; after an unverified one it comes last, since it may be a mixture, and an undo restores the original.
/// An undo adds the device's program at the end, and moves the restored one there.
package struct KeptProgram: Sendable {
  /// A text read from the device, in the unit that the device had.
  struct Program: Hashable, Sendable {
    let text: String
    let unit: TemperatureUnit?
  }

  /// The result of the last write.
  enum State: String {
    /// The device stores what was written.
    case verified
    /// The device stores no mixture, but may still change: it refused a write, or it was restored and confirms nothing.
    case unmixed
    /// The device may store a part of what was written.
    case unverified
  }

  let link: DeviceAddress
  let format: String
  /// The programs that repeated undos restore, in order; at least one.
  private(set) var programs: [Program]
  var state: State

  /// The program that the next undo restores.
  var next: Program { programs[0] }

  /// Adds the program of a device before a write.
  mutating func add(_ program: Program, isUndo: Bool) {
    if state == .verified, !isUndo { programs = [] }
    add(program)
    if state == .unmixed, !isUndo { programs = [program] + programs.filter { $0 != program } }
    state = .unverified
  }

  /// Appends a program unless it is kept already; a tenth replaces the second.
  mutating func add(_ program: Program) {
    guard !programs.contains(program) else { return }
    if programs.count == 9 { programs.remove(at: 1) }
    programs.append(program)
  }

  /// Moves the program that an undo has restored to the end.
  mutating func moveToNext() { programs.append(programs.removeFirst()) }

  private static let suffix = ".setpoint-kept"

  static func path(for link: DeviceAddress) throws(Failure) -> String {
    guard let folder = CompanionFile.defaultStateFolder else {
      throw Failure(
        .cannotCreate,
        "cannot save the device's program before writing; set XDG_STATE_HOME"
      )
    }
    // The digest identifies the address; the name is for people.
    let text = link.canonical
    let shown = text.prefix { $0 != "?" }.unicodeScalars.prefix(100).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? scalar : "-"
    }
    let name = String(String.UnicodeScalarView(shown))
    return "\(folder)/links/\(name).\(text.utf8.digest)\(suffix)"
  }

  /// How long a push waits for another one; the setpoint-link of a killed push ends within this time.
  private static let patience = Duration.seconds(2)

  /// Runs `body` while no other setpoint or setpoint-link writes to the device.
  static func whileLocked<Result>(
    _ link: DeviceAddress, _ body: (DocumentLock) throws -> Result
  ) throws(Failure) -> Result {
    let path = try path(for: link)
    Folder.create(holding: path)
    do {
      let companion = CompanionFile(of: path)
      let lock = try DocumentLock.acquire(.writing, of: companion, waiting: patience)
      return try lock.whileHeld {
        StaleTemporaryFiles.remove(of: companion)
        return try body(lock)
      }
    } catch FileError.held(_, let holder) {
      throw Failure(.notProved, "\(holder?.words ?? "another setpoint") is using it")
    } catch let error as FileError {
      let failure = Failure(error, about: path)
      throw Failure(failure.status, ["the device was not written to"], after: failure)
    } catch {
      throw Failure(error, about: path)
    }
  }
}

extension KeptProgram {
  /// Reads the kept program of an address; nil if there is none.
  package init?(for link: DeviceAddress) throws(Failure) {
    let path = try Self.path(for: link)
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(at: path, ofFilesAlone: true)
    } catch {
      if error.isMissing, !FileReading.isAnything(at: path) { return nil }
      throw Failure(error, about: path)
    }
    guard let root = (try? JSONTree(parsing: bytes))?.root,
      root["setpoint-kept"]?.integer == 1, let typed = root["link"]?.string,
      (try? DeviceAddress(typed))?.canonical == link.canonical,
      let format = root["format"]?.string, let members = root["programs"]?.elements,
      members.first?["program"]?.string != nil,
      let state = root["state"]?.string.flatMap(State.init)
    else { throw Failure(.unreadableData, "\(path): not a program saved by setpoint") }
    let programs = members.compactMap { member in
      member["program"]?.string.map {
        Program(text: $0, unit: member["unit"]?.string.flatMap { TemperatureUnit($0) })
      }
    }
    self.init(link: link, format: format, programs: programs, state: state)
  }

  /// Writes it to disk, readable only by the user.
  func write() throws(Failure) {
    let path = try Self.path(for: link)
    let members = programs.map { program -> JSONValue in
      ["unit": .optional(program.unit?.rawValue), "program": .string(program.text)]
    }
    let value: JSONValue = [
      "setpoint-kept": .integer(1), "link": .string(link.text), "format": .string(format),
      "state": .string(state.rawValue), "programs": .array(members),
    ]
    let text = value.encoded(.indented)
    guard text.count < JSONLimits.size else {
      throw Failure(.cannotCreate, "\(link.shown): its program is too large to save")
    }
    Folder.create(holding: path)
    _ = try Failure.about(path) {
      try AtomicFile.write(text + [UInt8(ascii: "\n")], to: path, isPrivate: true)
    }
    Folder.forgetOldest(in: FilePath.split(path).folder, endingIn: Self.suffix) { path in
      // Whether a push was interrupted, or the file cannot be read.
      Self.members(ofFile: path)?["state"]?.string != State.verified.rawValue
    }
  }

  package static var links: [String] {
    guard let folder = CompanionFile.defaultStateFolder.map({ $0 + "/links" }) else { return [] }
    return Folder.names(in: folder)
      .filter { $0.hasBytes(atEnd: suffix) && !$0.hasBytes(atStart: ".") }
      .compactMap { Self.members(ofFile: "\(folder)/\($0)")?["link"]?.string }
  }

  private static func members(ofFile path: String) -> JSONNode? {
    let bytes = try? FileReading.bytes(at: path, ofFilesAlone: true)
    return bytes.flatMap { try? JSONTree(parsing: $0) }?.root
  }

  static func remove(for link: DeviceAddress) {
    if let path = try? path(for: link) { unlink(path) }
  }
}
