import Diagnostics
import JSONText

/// A device at the end of a link.
protocol LinkedDevice {
  /// What the link alone says of the device.
  var description: DeviceDescription { get }

  /// Asks the device for its program.
  func read(_ conversation: Conversation) throws(LinkFailure) -> ReadProgram

  /// Gives the device a program, in the text that `setpoint export` writes or that `read` gave.
  func write(_ program: String, _ conversation: Conversation) throws(LinkFailure)

  /// What `write` would send, as texts for people; sends nothing.
  func plan(_ program: String) throws(LinkFailure) -> [String]
}

/// What `setpoint` has to know of a device to read its text.
struct DeviceDescription {
  /// A format of `setpoint formats`.
  var format: String
  /// A device of that format.
  var device: String
  /// The unit of its texts, `C` or `F`; nil where the text says it, or nobody does.
  var unit: String?
  /// Whether what is read is what the device holds.
  var isVerifiable: Bool
  /// What a person calls it.
  var name: String

  /// The description as members of an answer.
  var members: [JSONValue.Member] {
    [
      .init("format", .string(format)), .init("device", .string(device)),
      .init("unit", .optional(unit)), .init("verifiable", .boolean(isVerifiable)),
      .init("name", .string(name)),
    ]
  }
}

/// A program that a device holds.
struct ReadProgram {
  /// The text that `setpoint import` reads.
  var program: String
  /// The device of the format, where the answers name it.
  var device: String?
  /// The unit, where the answers name it.
  var unit: String?
}

/// The kinds of link.
enum LinkedDevices {
  private static let all:
    [(scheme: String, make: @Sendable (LinkParts) throws(LinkFailure) -> any LinkedDevice)] = [
      ("radiotherm", { parts throws(LinkFailure) in try RadioThermostat(parts) }),
      ("bacnet", { parts throws(LinkFailure) in try BACnetSchedules(parts) }),
      ("ha", { parts throws(LinkFailure) in try HomeAssistantSchedule(parts) }),
      ("has", { parts throws(LinkFailure) in try HomeAssistantSchedule(parts) }),
      ("mqtt", { parts throws(LinkFailure) in try ZigbeeValve(parts) }),
      ("mqtts", { parts throws(LinkFailure) in try ZigbeeValve(parts) }),
    ]

  /// What links begin with.
  static let schemes = all.map(\.scheme)

  /// The device that a link names.
  ///
  /// - Throws: `LinkFailure` for a link that is malformed; nothing of it is ignored.
  static func device(of link: String) throws(LinkFailure) -> any LinkedDevice {
    let parts = try LinkParts(link)
    guard let kind = all.first(where: { $0.scheme == parts.scheme }) else {
      throw LinkFailure(
        .link, "no link begins with \(parts.scheme.quoted())://; links are \(schemes.listed("and"))"
      )
    }
    return try kind.make(parts)
  }
}
