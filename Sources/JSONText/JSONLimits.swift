import CJansson

/// How large and how deep a text may be.
package enum JSONLimits {
  /// The largest text that is read, in bytes: 64 MiB.
  package static let size = 64 << 20
  /// The deepest nesting of arrays and objects that is read.
  package static let nesting = 64
}

extension JSONLimits {
  /// Checks what must be known before a parser may see the text: size, byte order mark, nesting.
  static func fault(in bytes: UnsafeRawBufferPointer) -> JSONSyntaxError? {
    if bytes.count > JSONLimits.size {
      return JSONSyntaxError("the file is larger than 64 MiB", at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return JSONSyntaxError("the file begins with a byte order mark; save it without one", at: 0)
    }
    // Most texts do not open as many brackets as may be nested, strings and all.
    guard openingBrackets(in: bytes) > nesting else { return nil }
    var depth = 0
    var inString = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): inString.toggle()
      case UInt8(ascii: "\\") where inString: index += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard !inString else { break }
        depth += 1
        if depth > JSONLimits.nesting {
          return JSONSyntaxError("nested deeper than \(JSONLimits.nesting) levels", at: index)
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if !inString { depth -= 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Counts `{` and `[`, in strings as well.
  private static func openingBrackets(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
    return setpoint_json_occurrences(text, bytes.count, CChar(0x7B))
      + setpoint_json_occurrences(text, bytes.count, CChar(0x5B))
  }
}
