import CJansson

/// Values that jansson parsed before, found again by their text.
///
/// What jansson said of a text once holds for every further one of the same bytes: `"06:00"`, `70`,
/// and `{"time":null,"heat":null,"cool":null}`, which is what all rows are without their values.
/// Trees point into the memory here and keep it alive.
final class SharedValues: @unchecked Sendable {
  // Only the parser that has this object to itself adds to it; trees read what they know of.

  private struct Slot {
    var hash: UInt64 = 0
    var length = 0
    var text: UnsafeRawPointer?
    var value: UnsafeMutablePointer<json_t>?
  }

  /// The most values that are kept, below 1 MB.
  private static let limit = 4096
  /// The longest text that is kept.
  private static let longest = 256

  private let arena: Arena
  /// At least twice as many as there are values, a power of two: few for one document, more when many
  /// are parsed.
  private var slots: UnsafeMutableBufferPointer<Slot>
  private var count = 0
  private var missed = 0

  init?() {
    guard let arena = Arena() else { return nil }
    self.arena = arena
    slots = .allocate(capacity: 256)
    slots.initialize(repeating: Slot())
  }

  deinit {
    slots.deallocate()
    arena.destroy()
  }

  /// Whether so much was asked for in vain since there was no room for more that other values would
  /// be of more use.
  var isOutdated: Bool { missed > Self.limit }

  /// Finds the value whose text is `text`, or has jansson parse it; nil when jansson refuses it.
  ///
  /// `isKept` says whether it will be found again; otherwise it was made in `other`.
  @inline(__always)
  func value(
    _ text: UnsafeRawBufferPointer, orIn other: Arena
  ) -> (value: UnsafeMutablePointer<json_t>, isKept: Bool)? {
    let hash = Self.hash(text)
    var place = firstPlace(of: hash)
    while let known = slots[place].text {
      if slots[place].hash == hash, slots[place].length == text.count,
        setpoint_json_bytes_equal(known, text.baseAddress, text.count) != 0,
        let value = slots[place].value
      {
        return (value, true)
      }
      place = following(place)
    }
    return newValue(text, hash, place, orIn: other)
  }

  @inline(__always)
  private func firstPlace(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  @inline(__always)
  private func following(_ place: Int) -> Int { (place + 1) & (slots.count - 1) }

  private func grow() {
    let old = slots
    defer { old.deallocate() }
    slots = .allocate(capacity: old.count * 4)
    slots.initialize(repeating: Slot())
    for slot in old where slot.text != nil {
      var place = firstPlace(of: slot.hash)
      while slots[place].text != nil { place = following(place) }
      slots[place] = slot
    }
  }

  private func newValue(
    _ text: UnsafeRawBufferPointer, _ hash: UInt64, _ place: Int, orIn other: Arena
  ) -> (value: UnsafeMutablePointer<json_t>, isKept: Bool)? {
    var error = json_error_t()
    let flags = setpoint_json_decode_any | setpoint_json_reject_duplicates
    guard count < Self.limit, text.count <= Self.longest else {
      missed += 1
      return other.parse(text, flags: flags, error: &error).map { ($0, false) }
    }
    guard let value = arena.parse(text, flags: flags, error: &error), let copy = arena.copy(text)
    else { return nil }
    slots[place] = Slot(hash: hash, length: text.count, text: copy, value: value)
    count += 1
    if count * 2 > slots.count { grow() }
    return (value, true)
  }

  /// Mixes the bytes, eight at a time; texts that were made to collide cost time only.
  @inline(__always)
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    let count = text.count
    var hash = UInt64(truncatingIfNeeded: count)
    guard count >= 8 else {
      var word: UInt64 = 0
      for byte in text { word = word << 8 | UInt64(byte) }
      return mix(hash << 56 ^ word)
    }
    var offset = 0
    while offset < count - 8 {
      hash = mix(hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    // The last eight bytes, some of which may have been mixed in already.
    return mix(hash ^ text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
