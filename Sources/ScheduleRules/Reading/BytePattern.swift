import ScheduleModel

/// One to sixteen bytes that are looked for as two numbers.
struct BytePattern {
  /// The first bytes, at most eight, and the last: the first of them is the lowest.
  private let (start, end): (UInt64, UInt64)
  /// How many of their bits do not count, at the upper end.
  private let unused: UInt8
  private let endOffset: Int8
  private let length: Int8

  /// Takes bytes; nil for none and for more than sixteen.
  init?(_ bytes: some Collection<UInt8>) {
    guard 1...16 ~= bytes.count else { return nil }
    let word = { (bytes: [UInt8]) in
      bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
    }
    length = Int8(bytes.count)
    unused = UInt8(8 * max(0, 8 - bytes.count))
    endOffset = Int8(max(0, bytes.count - 8))
    start = word(Array(bytes.prefix(8)))
    end = word(Array(bytes.suffix(8)))
  }

  /// One that stands nowhere.
  static let nowhere = BytePattern()

  private init() { (start, end, unused, endOffset, length) = (0, 1, 0, 0, 0) }

  /// How many bytes it has.
  @inline(__always)
  var count: Int { Int(length) }

  /// Whether it stands at a place behind which there are as many bytes, and eight at the least.
  @inline(__always)
  func isAt(_ place: UnsafePointer<UInt8>) -> Bool {
    (place.word(at: 0) ^ start) &<< UInt64(unused) == 0
      && (place.word(at: Int(endOffset)) ^ end) &<< UInt64(unused) == 0
  }
}

extension UnsafePointer<UInt8> {
  /// Eight bytes as a number, the first of which is the lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// The names of the members of an object, with their quotes, as patterns.
struct MemberPatterns: @unchecked Sendable {
  // The patterns are made once for each object of the format, never change and are never given back.

  /// The names, in the order in which the members are written.
  let names: UnsafeBufferPointer<BytePattern>
  /// A bit for each member that must be there.
  let required: Int

  private init<Member>(_ object: FileFormat.Object<Member>) {
    let patterns = object.keys.compactMap { BytePattern("\"\($0)\"".utf8) }
    precondition(patterns.count == object.keys.count, "a name is too long for a pattern")
    let room = UnsafeMutableBufferPointer<BytePattern>.allocate(capacity: patterns.count)
    _ = room.initialize(from: patterns)
    names = UnsafeBufferPointer(room)
    required = object.required
  }

  /// Those of every object.
  struct All {
    let document = MemberPatterns(FileFormat.document)
    let schedule = MemberPatterns(FileFormat.schedule)
    let week = MemberPatterns(FileFormat.week)
    let day = MemberPatterns(FileFormat.day)
    let period = MemberPatterns(FileFormat.period)

    static let shared = All()
  }
}
