import CJansson
import Synchronization

/// Has jansson parse a text in pieces: each object that holds no other by itself, and the rest.
///
/// jansson's time goes into bytes, a hundred and more instructions for each, and the objects that
/// hold no other are most of a schedule: a piece that it has judged before need not be shown to it
/// again, and no blank needs to. A text is JSON exactly when its pieces are and it is with `null` in
/// their places, so that jansson's word still decides. Whatever is not accepted here is parsed
/// again as a whole, which also finds what is to be said about it.
final class PiecewiseParser: @unchecked Sendable {
  /// A tree, and where its memory is.
  typealias Tree = (
    root: UnsafeMutablePointer<json_t>, arena: Arena,
    shared: SharedObjects
  )

  /// The longest text that is parsed in pieces, 1 MiB: a parser keeps room for two of it.
  private static let longest = 1 << 20
  /// Parsers that no thread has in use.
  private static let idle = Mutex<[PiecewiseParser]>([])

  private var shared: SharedObjects
  /// The text that is left, and behind it a piece.
  private var room: UnsafeMutableRawBufferPointer = .allocate(byteCount: 8192, alignment: 16)
  private var objects: [UnsafeMutablePointer<json_t>?] = []

  private init?() {
    guard let shared = SharedObjects() else { return nil }
    self.shared = shared
  }

  deinit { room.deallocate() }

  /// Parses `bytes`; nil when that must be done as a whole.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Tree? {
    guard bytes.count <= longest,
      let parser = idle.withLock({ $0.popLast() }) ?? PiecewiseParser()
    else { return nil }
    defer { idle.withLock { $0.append(parser) } }
    return parser.parse(bytes)
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) -> Tree? {
    guard let arena = Arena() else { return nil }
    if shared.isOutdated, let fresh = SharedObjects() { shared = fresh }
    objects.removeAll(keepingCapacity: true)
    // `null` is longer than `{}`.
    if room.count < bytes.count * 2 + 16 {
      room.deallocate()
      room = .allocate(byteCount: bytes.count * 2 + 16, alignment: 16)
    }
    var error = json_error_t()
    if let length = takePieces(of: bytes, arena),
      let root = arena.parse(
        UnsafeRawBufferPointer(rebasing: room[..<length]), flags: setpoint_json_reject_duplicates,
        error: &error),
      setpoint_json_fill_nulls(root, objects, objects.count, 0) == objects.count
    {
      return (root, arena, shared)
    }
    arena.destroy()
    return nil
  }

  /// Copies the text to `room`, without blanks and with `null` for each piece, which goes to
  /// `objects`; returns its length, or nil when something is not as it mostly is.
  private func takePieces(
    of bytes: UnsafeRawBufferPointer, _ arena: Arena
  ) -> Int? {
    guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let target = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    var (index, end, length, depth) = (0, bytes.count, 0, 0)
    /// Where the innermost open object begins in `target`; nil when it holds others.
    var piece: Int?
    /// Whether the last byte that was copied cannot join with another one to a token.
    var isApart = true
    while index < end {
      let byte = source[index]
      index &+= 1
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09:
        if isApart { continue }
        target[length] = 0x20
        isApart = true
      case UInt8(ascii: "\""):
        target[length] = byte
        guard let behind = copyString(source, &index, end, to: target, length &+ 1) else {
          return nil
        }
        length = behind
        isApart = true
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        piece = byte == UInt8(ascii: "{") && depth > 0 ? length : nil
        depth &+= 1
        guard depth <= JSONLimits.nesting else { return nil }
        target[length] = byte
        isApart = true
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth &-= 1
        target[length] = byte
        isApart = true
        guard let start = piece, byte == UInt8(ascii: "}") else { break }
        let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[start...length])
        guard let object = shared.object(text, orIn: arena) else { return nil }
        objects.append(object)
        UnsafeMutableRawPointer(target + start).copyMemory(from: "null", byteCount: 4)
        length = start &+ 4
        piece = nil
        // Behind `null` nothing may follow directly but what may follow an object.
        isApart = false
        continue
      case 0: return nil
      default:
        target[length] = byte
        isApart = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
      }
      length &+= 1
    }
    return length
  }

  /// Copies a string behind its opening quote, with the closing one; nil when it is not closed or
  /// holds a control character.
  @inline(__always)
  private func copyString(
    _ source: UnsafePointer<UInt8>, _ index: inout Int, _ end: Int,
    to target: UnsafeMutablePointer<UInt8>, _ start: Int
  ) -> Int? {
    var length = start
    while index < end {
      // Eight bytes at a time up to one that matters; both sides have room for what is too much.
      if end &- index >= 8 {
        let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
        UnsafeMutableRawPointer(target + length).storeBytes(of: word, as: UInt64.self)
        let plain = Self.plainBytes(UInt64(littleEndian: word))
        index &+= plain
        length &+= plain
        if plain == 8 { continue }
      }
      let byte = source[index]
      target[length] = byte
      index &+= 1
      length &+= 1
      if byte == UInt8(ascii: "\"") { return length }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\"), index < end {
        target[length] = source[index]
        index &+= 1
        length &+= 1
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
}
