import Diagnostics
package import TerminalScreen

/// The state of the input after the last bytes.
package enum InputPause: Sendable {
  /// The rest of a key may follow.
  case moreMayFollow
  /// No input came for as long as `InputDecoder.timeout` demands.
  case timedOut
  case endOfInput
}

/// Decodes the bytes of a terminal into keys, pastes and mouse reports.
///
/// ncurses passes unknown sequences on as typed text and cannot distinguish the end of input from silence. The decoder
/// has no clock: its caller reports when the escape delay has passed. Text is UTF-8 in any locale.
package struct InputDecoder {
  /// Whether mouse reports are decoded; otherwise they are dropped, even if they arrive late.
  package var acceptsMouse = false

  private let escapeDelay: Int32
  let sequences: [[UInt8]: Key]
  let prefixes: Set<[UInt8]>
  private var bytes: [UInt8] = []
  private var position = 0
  var paste: PasteReader?
  var reply: ReplyReader?
  private var hasLightBackground: Bool?

  /// Creates a decoder for `sequences`; each starts with Escape. After `escapeDelay` milliseconds, a lone Escape is a key.
  package init(sequences: [[UInt8]: Key], escapeDelay: Int32 = 25) {
    self.escapeDelay = escapeDelay
    self.sequences = sequences
    prefixes = Set(sequences.keys.flatMap { key in (1..<key.count).map { Array(key[..<$0]) } })
  }

  /// How many milliseconds to wait for more bytes before passing `.timedOut`; -1 without limit, if no key is incomplete.
  package var timeout: Int32 {
    // A paste or a reply is incomplete.
    if reply != nil || paste?.isStalled == false { return 1000 }
    guard position < bytes.count, !hasBegunSequence(bytes[position...]) else { return -1 }
    // Unlike Escape, the first bytes of a scalar are never a key, however slow the connection.
    return bytes[bytes.count - 1] < 0x80 ? escapeDelay : max(escapeDelay, 500)
  }

  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeSubrange(..<position)
    position = 0
    bytes.append(contentsOf: more)
  }

  /// Removes and returns the next event; nil if more bytes are needed.
  ///
  /// After a pause, the bytes so far are decoded as a complete key. Invalid UTF-8 is replaced as in a paste, so that the
  /// user sees it; unknown sequences and control scalars beyond ASCII are dropped.
  package mutating func next(after pause: InputPause) -> TerminalEvent? {
    while position < bytes.count || paste != nil || reply != nil {
      if var current = reply {
        let (taken, isOver) = current.pass(bytes[position...])
        position += taken
        if isOver, let isLight = current.hasLightBackground { hasLightBackground = isLight }
        reply = isOver || pause != .moreMayFollow ? nil : current
        if reply != nil { return nil }
        continue
      }
      if var current = paste {
        // Keep the buffer uniquely referenced: each read would copy it.
        paste = nil
        let (taken, isOver) = current.read(bytes[position...], after: pause)
        position += taken
        guard isOver else {
          paste = current
          return nil
        }
        let text = current.text
        if !text.isEmpty { return .paste(text, isCut: current.wasCut) }
        continue
      }
      switch decode(bytes[position...], after: pause) {
      case .event(let event, let length):
        position += length
        return event
      case .nothing(let length): position += length
      case .unfinished: return nil
      }
    }
    return nil
  }

  /// Returns whether the background is light, once per reply of the terminal; nil without one.
  package mutating func takeBackground() -> Bool? {
    defer { hasLightBackground = nil }
    return hasLightBackground
  }

  /// The result of decoding the start of some bytes.
  enum Step {
    case event(TerminalEvent, length: Int)
    /// Bytes without an event of their own, such as the start of a paste.
    case nothing(length: Int)
    case unfinished

    static func key(_ key: Key, length: Int) -> Step { .event(.key(key), length: length) }
  }

  /// Decodes the start of `rest`, which is not empty; begins a paste or a reply.
  mutating func decode(_ rest: ArraySlice<UInt8>, after pause: InputPause) -> Step {
    let first = rest[rest.startIndex]
    switch first {
    case 0x1B: return decodeEscape(rest, after: pause)
    case 0x0A, 0x0D: return .key(.named(.enter), length: 1)
    case 0x09: return .key(.named(.tab), length: 1)
    case 0x08, 0x7F: return .key(.named(.backspace), length: 1)
    case 0x01...0x1A: return .key(.control(Unicode.Scalar(first + 0x60)), length: 1)
    case 0..<0x20: return .key(.control(Unicode.Scalar(first + 0x40)), length: 1)
    default:
      return decodeText(rest, delayPassed: pause != .moreMayFollow) { .character($0) }
    }
  }

  /// Whether `rest` is a control sequence with a parameter and no end, which is awaited, however slow the connection.
  func hasBegunSequence(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: [0x1B, UInt8(ascii: "[")]) && rest.count > 2
      && rest.dropFirst(2).allSatisfy { (0x20...0x3F).contains($0) }
  }

  /// Decodes one scalar of UTF-8 after `skipped` bytes; `rest` is not empty and starts with no control character.
  private func decodeText(
    _ rest: ArraySlice<UInt8>, after skipped: Int = 0, delayPassed: Bool,
    key: (Unicode.Scalar) -> Key
  ) -> Step {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = rest.makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      let (scalar, length) = (Unicode.UTF8.decode(encoded), skipped + encoded.count)
      return scalar.isControl ? .nothing(length: length) : .key(key(scalar), length: length)
    case .error(let length):
      // A scalar cut off at the end of the buffer looks like an error of this length.
      return length == rest.count && length < Self.utf8Length(rest[rest.startIndex])
        && !delayPassed ? .unfinished : .key(key("\u{FFFD}"), length: skipped + length)
    case .emptyInput: return .unfinished
    }
  }

  private static func utf8Length(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func decodeEscape(_ rest: ArraySlice<UInt8>, after pause: InputPause) -> Step {
    let delayPassed = pause != .moreMayFollow
    var known: [UInt8] = []
    for byte in rest {
      known.append(byte)
      if let key = sequences[known] { return .key(key, length: known.count) }
      if !prefixes.contains(known) { break }
      if known.count == rest.count, !delayPassed { return .unfinished }
    }
    if pause != .endOfInput, hasBegunSequence(rest) { return .unfinished }
    if rest.starts(with: PasteReader.begin) {
      paste = PasteReader()
      return .nothing(length: PasteReader.begin.count)
    }
    guard rest.count > 1 else {
      return delayPassed ? .key(.named(.escape), length: 1) : .unfinished
    }
    let second = rest[rest.startIndex + 1]
    let isIntroducer = second == UInt8(ascii: "[") || second == UInt8(ascii: "O")
    if second == UInt8(ascii: "["), rest.count > 2,
      let step = MouseReport.step(rest, delayPassed: delayPassed)
    {
      if case .event(_, let length) = step, !acceptsMouse { return .nothing(length: length) }
      return step
    }
    if ReplyReader.introducers.contains(second) {
      // Alone, this is Alt and a character; no user types the next key as fast as a reply continues.
      if rest.count > 2 {
        reply = ReplyReader(introducer: second)
        return .nothing(length: 2)
      }
      if !delayPassed { return .unfinished }
    }
    if isIntroducer, rest.count > 2 { return skipSequence(rest, delayPassed: delayPassed) }
    if isIntroducer, !delayPassed { return .unfinished }
    // Escape and a control character are two keys in quick succession, or sent by a program.
    if second < 0x20 || second == 0x7F { return .key(.named(.escape), length: 1) }
    return decodeText(rest.dropFirst(), after: 1, delayPassed: delayPassed) { .alt($0) }
  }

  /// Finds the end of an unknown control sequence (ECMA-48, 5.4).
  private func skipSequence(_ rest: ArraySlice<UInt8>, delayPassed: Bool) -> Step {
    for (length, byte) in zip(3..., rest.dropFirst(2)) {
      switch byte {
      case 0x20...0x3F: continue
      case 0x40...0x7E: return .nothing(length: length)
      default: return .nothing(length: length - 1)
      }
    }
    return delayPassed ? .nothing(length: rest.count) : .unfinished
  }
}
