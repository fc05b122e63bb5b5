import Diagnostics
package import TwoWayTable

/// Turns the bytes that a terminal sends into keys.
///
/// curses could do this too, but hands an unknown sequence on as if it had been typed, and cannot
/// tell end of input from silence. The decoder knows no clock: who feeds it says when the escape
/// delay has passed. Text is UTF-8 whatever the locale, since every terminal in use sends that.
package struct KeyDecoder {
  private let sequences: [[UInt8]: Key]
  private let prefixes: Set<[UInt8]>
  private var bytes: [UInt8] = []
  private var position = 0

  /// Makes a decoder that knows `sequences`, each of which starts with Escape.
  package init(sequences: [[UInt8]: Key]) {
    self.sequences = sequences
    prefixes = Set(sequences.keys.flatMap { key in (1..<key.count).map { Array(key[..<$0]) } })
  }

  /// Whether bytes are left that only more bytes, or the end of the escape delay, can explain.
  package var isAmidSequence: Bool { position < bytes.count }

  /// Adds bytes as they came.
  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeSubrange(..<position)
    position = 0
    bytes.append(contentsOf: more)
  }

  /// Takes out the next key, or returns nil when more bytes are needed.
  ///
  /// With `delayPassed` the bytes that are there are taken for all that the key sent. Unknown
  /// sequences, broken UTF-8 and control scalars beyond ASCII are dropped.
  package mutating func next(delayPassed: Bool) -> Key? {
    while position < bytes.count {
      switch decode(bytes[position...], delayPassed: delayPassed) {
      case .key(let key, let length):
        position += length
        return key
      case .nothing(let length): position += length
      case .unfinished: return nil
      }
    }
    return nil
  }
}

extension KeyDecoder {
  private enum Step {
    case key(Key, length: Int)
    case nothing(length: Int)
    case unfinished
  }

  private func decode(_ rest: ArraySlice<UInt8>, delayPassed: Bool) -> Step {
    let first = rest[rest.startIndex]
    switch first {
    case 0x1B: return decodeEscape(rest, delayPassed: delayPassed)
    case 0x0A, 0x0D: return .key(.named(.enter), length: 1)
    case 0x09: return .key(.named(.tab), length: 1)
    case 0x08, 0x7F: return .key(.named(.backspace), length: 1)
    case 0x01...0x1A: return .key(.control(Unicode.Scalar(first + 0x60)), length: 1)
    case 0..<0x20: return .key(.control(Unicode.Scalar(first + 0x40)), length: 1)
    default:
      return decodeText(rest, delayPassed: delayPassed) { .character($0) }
    }
  }

  /// One scalar of UTF-8; `rest` is not empty and does not start with a control character.
  private func decodeText(
    _ rest: ArraySlice<UInt8>, delayPassed: Bool, key: (Unicode.Scalar) -> Key
  ) -> Step {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = rest.makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      return scalar.isControl
        ? .nothing(length: encoded.count) : .key(key(scalar), length: encoded.count)
    case .error(let length):
      // A scalar cut short by the end of the buffer looks like an error of just that length.
      return length == rest.count && length < Self.utf8Length(rest[rest.startIndex])
        && !delayPassed ? .unfinished : .nothing(length: length)
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

  private func decodeEscape(_ rest: ArraySlice<UInt8>, delayPassed: Bool) -> Step {
    var known: [UInt8] = []
    for byte in rest {
      known.append(byte)
      if let key = sequences[known] { return .key(key, length: known.count) }
      if !prefixes.contains(known) { break }
      if known.count == rest.count, !delayPassed { return .unfinished }
    }
    guard rest.count > 1 else {
      return delayPassed ? .key(.named(.escape), length: 1) : .unfinished
    }
    let second = rest[rest.startIndex + 1]
    let isIntroducer = second == UInt8(ascii: "[") || second == UInt8(ascii: "O")
    if isIntroducer, rest.count > 2 { return skipSequence(rest, delayPassed: delayPassed) }
    if isIntroducer, !delayPassed { return .unfinished }
    // Escape and a control character are two keys struck fast, or sent by a program.
    if second < 0x20 || second == 0x7F { return .key(.named(.escape), length: 1) }
    switch decodeText(rest.dropFirst(), delayPassed: delayPassed, key: { .alt($0) }) {
    case .key(let key, let length): return .key(key, length: length + 1)
    case .nothing(let length): return .nothing(length: length + 1)
    case .unfinished: return .unfinished
    }
  }

  /// Finds the end of a control sequence that no key is known for (ECMA-48, 5.4).
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
