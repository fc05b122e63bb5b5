import Diagnostics

/// Why a request was not carried out.
package struct LinkFailure: Error, Hashable, Sendable {
  /// What kind of failure it is, as the protocol calls it.
  package enum Reason: String, Sendable {
    /// There is no connection to the device, or it broke.
    case unreachable
    /// The device did not answer in time.
    case timeout
    /// The device says that it is busy.
    case busy
    /// The device says no.
    case refused
    /// The device says no because of who asks.
    case denied
    /// What the device answers cannot be read.
    case malformed
    /// What was asked for cannot be done with such a device.
    case unsupported
    /// The link is none.
    case link
    /// A secret is missing, or is not kept as one.
    case secret
  }

  /// What kind of failure it is.
  package let reason: Reason
  /// One sentence, lower case, without a full stop; printable.
  package let message: String

  /// Makes a failure; whatever a device sent stands in `message` quoted.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message.printable
  }
}

/// What is known of the device's program after a write that failed.
package enum DeviceState: String, Sendable {
  /// It acknowledged a part.
  case changed
  /// It has what it had.
  case unchanged
  /// A part was sent and not answered.
  case unknown
}
