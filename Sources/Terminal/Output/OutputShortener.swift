/// Says with fewer bytes what curses says of attributes and colours.
///
/// curses sends `ESC[39m ESC(B ESC[0;7m` where `ESC[;7m` does. This keeps the terminal's rendition
/// (ECMA-48, 8.3.117) as it is and as it should be, lets cursor movements pass, and sends the
/// difference before the first byte that depends on it. Sequences that it does not know go out as
/// they are. Of two ways to the same column it takes the shorter, where curses, in a hurry, does not
/// compare. Only for terminals of xterm's kind.
package struct OutputShortener {
  private var cursor = CursorTrack()
  private var shown = Rendition()
  private var wanted = Rendition()
  private var hasBegun = false
  /// Whether every attribute in effect is one that `Rendition` knows.
  private var isTracked = true
  /// Whether a character set other than ASCII may be in use: designated, or shifted to.
  private var mayBeDesignated = true
  private var mayBeShifted = true

  /// Begins without knowing how the terminal was left, and therefore with a reset.
  package init() {}

  /// The terminal's width while it can go to a column of the line by `ESC[nG`; 0 when it cannot.
  package var columns = 0

  /// Shortens `bytes`, which begin and end between sequences.
  package mutating func shorten(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    if !hasBegun, !bytes.isEmpty {
      hasBegun = true
      output += Array("\u{1B}[m".utf8)
    }
    var rest = bytes[...]
    while let first = rest.first {
      if first == 0x20 {
        let end = rest.firstIndex { $0 != 0x20 } ?? rest.endIndex
        prepareForBlanks(before: rest[end...], into: &output)
        print(&rest, to: end, into: &output)
        continue
      }
      if first > 0x1B {
        settle(into: &output)
        print(&rest, to: rest.firstIndex { $0 <= 0x20 } ?? rest.endIndex, into: &output)
        continue
      }
      let length = first == 0x1B ? Self.sequenceLength(rest) : 1
      let part = rest.prefix(length)
      rest = rest.dropFirst(length)
      if length > 2, part.last == UInt8(ascii: "m"), part.dropFirst().first == UInt8(ascii: "[") {
        takeRendition(part, into: &output)
      } else if !isNeedless(part) {
        if !Self.movesOnly(part) { settle(into: &output) }
        output += cursor.follow(part, columns: columns) ?? Array(part)
      }
    }
    settle(into: &output)
    return output
  }
}

extension OutputShortener {
  private mutating func takeRendition(_ part: ArraySlice<UInt8>, into output: inout [UInt8]) {
    let parameters = part.dropFirst(2).dropLast()
    let isReset = parameters.isEmpty || parameters.first == UInt8(ascii: "0")
    if let changed = wanted.changed(by: parameters), isTracked || isReset {
      wanted = changed
      if !isTracked {
        // Whatever is in effect, a reset ends it.
        isTracked = true
        shown = Rendition()
        output += Array("\u{1B}[m".utf8)
      }
    } else {
      settle(into: &output)
      isTracked = false
      output += part
    }
  }

  private mutating func print(
    _ rest: inout ArraySlice<UInt8>, to end: Int, into output: inout [UInt8]
  ) {
    output += rest[..<end]
    // No character has more columns than bytes.
    cursor.advance(by: end - rest.startIndex, columns: columns)
    rest = rest[end...]
  }

  /// Settles what shows in a blank; the colour of the text does not, and can wait for the text, or
  /// come early with that of the text that follows.
  private mutating func prepareForBlanks(
    before rest: ArraySlice<UInt8>, into output: inout [UInt8]
  ) {
    guard isTracked, !shown.looksBlankAs(wanted) else { return }
    let length = rest.first == 0x1B ? Self.sequenceLength(rest) : 0
    let part = rest.prefix(length)
    if length > 2, part.last == UInt8(ascii: "m"), part.dropFirst().first == UInt8(ascii: "["),
      let next = wanted.changed(by: part.dropFirst(2).dropLast()), next.looksBlankAs(wanted)
    {
      wanted = next
    }
    settle(into: &output)
  }

  /// Sends what brings the terminal to the rendition that is wanted.
  private mutating func settle(into output: inout [UInt8]) {
    guard isTracked, shown != wanted else { return }
    output += wanted.sequence(after: shown)
    shown = wanted
  }

  /// Whether `part` returns to ASCII from ASCII.
  private mutating func isNeedless(_ part: ArraySlice<UInt8>) -> Bool {
    switch Array(part) {
    case [0x1B, UInt8(ascii: "("), UInt8(ascii: "B")]:
      defer { mayBeDesignated = false }
      return !mayBeDesignated
    case [0x0F]:
      defer { mayBeShifted = false }
      return !mayBeShifted
    case let other where other.starts(with: [0x1B, UInt8(ascii: "(")]):
      mayBeDesignated = true
      return false
    case [0x0E]:
      mayBeShifted = true
      return false
    default: return false
    }
  }

  /// Whether `part` does nothing but move the cursor: it shows no attribute and leaves no colour.
  private static func movesOnly(_ part: ArraySlice<UInt8>) -> Bool {
    guard let first = part.first, let last = part.last else { return true }
    if first == 0x08 || first == 0x0D { return true }
    guard part.count > 2, part.dropFirst().first == UInt8(ascii: "[") else { return false }
    return "ABCDGHd".utf8.contains(last)
  }

  /// How many bytes the sequence at the start of `rest` has.
  private static func sequenceLength(_ rest: ArraySlice<UInt8>) -> Int {
    guard let second = rest.dropFirst().first else { return 1 }
    // Control sequences end at the first byte from 0x40 on, others at the first from 0x30 on.
    let isControl = second == UInt8(ascii: "[")
    let start = rest.startIndex + (isControl ? 2 : 1)
    let final: UInt8 = isControl ? 0x40 : 0x30
    guard let end = rest[start...].firstIndex(where: { $0 >= final }) else { return rest.count }
    return end - rest.startIndex + 1
  }
}
