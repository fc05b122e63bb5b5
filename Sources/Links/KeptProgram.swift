import CLibrary
import Diagnostics
import JSONText
package import LinkProtocol
package import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleText

/// The program of a device before it was written, kept in the state folder.
///
/// It is on disk before the first byte is sent. While no reading has shown the result of a write, what may come from that
/// write does not replace it.
package struct KeptProgram: Sendable {
  let link: DeviceAddress
  let format: String
  let unit: TemperatureUnit?
  /// The text read from the device.
  var program: String
  /// Whether a later write was not verified.
  var isPending: Bool
  /// What the device may store after that write if no person has changed it; empty if that is unknown.
  var left: [String] = []
  /// Later programs of the device, in its unit, which the next undos restore.
  var others: [String] = []

  /// Adds what the device had before a write whose result is unknown.
  mutating func add(_ later: KeptProgram) {
    (isPending, left) = (true, [])
    guard later.unit == unit, !([program] + others).contains(later.program) else { return }
    others = others.suffix(8) + [later.program]
  }

  private static let suffix = ".setpoint-kept"

  static func path(for link: DeviceAddress) throws(Failure) -> String {
    guard let folder = CompanionFile.defaultStateFolder else {
      throw Failure(
        .cannotCreate,
        "cannot save the device's program before writing; set XDG_STATE_HOME"
      )
    }
    // The digest identifies the link; the name is for people. Earlier versions used the link as typed.
    let paths = [link.canonical, link.text].map { text in
      let shown = text.prefix { $0 != "?" }.unicodeScalars.prefix(100).map { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          ? scalar : "-"
      }
      let name = String(String.UnicodeScalarView(shown))
      return "\(folder)/links/\(name).\(text.utf8.digest)\(suffix)"
    }
    return paths.first { FileReading.isAnything(at: $0) } ?? paths[0]
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
      throw Failure(.notProved, "\(holder?.description ?? "another setpoint") is using it")
    } catch let error as FileError {
      let failure = Failure(error, about: path)
      throw Failure(failure.status, ["the device was not written to"], after: failure)
    } catch {
      throw Failure(error, about: path)
    }
  }
}

// MARK: The file

extension KeptProgram {
  /// Reads the kept program of a link; nil if there is none.
  package init?(for link: DeviceAddress) throws(Failure) {
    let path = try Self.path(for: link)
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(at: path, ofFilesAlone: true)
    } catch {
      if error.isMissing { return nil }
      throw Failure(error, about: path)
    }
    guard let root = (try? JSONTree(parsing: bytes))?.root,
      root["setpoint-kept"]?.integer == 1, let typed = root["link"]?.string,
      (try? DeviceAddress(typed))?.canonical == link.canonical,
      let format = root["format"]?.string, let program = root["program"]?.string,
      let isPending = root["pending"]?.boolean
    else { throw Failure(.unreadableData, "\(path): not a program saved by setpoint") }
    self.init(
      link: link, format: format, unit: root["unit"]?.string.flatMap { TemperatureUnit($0) },
      program: program, isPending: isPending)
    left = root["left"]?.elements.compactMap(\.string) ?? []
    others = root["others"]?.elements.compactMap(\.string) ?? []
  }

  /// Writes it to disk, readable only by the user.
  func write() throws(Failure) {
    let path = try Self.path(for: link)
    let text = JSONValue.object([
      "setpoint-kept": .integer(1), "link": .string(link.text), "format": .string(format),
      "unit": .optional(unit?.rawValue), "pending": .boolean(isPending),
      "program": .string(program), "left": .strings(left), "others": .strings(others),
    ]).encoded(.indented)
    guard text.count < JSONLimits.size else {
      throw Failure(.cannotCreate, "\(link.shown): its program is too large to save")
    }
    Folder.create(holding: path)
    _ = try Failure.about(path) {
      try AtomicFile.write(text + [UInt8(ascii: "\n")], to: path, newMode: 0o600)
    }
    Folder.forgetOldest(in: FilePath.split(path).folder, endingIn: Self.suffix) { path in
      // Whether a push was interrupted, or the file cannot be read.
      Self.members(ofFile: path)?["pending"]?.boolean != false
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
