/// Passes over what a terminal answers in a string (ECMA-48, 8.3): its colours, its clipboard, whether it
/// has pictures. None of it is a key.
///
/// Nothing is kept, however long it is. An end that never comes is given up after a second of silence.
struct ReplyReader {
  /// What follows Escape before such a string, DCS, SOS, OSC, PM and APC, and whether a bell ends it as
  /// well, as xterm has it.
  static let introducers: [UInt8: Bool] = [
    UInt8(ascii: "P"): false, UInt8(ascii: "X"): false, UInt8(ascii: "]"): true,
    UInt8(ascii: "^"): false, UInt8(ascii: "_"): false,
  ]

  let endsAtBell: Bool

  /// Passes over `rest`; tells how much of it belonged to the string and whether that is over.
  func pass(_ rest: ArraySlice<UInt8>) -> (taken: Int, isOver: Bool) {
    for (count, byte) in rest.enumerated() {
      switch byte {
      case 0x1B:
        // Escape and anything but a backslash is no end, but the begin of something else.
        guard let next = rest.dropFirst(count + 1).first else { return (count, false) }
        return next == UInt8(ascii: "\\") ? (count + 2, true) : (count, true)
      case 0x18, 0x1A: return (count + 1, true)
      case 0x07 where endsAtBell: return (count + 1, true)
      default: break
      }
    }
    return (rest.count, false)
  }
}
