import CJansson

/// Objects that jansson parsed before, found again by their text.
///
/// Schedules of a fleet are made of the same few rows, `{"time":"22:00","heat":62,"cool":82}`: what
/// jansson said of a text once holds for every further one that has the same bytes. Trees point into
/// the memory here and keep it alive.
final class SharedObjects: @unchecked Sendable {
  // Only the parser that has this object to itself adds to it; trees read what they know of.

  private struct Slot {
    var hash: UInt64 = 0
    var length = 0
    var text: UnsafeRawPointer?
    var object: UnsafeMutablePointer<json_t>?
  }

  /// The most objects that are kept, some 3 MB.
  static let limit = 4096
  /// The longest text that is kept.
  static let longest = 256

  private let arena: Arena
  private let slots: UnsafeMutableBufferPointer<Slot>
  private var count = 0
  private var missed = 0

  init?() {
    guard let arena = Arena() else { return nil }
    self.arena = arena
    slots = .allocate(capacity: Self.limit * 2)
    slots.initialize(repeating: Slot())
  }

  deinit {
    slots.deallocate()
    arena.destroy()
  }

  /// Whether so much was asked for in vain since the last object was added that other objects would
  /// be of more use.
  var isOutdated: Bool { missed > Self.limit }

  /// Finds the object whose text is `text`, or parses it; an object that is not kept goes into
  /// `other`. Returns nil for a text that jansson refuses.
  func object(
    _ text: UnsafeRawBufferPointer, orIn other: Arena
  ) -> UnsafeMutablePointer<json_t>? {
    guard text.count <= Self.longest else { return Self.parse(text, into: other) }
    let hash = Self.hash(text)
    var place = Int(truncatingIfNeeded: hash >> 32) & (Self.limit * 2 - 1)
    while let known = slots[place].text {
      if slots[place].hash == hash, slots[place].length == text.count,
        setpoint_json_bytes_equal(known, text.baseAddress, text.count) != 0
      {
        return slots[place].object
      }
      place = (place + 1) & (Self.limit * 2 - 1)
    }
    guard count < Self.limit else {
      missed += 1
      return Self.parse(text, into: other)
    }
    guard let object = Self.parse(text, into: arena),
      let copy = arena.copy(text)
    else { return nil }
    slots[place] = Slot(hash: hash, length: text.count, text: copy, object: object)
    count += 1
    return object
  }

  private static func parse(
    _ text: UnsafeRawBufferPointer, into arena: Arena
  ) -> UnsafeMutablePointer<json_t>? {
    var error = json_error_t()
    return arena.parse(text, flags: setpoint_json_reject_duplicates, error: &error)
  }

  /// Mixes the bytes, eight at a time; a text that was made to collide costs time only.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count)
    var offset = 0
    while offset + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mix(hash ^ word)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < text.count {
      rest = rest << 8 | UInt64(text[offset])
      offset += 1
    }
    return mix(hash ^ rest)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
