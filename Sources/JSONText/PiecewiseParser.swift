import CJansson
import Synchronization

/// Has jansson parse a text in pieces, and each piece once.
///
/// jansson takes more than a hundred instructions for each byte, and schedules repeat: the pieces
/// are the shapes of objects and arrays, which have `null` for each value, and the strings, numbers
/// and words that stand there. A text is JSON exactly when all of its pieces are, so that jansson's
/// word still decides; a piece that it has judged is not shown to it again. Whatever is not accepted
/// here is parsed once more as a whole, which also finds what is to be said about it.
final class PiecewiseParser: @unchecked Sendable {
  /// A tree, and where its memory is.
  typealias Tree = (root: UnsafeMutablePointer<json_t>, arena: Arena, shared: SharedValues)

  private typealias Value = UnsafeMutablePointer<json_t>

  /// An object or array whose end was not seen yet.
  private struct Open {
    /// Where its shape begins in `shapes`.
    let shape: Int
    /// The place of its first value in `values`.
    let firstValue: Int
  }

  /// The longest text whose parser is kept, with the room that it needed: 1 MiB.
  private static let longestKept = 1 << 20
  /// Parsers that no thread has in use.
  private static let idle = Mutex<[PiecewiseParser]>([])

  private var shared: SharedValues
  /// The shapes of what is open, one behind the other.
  private var shapes: UnsafeMutableRawBufferPointer = .allocate(byteCount: 8192, alignment: 16)
  /// The values of what is open.
  private var values: UnsafeMutableBufferPointer<Value?> = .allocate(capacity: 1024)
  private let open: UnsafeMutablePointer<Open> = .allocate(capacity: JSONLimits.nesting)

  private init?() {
    guard let shared = SharedValues() else { return nil }
    self.shared = shared
  }

  deinit {
    shapes.deallocate()
    values.deallocate()
    open.deallocate()
  }

  /// Parses `bytes`; nil when that must be done as a whole.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Tree? {
    guard bytes.count <= JSONLimits.size,
      let parser = idle.withLock({ $0.popLast() }) ?? PiecewiseParser()
    else { return nil }
    defer { if bytes.count <= longestKept { idle.withLock { $0.append(parser) } } }
    guard let arena = Arena() else { return nil }
    if parser.shared.isOutdated, let fresh = SharedValues() { parser.shared = fresh }
    parser.reserve(bytes.count)
    if let root = parser.root(of: bytes, arena) { return (root, arena, parser.shared) }
    arena.destroy()
    return nil
  }

  /// Makes room for all that a text of `count` bytes can need: a value takes a byte and is `null` in
  /// a shape, and strings are copied eight bytes at a time.
  private func reserve(_ count: Int) {
    let most = min(count, JSONLimits.values) + 1
    let room = count + most * 3 + 16
    if shapes.count < room {
      shapes.deallocate()
      shapes = .allocate(byteCount: room, alignment: 16)
    }
    if values.count < most {
      values.deallocate()
      values = .allocate(capacity: most)
    }
  }
}

// MARK: Taking a text to pieces

extension PiecewiseParser {
  private func root(of bytes: UnsafeRawBufferPointer, _ arena: Arena) -> Value? {
    guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let shapes = shapes.baseAddress, let values = values.baseAddress
    else { return nil }
    let target = shapes.assumingMemoryBound(to: UInt8.self)
    var (index, length, depth, count, total) = (0, 0, 0, 0, 0)
    while index < bytes.count {
      let start = index
      let byte = source[index]
      index &+= 1
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: continue
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        target[length] = byte
        length &+= 1
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < JSONLimits.nesting else { return nil }
        open[depth] = Open(shape: length, firstValue: count)
        depth &+= 1
        target[length] = byte
        length &+= 1
        continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return nil }
        depth &-= 1
        target[length] = byte
        let begun = open[depth]
        guard
          let value = whole(
            UnsafeRawBufferPointer(
              start: shapes + begun.shape, count: length &+ 1 &- begun.shape),
            values + begun.firstValue, count &- begun.firstValue, arena)
        else { return nil }
        length = begun.shape
        count = begun.firstValue
        values[count] = value
      case UInt8(ascii: "\""):
        guard let end = Self.copyString(source, index, bytes.count, to: target + (length &+ 1))
        else { return nil }
        target[length] = byte
        index = end
        if Self.isName(before: end, source, bytes.count) {
          length &+= end &- start
          continue
        }
        let text = UnsafeRawBufferPointer(start: source + start, count: end &- start)
        guard let value = shared.value(text, orIn: arena)?.value else { return nil }
        values[count] = value
      default:
        index = Self.endOfWord(source, index, bytes.count)
        let text = UnsafeRawBufferPointer(start: source + start, count: index &- start)
        guard byte != 0, let value = shared.value(text, orIn: arena)?.value else { return nil }
        values[count] = value
      }
      total &+= 1
      guard total <= JSONLimits.values else { return nil }
      // A value was read: it leaves `null` in the shape that it stands in.
      count &+= 1
      UnsafeMutableRawPointer(target + length).copyMemory(from: "null", byteCount: 4)
      length &+= 4
    }
    // The text is an object or array, and nothing else.
    guard depth == 0, length == 4, count == 1, let root = values[0] else { return nil }
    let type = setpoint_json_type(root)
    return type == JSON_OBJECT || type == JSON_ARRAY ? root : nil
  }

  /// Makes the object or array of a shape and its values; nil when jansson refuses the shape.
  private func whole(
    _ shape: UnsafeRawBufferPointer, _ values: UnsafePointer<Value?>, _ count: Int, _ arena: Arena
  ) -> Value? {
    guard let (template, isKept) = shared.value(shape, orIn: arena) else { return nil }
    return arena.fill(template, copying: isKept, values, count)
  }

  /// Copies what follows an opening quote, with the closing one; returns the index behind that, or
  /// nil when it is missing or there is a control character.
  @inline(__always)
  private static func copyString(
    _ source: UnsafePointer<UInt8>, _ start: Int, _ end: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var index = start
    while index < end {
      // Eight bytes at a time up to one that matters; there is room for what is too much.
      if end &- index >= 8 {
        let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target + (index &- start)).storeBytes(of: word, as: UInt64.self)
        let plain = plainBytes(UInt64(littleEndian: word))
        index &+= plain
        if plain == 8 { continue }
      }
      let byte = source[index]
      target[index &- start] = byte
      index &+= 1
      if byte == UInt8(ascii: "\"") { return index }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\"), index < end {
        target[index &- start] = source[index]
        index &+= 1
      }
    }
    return nil
  }

  /// How many bytes of a word, lowest first, come before a quote, a backslash or a control
  /// character (the lowest of the bits that borrow tells is right).
  @inline(__always)
  private static func plainBytes(_ word: UInt64) -> Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        | (word &- ones &* 0x20) & ~word) & high
    return found.trailingZeroBitCount / 8
  }

  /// Whether a colon follows, so that the string before is the name of a member.
  @inline(__always)
  private static func isName(
    before start: Int, _ source: UnsafePointer<UInt8>, _ end: Int
  ) -> Bool {
    var index = start
    while index < end {
      switch source[index] {
      case UInt8(ascii: ":"): return true
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return false
      }
    }
    return false
  }

  /// The index behind a number or word, or whatever stands in its place.
  @inline(__always)
  private static func endOfWord(
    _ source: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    var index = start
    while index < end {
      switch source[index] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), 0:
        return index
      default: index &+= 1
      }
    }
    return index
  }
}
