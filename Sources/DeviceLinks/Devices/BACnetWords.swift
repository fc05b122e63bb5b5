import LinkProtocol

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

  /// Whether an abort means that a message was too long for the device.
  static func isTooLong(abort reason: Int) -> Bool { [1, 4, 11].contains(reason) }

  static func abort(_ reason: Int) -> String { word(aborts, reason, "reason") }

  private static func word(_ words: [String], _ number: Int, _ kind: String) -> String {
    words.indices.contains(number) ? words[number] : "\(kind) \(number)"
  }
}
