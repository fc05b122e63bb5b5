import LinkProtocol

/// Requests to a BACnet device and their answers, one datagram each.
extension DatagramExchange {
  /// The longest APDU of BACnet/IP.
  static let longestAPDU = 1476

  /// Reads a property of an object, or one element of it; nil if the device rejects the request.
  func valueIfAny(
    _ property: UInt8, at index: UInt8? = nil, of object: BACnetObject
  ) throws(LinkFailure) -> [UInt8]? {
    let request = BACnetRequest(property, at: index, of: object)
    guard case .value(let value) = try answer(to: request) else { return nil }
    return value
  }

  /// Reads an unsigned or enumerated property of an object; nil if it does not exist.
  func number(_ property: UInt8, of object: BACnetObject) throws(LinkFailure) -> Int? {
    guard let value = try valueIfAny(property, of: object), let tag = value.first,
      [2, 9].contains(tag >> 4), value.count == 1 + Int(tag & 7), value.count <= 5
    else { return nil }
    return value.dropFirst().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Sends a request and returns the value in the answer.
  func value(of request: BACnetRequest) throws(LinkFailure) -> [UInt8] {
    let answer = try answer(to: request)
    guard case .value(let value) = answer else { throw refusal(answer, to: request) }
    return value
  }

  /// The error for an answer that is not the expected one.
  func refusal(_ answer: BACnetAnswer, to request: BACnetRequest) -> LinkFailure {
    let start = "\(authority) answers for \(request.object.words)"
    guard case .no(let reason, let words, _) = answer else {
      return LinkFailure(.malformed, "\(start) a value that was not requested")
    }
    return LinkFailure(reason, "\(start): \(words)")
  }

  /// Sends a request and returns the answer. Each request has an ID of its own, so that a late or repeated answer to an
  /// earlier one is ignored.
  func answer(to request: BACnetRequest) throws(LinkFailure) -> BACnetAnswer {
    var request = request
    requests &+= 1
    request.id = requests
    return try answer(to: request.bytes, as: request.object.words) { datagram throws(LinkFailure) in
      try request.answer(in: datagram)
    }
  }
}
