import CLibrary
import Synchronization

// Messages that are longer than the device takes or sends at once.

extension BACnetStandIn {
  /// How many segments go or come before they are acknowledged.
  private static let window: UInt8 = 2

  /// A complete request; nil for a part of a request, and for anything else.
  static func whole(
    _ datagram: [UInt8], _ shared: Shared, _ send: ([UInt8], Bool) -> Void
  ) -> [UInt8]? {
    let (kind, id) = (datagram[6], datagram[datagram.count > 8 ? 8 : 7])
    switch kind >> 4 {
    case 4:
      // Continue the answer in progress after the acknowledged segment.
      let number = Int(datagram[8])
      let next = shared.state.withLock { state in
        state.outgoing.dropFirst(number + 1).prefix(Int(Self.window))
      }
      for segment in next { send(segment, false) }
      return nil
    case 0 where kind & 0x08 != 0:
      // Longer ones than it takes are lost.
      guard datagram.count <= shared.longest + 6 else { return nil }
      let (number, isLast) = (datagram[9], kind & 0x04 == 0)
      return shared.state.withLock { state -> [UInt8]? in
        if number == 0 { state.incoming = [] }
        state.incoming += datagram[12...]
        if number % Self.window == 0 || isLast { send([0x41, id, number, Self.window], false) }
        return isLast
          ? Array(datagram[..<6]) + [kind & 0xF3, datagram[7], id, datagram[11]] + state.incoming
          : nil
      }
    case 0: return datagram.count <= shared.longest + 6 ? datagram : nil
    default: return nil
    }
  }

  /// Sends the first segment of an answer; the others follow when it is acknowledged.
  static func sendSegments(
    of apdu: [UInt8], _ fault: Fault?, _ shared: Shared, _ send: ([UInt8], Bool) -> Void
  ) {
    let (all, size) = (Array(apdu[3...]), shared.longest - 5)
    var segments = stride(from: 0, to: all.count, by: size).enumerated().map { number, start in
      let more: UInt8 = start + size < all.count ? 0x04 : 0
      return [0x38 | more, apdu[1], UInt8(number), Self.window, apdu[2]]
        + all[start..<min(start + size, all.count)]
    }
    switch fault {
    case .repeatsSegment: send(segments[1], false)
    case .losesSegment: send(segments[min(2, segments.count - 1)], false)
    case .segmentsForEver:
      for number in 0..<100_000 {
        send([0x3C, apdu[1], UInt8(truncatingIfNeeded: number), 1, apdu[2]] + all[..<40], false)
      }
      segments = []
    default: break
    }
    let first = segments.first
    shared.state.withLock { $0.outgoing = segments }
    if let first { send(first, false) }
  }

  /// The days of a week of reals and NULL.
  static func days(of week: [UInt8]) -> [[UInt8]] {
    var days: [[UInt8]] = []
    var rest = week[...]
    while rest.first == 0x0E {
      var end = rest.startIndex + 1
      // A time, and NULL or a real.
      while week[end] != 0x0F { end += week[end + 5] == 0 ? 6 : 10 }
      days.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    return days
  }
}
