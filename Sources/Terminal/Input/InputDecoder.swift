package import TerminalScreen

/// What the caller knows about input still to come.
package enum InputPause: Sendable {
  /// The rest of a key may be on its way.
  case moreMayFollow
  /// Nothing came for as long as `InputDecoder.patience` says.
  case timedOut
  /// Nothing can come any more.
  case endOfInput
}

/// Turns the bytes that a terminal sends into keys, pastes and mouse reports.
///
/// ncurses could do this too, but hands an unknown sequence on as if it had been typed, and cannot
/// tell end of input from silence. The decoder knows no clock: who feeds it says when the escape
/// delay has passed. Text is UTF-8 whatever the locale, since every terminal in use sends that.
package struct InputDecoder {
  /// How long a decoder wants to be left waiting before it is told `.timedOut`.
  package enum Patience: Sendable {
    /// For ever: nothing is half received.
    case unlimited
    /// For the escape delay: a key is half received.
    case escapeDelay
    /// For a second or so: a paste, or what the terminal answers, is half received.
    case pasteDelay
  }

  /// Whether mouse reports are events; dropped otherwise, as those are that come late.
  package var acceptsMouse = false

  let sequences: [[UInt8]: Key]
  let prefixes: Set<[UInt8]>
  private var bytes: [UInt8] = []
  private var position = 0
  private var paste: PasteReader?
  private var reply: ReplyReader?
  private var hasLightBackground: Bool?

  /// Makes a decoder that knows `sequences`, each of which starts with Escape.
  package init(sequences: [[UInt8]: Key]) {
    self.sequences = sequences
    prefixes = Set(sequences.keys.flatMap { key in (1..<key.count).map { Array(key[..<$0]) } })
  }

  /// How long it makes sense to wait for more bytes.
  package var patience: Patience {
    if let paste, !paste.isStalled { return .pasteDelay }
    if reply != nil { return .pasteDelay }
    guard position < bytes.count else { return .unlimited }
    return hasBegunSequence(bytes[position...]) ? .unlimited : .escapeDelay
  }

  /// Adds bytes as they came.
  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeSubrange(..<position)
    position = 0
    bytes.append(contentsOf: more)
  }

  /// Takes out the next event, or returns nil when more bytes are needed.
  ///
  /// After a pause the bytes that are there are taken for all that the key sent. Unknown sequences,
  /// broken UTF-8 and control scalars beyond ASCII are dropped.
  package mutating func next(after pause: InputPause) -> TerminalEvent? {
    while position < bytes.count || paste != nil || reply != nil {
      if reply != nil {
        guard passReply(after: pause) else { return nil }
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
      case .pasteBegins(let length):
        position += length
        paste = PasteReader()
      case .replyBegins(let length, let endsAtBell):
        position += length
        reply = ReplyReader(endsAtBell: endsAtBell)
      case .unfinished: return nil
      }
    }
    return nil
  }

  /// Whether the terminal has a light background, as it answered since this was last called; nil where it did not.
  package mutating func takeBackground() -> Bool? {
    defer { hasLightBackground = nil }
    return hasLightBackground
  }

  /// Goes on passing over an answer; returns whether it is over.
  private mutating func passReply(after pause: InputPause) -> Bool {
    guard var current = reply else { return true }
    let (taken, isOver) = current.pass(bytes[position...])
    position += taken
    if isOver, let isLight = current.hasLightBackground { hasLightBackground = isLight }
    reply = isOver || pause != .moreMayFollow ? nil : current
    return reply == nil
  }

  /// Goes on with the paste; returns it when it is over.
  private mutating func readPaste(after pause: InputPause) -> PasteReader? {
    guard var over = paste else { return nil }
    // Not two owners of the text: it would be copied by every read.
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
  /// What the first of some bytes turned out to be.
  enum Step {
    case event(TerminalEvent, length: Int)
    case nothing(length: Int)
    case pasteBegins(length: Int)
    case replyBegins(length: Int, endsAtBell: Bool)
    case unfinished

    static func key(_ key: Key, length: Int) -> Step { .event(.key(key), length: length) }
  }
}
