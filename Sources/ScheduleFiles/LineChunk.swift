import CLibrary

/// Some lines of a stream, in a reusable buffer.
package final class LineChunk: @unchecked Sendable {
  // Never shared: the reader fills it, one thread works on it and returns it.

  private var memory: UnsafeMutableRawBufferPointer
  private let limit: Int
  /// The number of bytes: whole lines, except while a reader fills it.
  private(set) var count = 0
  /// The number of the first line, counted from 1.
  var firstLine = 1
  /// Whether the chunk represents a single line that was too long to keep.
  private(set) var isTooLong = false

  init(size: Int, limit: Int) {
    self.limit = limit
    memory = .allocate(byteCount: size, alignment: 16)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// The unused part of the buffer.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[count...])
  }

  /// The capacity in bytes.
  package var size: Int { memory.count }

  /// Counts bytes that were written into `room`.
  func add(_ more: Int) { count += more }

  /// Doubles the capacity.
  func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size * 2, alignment: 16)
    larger.copyMemory(from: bytes)
    memory.deallocate()
    memory = larger
  }

  /// Moves the bytes after `end` from another chunk to this one.
  func takeRest(of other: LineChunk, after end: Int) {
    let rest = other.count - end
    while room.count < rest { grow() }
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[end...]))
    add(rest)
    other.count = end
  }

  func clear() { (count, isTooLong) = (0, false) }

  /// Marks the chunk as a line that was too long to keep.
  func becomeTooLong() { (count, isTooLong) = (0, true) }

  /// Calls `body` with the number and the bytes of each line, without its line end; nil if the line was too long to
  /// keep.
  package func forEachLine(_ body: (_ number: Int, _ text: UnsafeRawBufferPointer?) -> Void) {
    if isTooLong { return body(firstLine, nil) }
    var (start, number) = (0, firstLine)
    while start < count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let length = Self.lineEnd(in: rest) ?? rest.count
      let isCRLF = length > 0 && rest[length - 1] == UInt8(ascii: "\r")
      let line = UnsafeRawBufferPointer(rebasing: rest[..<(isCRLF ? length - 1 : length)])
      body(number, length > limit ? nil : line)
      start += length + 1
      number += 1
    }
  }

  /// Returns the end of the last line and the number of lines, at most `most`. The first line ends at `end`.
  func lines(after end: Int, atMost most: Int) -> (end: Int, count: Int) {
    var (end, lines) = (end, 1)
    while lines < most,
      let length = Self.lineEnd(in: UnsafeRawBufferPointer(rebasing: bytes[end...]))
    {
      end += length + 1
      lines += 1
    }
    return (end, lines)
  }

  static func lineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress,
      let found = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
