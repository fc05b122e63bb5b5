import LinkProtocol

/// Requests to a BACnet device and their answers, including segmented ones (ANSI/ASHRAE 135, clause 5.4).
struct BACnetExchange {
  let wire: DatagramExchange
  let conversation: Conversation

  /// The longest APDU of BACnet/IP.
  static let longest = 1476
  /// The most segments of an answer between two acknowledgements.
  private static let widest: UInt8 = 16
  /// The largest answer, in bytes.
  private static let largest = 1 << 20

  /// Reads a property of an object, or one element of it; nil if the device rejects the request.
  func valueIfAny(
    _ property: UInt8, at index: UInt8? = nil, of object: BACnetObject, id: UInt8
  ) throws(LinkFailure) -> [UInt8]? {
    let request = BACnetRequest(reading: property, at: index, of: object, id: id)
    guard case .value(let value) = try answer(to: request) else { return nil }
    return value
  }

  /// Reads an unsigned or enumerated property of an object; nil if it does not exist.
  func number(
    _ property: UInt8, of object: BACnetObject, id: UInt8
  ) throws(LinkFailure) -> Int? {
    guard let value = try valueIfAny(property, of: object, id: id), let tag = value.first,
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
    let start = "\(wire.authority) answers for \(request.object.words)"
    guard case .no(let reason, let words, _) = answer else {
      return LinkFailure(.malformed, "\(start) what was not asked")
    }
    return LinkFailure(reason, "\(start): \(words)")
  }

  /// Sends a request in datagrams whose APDUs have at most `longest` bytes; returns the answer.
  func answer(
    to request: BACnetRequest, longest: Int = Self.longest
  ) throws(LinkFailure) -> BACnetAnswer {
    let answer =
      request.length > longest
      ? try answerToSegments(of: request, longest)
      : try wire.answer(to: request.bytes, as: request.object.words) {
        datagram throws(LinkFailure) in
        switch try request.answer(in: datagram) {
        case .acknowledged: nil
        case .segment(let segment) where segment.number > 0: nil
        case let answer: answer
        }
      }
    guard case .segment(let first) = answer else { return answer }
    return try collect(request, from: first)
  }

  // MARK: Answers in segments

  private func collect(
    _ request: BACnetRequest, from first: BACnetSegment
  ) throws(LinkFailure) -> BACnetAnswer {
    let all = Deadline(after: conversation.waits.answer)
    let window = min(max(first.window, 1), Self.widest)
    var (bytes, last, isWhole, count) = (Array(first.bytes), first.number, first.isLast, 0)
    _ = try wire.send(request.acknowledgement(of: last, window: window))
    while !isWhole {
      let patience = min(conversation.waits.datagram * DatagramExchange.attempts, all.rest)
      guard let datagram = try wire.next(by: Deadline(after: patience)) else {
        throw LinkFailure(
          .timeout, "a part of the answer for \(request.object.words) came, and the rest did not")
      }
      switch try request.answer(in: datagram) {
      case .segment(let segment) where segment.number == last &+ 1:
        bytes += segment.bytes
        guard bytes.count <= Self.largest else {
          throw request.malformed("is larger than \(Self.largest >> 20) MiB")
        }
        (last, isWhole, count) = (segment.number, segment.isLast, count + 1)
        guard isWhole || count == window else { continue }
        _ = try wire.send(request.acknowledgement(of: last, window: window))
        count = 0
      case .segment(let segment):
        // A repeated segment means that our acknowledgement was lost; a segment too far ahead, that others are missing.
        let isAhead = segment.number &- last < 128
        let word = request.acknowledgement(of: last, window: window, isRefusal: isAhead)
        _ = try wire.send(word)
        count = 0
      case .no(let reason, let words, let isTooLong):
        return .no(reason, words, isTooLong: isTooLong)
      case nil, .done, .value, .acknowledged: continue
      }
    }
    return .value(try request.value(in: bytes[...]))
  }

  // MARK: Requests in segments

  private func answerToSegments(
    of request: BACnetRequest, _ longest: Int
  ) throws(LinkFailure) -> BACnetAnswer {
    let what = request.object.words
    guard let datagrams = request.segments(upTo: longest) else {
      throw LinkFailure(.unsupported, "\(what) needs more segments than a message may have")
    }
    conversation.progress("sending \(datagrams.count) segments for \(what)")
    let all = Deadline(after: conversation.waits.answer)
    var (next, window, attempt) = (0, 1, 0)
    sending: while attempt < DatagramExchange.attempts, !all.hasPassed {
      for datagram in datagrams[next..<min(next + window, datagrams.count)] {
        _ = try wire.send(datagram)
      }
      // A request sent whole is not repeated: the device may be working on it.
      let times = next == datagrams.count ? DatagramExchange.attempts : 1
      let deadline = Deadline(after: min(conversation.waits.datagram * times, all.rest))
      while let datagram = try wire.next(by: deadline) {
        switch try request.answer(in: datagram) {
        case nil: continue
        case .acknowledged(let number, let wanted):
          guard number < datagrams.count, number + 1 >= next else { continue }
          (next, window, attempt) = (Int(number) + 1, min(max(Int(wanted), 1), 127), 0)
          continue sending
        case let answer?: return answer
        }
      }
      attempt += times
    }
    throw wire.silence(of: what)
  }
}
