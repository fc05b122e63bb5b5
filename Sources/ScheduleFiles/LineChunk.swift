import CLibrary

/// Some lines of a stream, in memory that is used again for later ones.
package final class LineChunk: @unchecked Sendable {
  // Whoever holds it has it to itself: the reader fills it, one thread works on it, then it goes back.

  private var memory: UnsafeMutableRawBufferPointer
  private let limit: Int
  /// How many bytes are there: whole lines, but for those that a reader is still filling in.
  private(set) var count = 0
  /// The number of the first line, from 1.
  var firstLine = 1
  /// Whether there is nothing but a line that was too long to be kept.
  private(set) var isTooLong = false

  init(size: Int, limit: Int) {
    self.limit = limit
    memory = .allocate(byteCount: size, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The bytes that there are.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// The room behind them.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[count...])
  }

  /// How large the memory is.
  package var size: Int { memory.count }

  /// Takes bytes that were written into the room.
  func add(_ more: Int) { count += more }

  /// Makes twice as much room.
  func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size * 2, alignment: 16)
    larger.copyMemory(from: bytes)
    memory.deallocate()
    memory = larger
  }

  /// Takes the bytes of another chunk behind `end`, which then ends there.
  func takeRest(of other: LineChunk, behind end: Int) {
    let rest = other.count - end
    while room.count < rest { grow() }
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[end...]))
    add(rest)
    other.count = end
  }

  /// Drops the bytes.
  func clear() { (count, isTooLong) = (0, false) }

  /// Stands for a line that was passed over.
  func becomeTooLong() { (count, isTooLong) = (0, true) }

  /// Calls `body` with the number of each line and its bytes without their end; nil for a line that is
  /// too long to be kept.
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

  /// Finds the first `most` lines that have an end, the first of which ends at `end`: where the last one does,
  /// and how many they are.
  func lines(behind end: Int, atMost most: Int) -> (end: Int, count: Int) {
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
