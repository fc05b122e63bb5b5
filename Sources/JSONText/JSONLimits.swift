import CJansson

/// How large, how deep and how full a text may be: what keeps a check below 64 MiB of memory,
/// whatever it is given.
package enum JSONLimits {
  /// The largest text that is read, in bytes: 4 MiB.
  package static let size = 4 << 20
  /// The same in words.
  package static let sizeText = "4 MiB"
  /// The deepest nesting of arrays and objects that is read.
  package static let nesting = 64
  /// The most values that are read, of every kind: 80,000, about 600 schedules.
  ///
  /// An object of one member takes jansson 300 bytes.
  package static let values = 80_000
}

extension JSONLimits {
  /// Checks what must be known before a parser may see the text: size, byte order mark, nesting,
  /// number of values.
  static func fault(
    in bytes: UnsafeRawBufferPointer, size: Int = JSONLimits.size
  ) -> JSONSyntaxError? {
    if bytes.count > size {
      return JSONSyntaxError("the file is larger than \(sizeText)", at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return JSONSyntaxError("the file begins with a byte order mark; save it without one", at: 0)
    }
    // Most texts do not open as many brackets as may be nested, strings and all. A value but the
    // first follows a comma or an opening bracket.
    let brackets = occurrences(of: "{", in: bytes) + occurrences(of: "[", in: bytes)
    guard brackets > nesting || brackets + occurrences(of: ",", in: bytes) >= values else {
      return nil
    }
    return countedFault(in: bytes)
  }

  /// Gives free memory back to the system, which a C library may keep for the thread that had it.
  package static func giveBackMemory() { setpoint_memory_trim() }

  /// Counts levels and values outside strings.
  private static func countedFault(in bytes: UnsafeRawBufferPointer) -> JSONSyntaxError? {
    var (depth, count, index) = (0, 1, 0)
    var inString = false
    /// Whether an array or object was just opened: the first thing in it is a value, or has one.
    var isOpened = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\") where inString: index += 1
      case UInt8(ascii: "\""):
        inString.toggle()
        if isOpened { count += 1 }
        isOpened = false
      case _ where inString: break
      case 0x20, 0x0A, 0x0D, 0x09: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > nesting {
          return JSONSyntaxError("nested deeper than \(nesting) levels", at: index)
        }
        if isOpened { count += 1 }
        isOpened = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        isOpened = false
      default:
        if isOpened || byte == UInt8(ascii: ",") { count += 1 }
        isOpened = false
      }
      if count > values {
        return JSONSyntaxError("more than \(values) values, or about 600 schedules", at: index)
      }
      index += 1
    }
    return nil
  }

  /// Counts a byte, in strings as well.
  private static func occurrences(
    of byte: Unicode.Scalar, in bytes: UnsafeRawBufferPointer
  ) -> Int {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
    return setpoint_json_occurrences(text, bytes.count, CChar(truncatingIfNeeded: byte.value))
  }
}
