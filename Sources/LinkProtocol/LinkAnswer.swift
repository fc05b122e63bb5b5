import Diagnostics
package import JSONText
package import ScheduleModel

/// The actions of `setpoint-link`; the first word of its command line.
package enum LinkAction: String, CaseIterable, Sendable {
  /// Read the program of the device.
  case read
  /// Write the program on standard input to the device.
  case write
  /// List the requests that would write the program on standard input, without sending them.
  case plan
}

/// A program that a device stores.
package struct ReadProgram: Hashable, Sendable {
  /// The text for `setpoint import`.
  package var program: String
  /// The kind of device, if the device reports it.
  package var kind: String?
  /// The unit, if the device reports it.
  package var unit: TemperatureUnit?
  /// Remarks about the device for the user.
  package var notes: [String] = []

  package init(program: String, kind: String? = nil, unit: TemperatureUnit? = nil) {
    (self.program, self.kind, self.unit) = (program, kind, unit)
  }
}

/// The output of `setpoint-link`: one JSON object.
package enum LinkAnswer: Hashable, Sendable {
  case read(ReadProgram)
  /// The device acknowledged the program.
  case written
  /// The requests that would write the program, for people.
  case planned([String])
  case failed(LinkFailure)

  /// The version of the protocol, the first member of each answer.
  package static let version = 2
  /// The largest answer, in bytes.
  package static let largest = 4 << 20

  package var json: JSONValue {
    let outcome: JSONValue.Member =
      switch self {
      case .read(let read):
        .init(
          "read",
          [
            "device": .optional(read.kind), "unit": .optional(read.unit?.rawValue),
            "notes": .strings(read.notes), "program": .string(read.program),
          ])
      case .written: .init("written", .boolean(true))
      case .planned(let requests): .init("planned", .strings(requests))
      case .failed(let failure):
        .init(
          "failed",
          [
            "reason": .string(failure.reason.rawValue), "message": .string(failure.message),
            "sent": .boolean(failure.isSent),
          ])
      }
    return .object([.init("setpoint-link", .integer(Self.version)), outcome])
  }

  /// Parses an answer; nil if it is not valid.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONNode.root(of: bytes), root["setpoint-link"]?.integer == Self.version,
      root.count == 2, let (name, value) = root.members.last
    else { return nil }
    switch name {
    case "read":
      guard let program = value["program"]?.string, let device = value["device"],
        let unit = value["unit"], let notes = value["notes"]?.elements
      else { return nil }
      var read = ReadProgram(program: program, kind: device.string)
      if unit.kind != .null {
        guard let known = unit.string.flatMap({ TemperatureUnit($0) }) else { return nil }
        read.unit = known
      }
      for note in notes.prefix(10).compactMap(\.string) where !read.notes.contains(note) {
        read.notes.append(note)
      }
      self = .read(read)
    case "written": self = .written
    case "planned":
      let requests = value.elements.compactMap(\.string)
      guard value.kind == .array, requests.count == value.count else { return nil }
      self = .planned(requests)
    case "failed":
      guard let reason = value["reason"]?.string.flatMap(LinkFailure.Reason.init(rawValue:)),
        let message = value["message"]?.string
      else { return nil }
      var failure = LinkFailure(reason, message)
      failure.isSent = value["sent"]?.boolean ?? true
      self = .failed(failure)
    default: return nil
    }
  }
}

extension JSONNode {
  /// Parses the text of a device or of `setpoint-link`; nil if it is not JSON, or has a key twice.
  package static func root(of text: [UInt8]) -> JSONNode? {
    (try? JSONTree(parsing: text)).flatMap { $0.hasDuplicateKeys ? nil : $0.root }
  }
}

/// Why a request to a device failed.
package struct LinkFailure: Error, Hashable, Sendable {
  /// The kind of failure in the protocol.
  package enum Reason: String, Sendable {
    /// The connection failed or broke.
    case unreachable
    /// The device did not answer in time.
    case timeout
    case busy
    /// The device rejected the request.
    case refused
    /// The device denied access, or its identity could not be verified.
    case denied
    /// The device does not have the object.
    case missing
    case malformed
    /// The device does not support the request.
    case unsupported
    /// The device address is invalid.
    case link
    /// A secret is missing, or other users can read it.
    case secret
  }

  package let reason: Reason
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  /// Whether a part of a program was sent, so that only reading shows what the device stores.
  package var isSent = false

  /// Creates a failure; escapes control characters of a device's text in `message`.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message.printable
  }
}
