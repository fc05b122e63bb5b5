import Diagnostics

/// An object of a BACnet device.
struct BACnetObject: Hashable {
  /// Its type: 8 a device, 17 a schedule.
  let type: Int
  let instance: Int

  static func device(_ instance: Int) -> BACnetObject { BACnetObject(type: 8, instance: instance) }
  static func schedule(_ instance: Int) -> BACnetObject {
    BACnetObject(type: 17, instance: instance)
  }

  /// Type and instance as BACnet has them, ten and twenty-two bits.
  var bytes: [UInt8] {
    let word = UInt32(type) << 22 | UInt32(instance)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

/// A request to a BACnet/IP device, as it goes over the wire (ANSI/ASHRAE 135, clauses 15.5, 15.9, 20 and
/// annex J): BVLC, NPDU and APDU in one datagram, not segmented.
struct BACnetRequest {
  /// The longest datagram that every BACnet/IP device may be sent unasked: 1,476 bytes of APDU.
  private static let longest = 1476

  private static let readProperty: UInt8 = 12
  private static let writeProperty: UInt8 = 15

  let id: UInt8
  let bytes: [UInt8]
  private let service: UInt8
  private let object: BACnetObject
  private let property: UInt8

  /// Asks for a property.
  init(reading property: UInt8, of object: BACnetObject, id: UInt8) throws(LinkFailure) {
    try self.init(Self.readProperty, property, object, id, [])
  }

  /// Gives a property a value.
  init(
    writing value: [UInt8], to property: UInt8, of object: BACnetObject, id: UInt8
  ) throws(LinkFailure) {
    try self.init(Self.writeProperty, property, object, id, [0x3E] + value + [0x3F])
  }

  private init(
    _ service: UInt8, _ property: UInt8, _ object: BACnetObject, _ id: UInt8, _ value: [UInt8]
  ) throws(LinkFailure) {
    let apdu =
      [0x00, 0x05, id, service, 0x0C] + object.bytes + [0x19, property] + value
    guard apdu.count <= Self.longest else {
      throw LinkFailure(
        .unsupported, "a message of \(apdu.count) bytes is longer than one message may be")
    }
    let length = apdu.count + 6
    bytes = [0x81, 0x0A, UInt8(length >> 8), UInt8(length & 0xFF), 0x01, 0x04] + apdu
    self.id = id
    self.service = service
    self.object = object
    self.property = property
  }
}

/// What a BACnet device answers to a request.
enum BACnetAnswer {
  /// It did what was asked.
  case done
  /// The value of a property.
  case value([UInt8])
  /// It did not, in its words.
  case no(LinkFailure.Reason, String)
}

extension BACnetRequest {
  /// What a datagram answers to this request; nil where it answers another one, or none.
  ///
  /// - Throws: `LinkFailure` for an answer to this request that cannot be read.
  func answer(in datagram: [UInt8]) throws(LinkFailure) -> BACnetAnswer? {
    guard let apdu = Self.apdu(datagram), apdu.count >= 3 else { return nil }
    let bytes = Array(apdu)
    guard bytes[1] == id else { return nil }
    switch bytes[0] >> 4 {
    case 2 where bytes[2] == service && service == Self.writeProperty: return .done
    case 3 where bytes[2] == service && service == Self.readProperty:
      guard bytes[0] & 0x08 == 0 else {
        throw malformed("comes in segments, which nobody asked for")
      }
      return .value(try value(bytes[3...]))
    case 5 where bytes[2] == service:
      var rest = bytes[3...]
      guard let errorClass = Self.enumerated(&rest), let code = Self.enumerated(&rest) else {
        throw malformed("is an error without its class and code")
      }
      return BACnetWords.error(errorClass, code)
    case 6: return .no(.refused, "reject, \(BACnetWords.reject(Int(bytes[2])))")
    case 7: return .no(.refused, "abort, \(BACnetWords.abort(Int(bytes[2])))")
    default: return nil
    }
  }

  /// What stands behind BVLC and NPDU; nil where something else came.
  private static func apdu(_ datagram: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = datagram[...]
    guard rest.count >= 6, rest.popFirst() == 0x81, let function = rest.popFirst(),
      function == 0x0A || function == 0x04,
      Int(datagram[2]) << 8 | Int(datagram[3]) == datagram.count
    else { return nil }
    // A forwarded message has the address of its sender, six bytes, before the NPDU.
    rest = rest.dropFirst(function == 0x04 ? 8 : 2)
    guard rest.popFirst() == 0x01, let control = rest.popFirst(), control & 0x80 == 0 else {
      return nil
    }
    let hasDestination = control & 0x20 != 0
    for isThere in [hasDestination, control & 0x08 != 0] where isThere {
      guard rest.count > 3 else { return nil }
      rest = rest.dropFirst(3 + Int(rest[rest.startIndex + 2]))
    }
    return rest.dropFirst(hasDestination ? 1 : 0)
  }

  /// The value between the opening and the closing tag 3 of an acknowledged ReadProperty.
  private func value(_ rest: ArraySlice<UInt8>) throws(LinkFailure) -> [UInt8] {
    let head = [0x0C] + object.bytes + [0x19, property, 0x3E]
    guard rest.starts(with: head), rest.count > head.count, rest.last == 0x3F else {
      throw malformed("has not the property that was asked for")
    }
    return Array(rest.dropFirst(head.count).dropLast())
  }

  private func malformed(_ fault: String) -> LinkFailure {
    LinkFailure(.malformed, "the answer \(fault)")
  }

  /// An enumerated value of one or two bytes with its application tag.
  private static func enumerated(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let tag = rest.popFirst(), tag == 0x91 || tag == 0x92, rest.count >= Int(tag & 7) else {
      return nil
    }
    return (0..<Int(tag & 7)).reduce(0) { number, _ in number << 8 | Int(rest.popFirst() ?? 0) }
  }
}
