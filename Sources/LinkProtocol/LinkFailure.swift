import Diagnostics

/// Why a request about a device failed.
package struct LinkFailure: Error, Hashable, Sendable {
  /// The kind of failure, as the protocol names it.
  package enum Reason: String, Sendable {
    /// There is no connection to the device, or it broke.
    case unreachable
    /// The device did not answer in time.
    case timeout
    /// The device reports that it is busy.
    case busy
    /// The device refuses the request.
    case refused
    /// The device refuses the user, or nothing proves who the device is.
    case denied
    /// The device has no such object.
    case missing
    /// The answer cannot be read.
    case malformed
    /// The request cannot be carried out with such a device.
    case unsupported
    /// The device address is invalid.
    case link
    /// A secret is missing, or other users may read it.
    case secret
  }

  /// The kind of failure.
  package let reason: Reason
  /// One sentence, lower case, without a full stop; printable.
  package let message: String
  /// Whether a part of a program was sent, so that reading alone shows what the device stores.
  package var isSent = false

  /// Makes a failure; a device's text is quoted in `message`.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message.printable
  }
}
