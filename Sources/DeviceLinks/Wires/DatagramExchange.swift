import CLibrary
import LinkProtocol

/// Requests and answers over UDP, one datagram each.
///
/// The socket is connected: the system drops datagrams from other addresses and ports.
final class DatagramExchange {
  /// How often a request is sent in all.
  static let attempts = 4
  private static let largest = 1 << 16

  private let file: Int32
  let authority: String
  let conversation: Conversation
  /// The number of requests so far, modulo 256.
  var requests: UInt8 = 0

  init(_ address: DeviceAddress, _ conversation: Conversation) throws(LinkFailure) {
    authority = address.authority
    self.conversation = conversation
    var hints = addrinfo()
    // BACnet/IP is defined for IPv4 (Annex J).
    hints.ai_family = AF_INET
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    #else
      hints.ai_socktype = SOCK_DGRAM
    #endif
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, "\(address.usedPort)", &hints, &found) == 0,
      let target = found?.pointee
    else {
      throw LinkFailure(.unreachable, "cannot find the address of \(authority)")
    }
    defer { freeaddrinfo(found) }
    file = socket(target.ai_family, target.ai_socktype, target.ai_protocol)
    guard file >= 0, connect(file, target.ai_addr, target.ai_addrlen) == 0 else {
      throw LinkFailure(connectingTo: authority, errno)
    }
  }

  deinit { close(file) }

  /// Sends a request, repeatedly if necessary, until `answer` accepts a datagram.
  ///
  /// - Throws: `LinkFailure` if the last attempt times out, and what `answer` throws; it returns nil for a datagram
  ///   that does not belong to the request.
  func answer<Answer>(
    to question: [UInt8], as what: String,
    _ answer: ([UInt8]) throws(LinkFailure) -> Answer?
  ) throws(LinkFailure) -> Answer {
    for attempt in 1...Self.attempts {
      if attempt > 1 { conversation.progress("no answer yet; retrying \(what)") }
      let deadline = Deadline(after: conversation.waits.datagram)
      guard send(file, question, question.count, 0) == question.count else {
        throw LinkFailure(connectingTo: authority, errno)
      }
      while let datagram = try next(by: deadline) {
        if let answer = try answer(datagram) { return answer }
      }
    }
    let all = conversation.waits.datagram * Self.attempts
    throw LinkFailure(
      .timeout,
      "\(authority) did not answer \(Self.attempts) requests for \(what) within \(all.words)"
    )
  }

  /// Returns the next datagram before a deadline; further datagrams do not extend the wait.
  private func next(by deadline: Deadline) throws(LinkFailure) -> [UInt8]? {
    guard !deadline.hasPassed, deadline.waits(for: file, Int32(POLLIN)) else { return nil }
    var buffer = [UInt8](repeating: 0, count: Self.largest)
    let count = recv(file, &buffer, buffer.count, 0)
    if count < 0, [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(errno) {
      throw LinkFailure(connectingTo: authority, errno)
    }
    return Array(buffer[..<max(0, count)])
  }
}
