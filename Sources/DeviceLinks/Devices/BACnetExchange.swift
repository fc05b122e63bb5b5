import CLibrary
import LinkProtocol

/// Requests to a BACnet device and their answers over UDP, one datagram each.
///
/// The socket is connected: the system drops datagrams from other addresses and ports.
final class BACnetExchange {
  /// How often a request is sent in all.
  static let attempts = 4
  static let longestAPDU = 1476
  private static let largestDatagram = 1 << 16

  private let conversation: Conversation
  private let authority: String
  private let file: Int32
  /// The number of requests so far, modulo 256.
  private var requests: UInt8 = 0

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
    else { throw .unknownHost(authority) }
    defer { freeaddrinfo(found) }
    file = socket(target.ai_family, target.ai_socktype, target.ai_protocol)
    guard file >= 0, connect(file, target.ai_addr, target.ai_addrlen) == 0 else {
      throw LinkFailure(connectingTo: authority, errno)
    }
  }

  deinit { close(file) }

  /// Reads a property of an object, or one element of it; nil if the device rejects the request.
  func valueIfAny(
    _ property: UInt8, at index: UInt8? = nil, of object: BACnetObject
  ) throws(LinkFailure) -> [UInt8]? {
    let request = BACnetRequest(property, at: index, of: object)
    guard case .value(let value) = try answer(to: request) else { return nil }
    return value
  }

  /// Reads an unsigned or enumerated property of an object, or one element of it; nil if it does not exist.
  func number(
    _ property: UInt8, at index: UInt8? = nil, of object: BACnetObject
  ) throws(LinkFailure) -> Int? {
    guard let value = try valueIfAny(property, at: index, of: object), let tag = value.first,
      [2, 9].contains(tag >> 4), value.count == 1 + Int(tag & 7), value.count <= 5
    else { return nil }
    return value.dropFirst().reduce(0) { $0 << 8 | Int($1) }
  }

  func value(of request: BACnetRequest) throws(LinkFailure) -> [UInt8] {
    let answer = try answer(to: request)
    guard case .value(let value) = answer else { throw refusal(answer, to: request) }
    return value
  }

  /// The error for an answer that is not the expected one.
  func refusal(_ answer: BACnetAnswer, to request: BACnetRequest) -> LinkFailure {
    let what = request.object.words
    guard case .no(let reason, let words, _) = answer else {
      return LinkFailure(
        .malformed, "\(authority) returned a value for \(what) that was not requested")
    }
    return LinkFailure(reason, "\(authority) answers for \(what): \(words)")
  }

  /// Sends a request until it is answered, and returns the answer.
  ///
  /// Each request has an ID of its own, so that a late or repeated answer to an earlier one is ignored.
  /// - Throws: `LinkFailure` if the device stays busy, if no answer comes, and for a malformed one.
  func answer(to request: BACnetRequest) throws(LinkFailure) -> BACnetAnswer {
    try conversation.untilReady { () throws(LinkFailure) in
      var request = request
      requests &+= 1
      request.id = requests
      let answer = try firstAnswer(to: request)
      if case .no(.busy, _, _) = answer { throw refusal(answer, to: request) }
      return answer
    }
  }

  private func firstAnswer(to request: BACnetRequest) throws(LinkFailure) -> BACnetAnswer {
    let (bytes, what) = (request.bytes, request.object.words)
    for attempt in 1...Self.attempts {
      if attempt > 1 { conversation.progress("no answer yet; retrying \(what)") }
      let deadline = Deadline(after: conversation.waits.datagram)
      guard send(file, bytes, bytes.count, 0) == bytes.count else {
        throw LinkFailure(connectingTo: authority, errno)
      }
      while let datagram = try next(by: deadline) {
        if let answer = try request.answer(in: datagram) { return answer }
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
    var buffer = [UInt8](repeating: 0, count: Self.largestDatagram)
    let count = recv(file, &buffer, buffer.count, 0)
    if count < 0, [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(errno) {
      throw LinkFailure(connectingTo: authority, errno)
    }
    return Array(buffer[..<max(0, count)])
  }
}
