import CLibrary
import JSONText

/// Some lines of a stream.
package struct LineChunk: Sendable {
  /// Whole lines; empty for a single line that was too long to keep.
  let bytes: [UInt8]
  /// The number of the first line, counted from 1.
  let firstLine: Int
  /// The longest line kept, in bytes, including a CR.
  let limit: Int

  package init(bytes: [UInt8], firstLine: Int = 1, limit: Int = JSONLimits.size) {
    (self.bytes, self.firstLine, self.limit) = (bytes, firstLine, limit)
  }

  /// The number of bytes.
  package var size: Int { bytes.count }

  /// Calls `body` with the number and the bytes of each line, without its line end; nil if the line was too long to
  /// keep.
  package func forEachLine(_ body: (_ number: Int, _ text: UnsafeRawBufferPointer?) -> Void) {
    if bytes.isEmpty { return body(firstLine, nil) }
    bytes.withUnsafeBytes { bytes in
      var (start, number) = (0, firstLine)
      while start < bytes.count {
        let end = Self.lineEnd(in: bytes, from: start) ?? bytes.count
        let isCRLF = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(isCRLF ? end - 1 : end)])
        body(number, end - start > limit ? nil : line)
        start = end + 1
        number += 1
      }
    }
  }

  /// Returns the offset of the next LF.
  static func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
