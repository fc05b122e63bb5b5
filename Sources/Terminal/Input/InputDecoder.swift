package import TerminalScreen

/// The state of the input after the last bytes.
package enum InputPause: Sendable {
  /// The rest of a key may follow.
  case moreMayFollow
  /// No input came for as long as `InputDecoder.timeout` demands.
  case timedOut
  /// The input has ended.
  case endOfInput
}

/// Decodes the bytes of a terminal into keys, pastes and mouse reports.
///
/// ncurses passes unknown sequences on as typed text and cannot distinguish the end of input from silence. The decoder
/// has no clock: its caller reports when the escape delay has passed. Text is UTF-8 in any locale, as sent by all
/// terminals in use.
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
    let isIncomplete = position < bytes.count && !hasBegunSequence(bytes[position...])
    return isIncomplete ? escapeDelay : -1
  }

  /// Appends received bytes.
  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeSubrange(..<position)
    position = 0
    bytes.append(contentsOf: more)
  }

  /// Removes and returns the next event; nil if more bytes are needed.
  ///
  /// After a pause, the bytes so far are decoded as a complete key. Unknown sequences, invalid UTF-8 and control
  /// scalars beyond ASCII are dropped.
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
      if paste != nil {
        guard let over = readPaste(after: pause) else { return nil }
        let text = over.text
        if !text.isEmpty { return .paste(text, isCut: over.wasCut) }
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

  /// Continues the paste; returns it when it is complete.
  private mutating func readPaste(after pause: InputPause) -> PasteReader? {
    guard var over = paste else { return nil }
    // Keep the buffer uniquely referenced: each read would copy it.
    paste = nil
    let (taken, isOver) = over.read(bytes[position...], after: pause)
    position += taken
    guard isOver else {
      paste = over
      return nil
    }
    return over
  }
}

extension InputDecoder {
  /// The result of decoding the start of some bytes.
  enum Step {
    case event(TerminalEvent, length: Int)
    /// Bytes without an event of their own, such as the start of a paste.
    case nothing(length: Int)
    case unfinished

    static func key(_ key: Key, length: Int) -> Step { .event(.key(key), length: length) }
  }
}
