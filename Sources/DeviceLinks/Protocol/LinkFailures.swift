import CLibrary
import LinkProtocol

/// The failures that several kinds of devices have.
extension LinkFailure {
  /// A text to write that is not an export.
  static let notExported = LinkFailure(
    .unsupported, "the input is not a week as setpoint export writes it")

  /// A connection that failed with an `errno`; 0 if it is not known.
  init(connectingTo authority: String, _ number: Int32) {
    let reason = number == 0 ? "" : ": \(String(cString: strerror(number)).lowercased())"
    self.init(
      .unreachable,
      number == ECONNREFUSED
        ? "no program is listening at \(authority)" : "no connection to \(authority)\(reason)")
  }

  static func unknownHost(_ authority: String) -> LinkFailure {
    LinkFailure(.unreachable, "cannot find the address of \(authority)")
  }

  static func notConnected(to authority: String, within wait: Duration) -> LinkFailure {
    LinkFailure(.unreachable, "cannot connect to \(authority) within \(wait.words)")
  }

  static func untrusted(_ authority: String) -> LinkFailure {
    LinkFailure(
      .denied,
      "the certificate of \(authority) is not trusted; SSL_CERT_FILE can name a file of trusted certificates"
    )
  }

  static func unreadableCertificates(for authority: String) -> LinkFailure {
    LinkFailure(.secret, "the certificates for \(authority) cannot be read")
  }

  static func unanswered(by authority: String, within wait: Duration) -> LinkFailure {
    LinkFailure(.timeout, "\(authority) did not answer within \(wait.words)")
  }

  static func closed(by authority: String) -> LinkFailure {
    LinkFailure(.unreachable, "\(authority) closed the connection without an answer")
  }

  /// The most bytes of an answer.
  static let largestAnswer = 1 << 20

  static func tooLarge(_ authority: String) -> LinkFailure {
    LinkFailure(.malformed, "the answer of \(authority) is larger than 1 MiB")
  }

  /// A message of a device that cannot be parsed.
  static func notJSON(_ message: String) -> LinkFailure {
    let faults = "a key twice, a number that is too large, or a byte that is not UTF-8"
    return LinkFailure(.malformed, "\(message) is not JSON, or has \(faults)")
  }
}
