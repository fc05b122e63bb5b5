import Diagnostics

/// Why a request to a device failed.
package struct LinkFailure: Error, Hashable, Sendable {
  /// The kind of failure in the protocol.
  package enum Reason: String, Sendable {
    /// The connection failed or broke.
    case unreachable
    /// The device did not answer in time.
    case timeout
    /// The device is busy.
    case busy
    /// The device rejected the request.
    case refused
    /// The device denied access, or its identity could not be verified.
    case denied
    /// The device does not have the object.
    case missing
    /// The answer is invalid.
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
