import LinkProtocol

package struct BACnetObject: Hashable {
  /// The object type: 8 is a device, 17 a schedule.
  package let type: Int
  let instance: Int

  static func device(_ instance: Int) -> BACnetObject { BACnetObject(type: 8, instance: instance) }
  static func schedule(_ instance: Int) -> BACnetObject {
    BACnetObject(type: 17, instance: instance)
  }

  /// Parses a list of BACnetDeviceObjectPropertyReference (clause 21), context tags 0 to 3: object, property, array
  /// index, device. Nil for invalid bytes, or if an object is on another device than `device`.
  package static func references(in value: [UInt8], of device: Int) -> [BACnetObject]? {
    var objects: [BACnetObject] = []
    var rest = value[...]
    while let tag = rest.popFirst() {
      let length = Int(tag & 7)
      guard tag & 8 != 0, length <= 4, rest.count >= length else { return nil }
      let number = rest.prefix(length).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(length)
      let object = BACnetObject(type: number >> 22, instance: number & 0x3F_FFFF)
      switch tag >> 4 {
      case 0 where length == 4: objects.append(object)
      case 1, 2: continue
      case 3 where object == .device(device): continue
      default: return nil
      }
    }
    return objects
  }

  /// The object in messages, `schedule 3`.
  var words: String {
    switch type {
    case 8: "device \(instance)"
    case 17: "schedule \(instance)"
    default: "object \(type):\(instance)"
    }
  }

  /// Type and instance encoded in ten and twenty-two bits.
  var bytes: [UInt8] {
    let word = UInt32(type) << 22 | UInt32(instance)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}

/// A request to a BACnet/IP device (ANSI/ASHRAE 135, clauses 15.5, 15.9, 20, annex J): BVLC, NPDU, APDU in a datagram.
struct BACnetRequest {
  private static let readProperty: UInt8 = 12
  private static let writeProperty: UInt8 = 15

  /// The invoke ID, which the device repeats in its answer.
  var id: UInt8 = 0
  private let service: UInt8
  let object: BACnetObject
  /// The tagged property, and the array index if only one element is meant.
  private let place: [UInt8]
  private let value: [UInt8]

  /// Creates a request that reads a property, or sets it to a value; `index` is that of an element, from 1.
  init(
    _ property: UInt8, at index: UInt8? = nil, of object: BACnetObject,
    writing value: [UInt8]? = nil
  ) {
    service = value == nil ? Self.readProperty : Self.writeProperty
    place = [0x19, property] + (index.map { [0x29, $0] } ?? [])
    self.value = value.map { [0x3E] + $0 + [0x3F] } ?? []
    self.object = object
  }

  private var parameters: [UInt8] { [0x0C] + object.bytes + place + value }

  /// The length of the APDU in bytes.
  var length: Int { parameters.count + 4 }

  /// The datagram; it accepts an answer of 1,476 bytes, and no segments.
  var bytes: [UInt8] {
    let apdu = [0x00, 0x05, id, service] + parameters
    let length = apdu.count + 6
    return [0x81, 0x0A, UInt8(length >> 8), UInt8(length & 0xFF), 0x01, 0x04] + apdu
  }

  /// The answer in a datagram; nil if it does not belong to this request.
  func answer(in datagram: [UInt8]) throws(LinkFailure) -> BACnetAnswer? {
    guard let apdu = Self.apdu(datagram), apdu.count >= 3 else { return nil }
    let bytes = Array(apdu)
    guard bytes[1] == id else { return nil }
    switch bytes[0] >> 4 {
    case 2 where bytes[2] == service && service == Self.writeProperty: return .done
    case 3 where bytes[2] == service && service == Self.readProperty:
      return .value(try value(in: bytes[3...]))
    case 5 where bytes[2] == service:
      var rest = bytes[3...]
      guard let errorClass = Self.enumerated(&rest), let code = Self.enumerated(&rest) else {
        throw malformed("is an error without its class and code")
      }
      return BACnetWords.error(errorClass, code)
    case 6: return .no(.refused, "reject, \(BACnetWords.reject(Int(bytes[2])))")
    case 7:
      // A buffer overflow, no segmentation, or an APDU that is too long: the message was too long for the device.
      return .no(
        .refused, "abort, \(BACnetWords.abort(Int(bytes[2])))",
        isTooLong: [1, 4, 11].contains(bytes[2]))
    default: return nil
    }
  }

  /// The APDU after BVLC and NPDU; nil for another message.
  private static func apdu(_ datagram: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = datagram[...]
    guard rest.count >= 6, rest.popFirst() == 0x81, let function = rest.popFirst(),
      function == 0x0A || function == 0x04,
      Int(datagram[2]) << 8 | Int(datagram[3]) == datagram.count
    else { return nil }
    // A forwarded message contains the six-byte address of its sender before the NPDU.
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

  /// The value between the opening and the closing tag 3 of a ReadProperty acknowledgement.
  private func value(in rest: ArraySlice<UInt8>) throws(LinkFailure) -> [UInt8] {
    let head = [0x0C] + object.bytes + place + [0x3E]
    guard rest.starts(with: head), rest.count > head.count, rest.last == 0x3F else {
      throw malformed("does not have the requested property")
    }
    return Array(rest.dropFirst(head.count).dropLast())
  }

  private func malformed(_ fault: String) -> LinkFailure {
    LinkFailure(.malformed, "the answer \(fault)")
  }

  /// Parses an enumerated value of one or two bytes with its application tag.
  private static func enumerated(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let tag = rest.popFirst(), tag == 0x91 || tag == 0x92, rest.count >= Int(tag & 7) else {
      return nil
    }
    return (0..<Int(tag & 7)).reduce(0) { number, _ in number << 8 | Int(rest.popFirst() ?? 0) }
  }
}

enum BACnetAnswer {
  case done
  case value([UInt8])
  /// The device rejected the request with a reason, perhaps because the answer or the request is too long for it.
  case no(LinkFailure.Reason, String, isTooLong: Bool = false)
}

/// The texts of BACnet error numbers (ANSI/ASHRAE 135, clauses 18 and 21).
enum BACnetWords {
  private static let classes = [
    "device", "object", "property", "resources", "security", "services", "vt", "communication",
  ]
  private static let codes = [
    0: "other", 2: "configuration-in-progress", 3: "device-busy", 9: "invalid-data-type",
    16: "missing-required-parameter", 25: "operational-problem", 26: "password-failure",
    27: "read-access-denied", 29: "service-request-denied", 30: "timeout", 31: "unknown-object",
    32: "unknown-property", 36: "unsupported-object-type", 37: "value-out-of-range",
    40: "write-access-denied", 42: "invalid-array-index",
    45: "optional-functionality-not-supported",
    47: "datatype-not-supported", 50: "property-is-not-an-array", 80: "invalid-parameter-data-type",
    85: "access-denied",
  ]
  private static let rejects = [
    "other", "buffer-overflow", "inconsistent-parameters", "invalid-parameter-data-type",
    "invalid-tag", "missing-required-parameter", "parameter-out-of-range", "too-many-arguments",
    "undefined-enumeration", "unrecognized-service",
  ]
  private static let aborts = [
    "other", "buffer-overflow", "invalid-apdu-in-this-state", "preempted-by-higher-priority-task",
    "segmentation-not-supported", "security-error", "insufficient-security",
    "window-size-out-of-range", "application-exceeded-reply-time", "out-of-resources",
    "tsm-timeout",
    "apdu-too-long",
  ]

  /// Converts an error to an answer; busy and denied have their own reasons.
  static func error(_ errorClass: Int, _ code: Int) -> BACnetAnswer {
    let reason: LinkFailure.Reason =
      switch code {
      case 2, 3: .busy
      case 26, 27, 40, 85: .denied
      case 31: .missing
      default: .refused
      }
    let words = codes[code] ?? "code \(code)"
    return .no(reason, "error, \(word(classes, errorClass, "class"))/\(words)")
  }

  static func reject(_ reason: Int) -> String { word(rejects, reason, "reason") }

  static func abort(_ reason: Int) -> String { word(aborts, reason, "reason") }

  private static func word(_ words: [String], _ number: Int, _ kind: String) -> String {
    words.indices.contains(number) ? words[number] : "\(kind) \(number)"
  }
}
