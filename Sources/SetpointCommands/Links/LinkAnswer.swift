import Diagnostics
import DeviceFormats
import JSONText
import ScheduleModel

/// A line that `setpoint-link` writes.
enum LinkAnswer: Sendable {
  /// The first line: the version of what is spoken.
  case greeting(Int)
  /// What goes on, for a person.
  case progress(String)
  /// What a person has to know of the device beside its program.
  case note(String)
  /// A part that the device has acknowledged.
  case wrote(String)
  /// What a link leads to.
  case described(LinkedDevice)
  /// What the device holds.
  case read(LinkedDevice, program: String)
  /// The program was written.
  case written
  /// What would be sent.
  case planned([String])
  /// Why it was not done.
  case failed(reason: String, message: String, LinkFailure.Device)

  /// Reads a line; nil for one that is none.
  init?(_ line: [UInt8]) {
    guard let tree = try? JSONTree(parsing: line), !tree.hasDuplicateKeys,
      tree.root.kind == .object, let (name, value) = tree.root.members.first
    else { return nil }
    if let version = tree.root["setpoint-link"]?.integer {
      self = .greeting(version)
      return
    }
    guard tree.root.count == 1 else { return nil }
    switch name {
    case "progress":
      guard let text = value.string else { return nil }
      self = .progress(text)
    case "note":
      guard let text = value.string else { return nil }
      self = .note(text)
    case "wrote":
      guard let text = value.string else { return nil }
      self = .wrote(text)
    case "described":
      guard let device = LinkedDevice(value) else { return nil }
      self = .described(device)
    case "read":
      guard let device = LinkedDevice(value), let program = value["program"]?.string else {
        return nil
      }
      self = .read(device, program: program)
    case "written":
      guard value.kind == .object else { return nil }
      self = .written
    case "planned":
      guard let requests = value["requests"], requests.kind == .array else { return nil }
      let texts = requests.elements.compactMap(\.string)
      guard texts.count == requests.count else { return nil }
      self = .planned(texts)
    case "failed":
      guard let reason = value["reason"]?.string, let message = value["message"]?.string else {
        return nil
      }
      let device = value["device"]?.string.flatMap(LinkFailure.Device.init(rawValue:))
      self = .failed(reason: reason, message: message, device ?? .unknown)
    default: return nil
    }
  }
}

/// What is at the other end of a link.
struct LinkedDevice: Hashable, Sendable {
  /// The id of the format that its texts are in.
  let format: String
  /// The id of its kind.
  let kind: String
  /// The scale that it is set to; nil where its texts say it, or nobody knows.
  let unit: TemperatureUnit?
  /// Whether reading tells what the device holds, and not what somebody asked for.
  let isVerifiable: Bool
  /// The one side that it holds, where reading showed that it holds no other; nil where that is not known.
  var onlySide: Sides?

  fileprivate init?(_ value: JSONNode) {
    guard let format = value["format"]?.string, let kind = value["device"]?.string,
      let isVerifiable = value["verifiable"]?.boolean
    else { return nil }
    (self.format, self.kind, self.isVerifiable) = (format, kind, isVerifiable)
    guard let unit = value["unit"], unit.kind != .null else {
      self.unit = nil
      return
    }
    guard let text = unit.string, let known = TemperatureUnit(text) else { return nil }
    self.unit = known
  }

  /// The format, which has to be one that is read and written here.
  ///
  /// - Throws: `Failure`.
  func knownFormat() throws(Failure) -> any ImportableFormat {
    guard let found = DeviceFormats.named(format) as? any ImportableFormat,
      found.profiles.contains(where: { $0.isNamed(kind) })
    else {
      throw Failure(
        .notProved,
        "setpoint-link speaks of \(format.quoted()), \(kind.quoted()), which this setpoint does not "
          + "know; install both of one version")
    }
    return found
  }
}

/// Why something was not done with a device.
struct LinkFailure: Error {
  /// What became of the device's program.
  enum Device: String {
    case changed, unchanged, unknown
  }

  let status: ExitStatus
  /// One sentence.
  let sentence: String
  var device = Device.unknown
}

extension Failure {
  /// Says of a device, by its name for messages, why something was not done.
  init(_ failure: LinkFailure, of title: String) {
    self.init(failure.status, "\(title): \(failure.sentence)")
  }
}
