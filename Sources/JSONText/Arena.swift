import CJansson

/// Memory that trees are parsed into, given back as a whole.
///
/// Every call of C's arena stands in this file and is not inlined elsewhere: which arena a thread
/// parses into is a static variable of a header, and another file would get one of its own.
struct Arena: Sendable {
  nonisolated(unsafe) private let handle: UnsafeMutablePointer<setpoint_arena>

  /// Tells jansson, before the first tree, to take memory from arenas.
  private static let isInstalled: Void = setpoint_arena_install()

  /// Makes an empty arena; nil when there is no memory left.
  @inline(never)
  init?() {
    _ = Self.isInstalled
    guard let handle = setpoint_arena_create() else { return nil }
    self.handle = handle
  }

  /// Has jansson parse a text; nil, and `error` filled in, when it refuses the text.
  @inline(never)
  func parse(
    _ text: UnsafeRawBufferPointer, flags: Int, error: inout json_error_t
  ) -> UnsafeMutablePointer<json_t>? {
    setpoint_arena_parse(
      handle, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, flags, &error)
  }

  /// Puts values into an object or array of as many nulls, or into a copy of it made here; nil when
  /// their number differs.
  @inline(never)
  func fill(
    _ shape: UnsafeMutablePointer<json_t>, copying: Bool,
    _ values: UnsafePointer<UnsafeMutablePointer<json_t>?>, _ count: Int
  ) -> UnsafeMutablePointer<json_t>? {
    setpoint_arena_fill(handle, shape, copying ? 1 : 0, values, count)
  }

  /// Copies bytes into the arena; nil when there is no memory left.
  @inline(never)
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard let place = setpoint_arena_take(handle, bytes.count), let start = bytes.baseAddress else {
      return nil
    }
    place.copyMemory(from: start, byteCount: bytes.count)
    return UnsafeRawPointer(place)
  }

  /// Gives the memory back, and with it all trees in the arena.
  @inline(never)
  func destroy() { setpoint_arena_destroy(handle) }
}
