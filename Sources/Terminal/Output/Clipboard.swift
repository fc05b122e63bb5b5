/// Copies text to the clipboard of the user's terminal, through a multiplexer: OSC 52 of XTerm Control Sequences.
package struct Clipboard: Sendable {
  /// The multiplexer between program and terminal.
  package enum Multiplexer: Sendable {
    case none
    case tmux
    case screen
  }

  /// The most bytes of base64 to send; many terminals drop more than 100,000.
  package static let limit = 100_000

  package let multiplexer: Multiplexer

  package init(through multiplexer: Multiplexer) {
    self.multiplexer = multiplexer
  }

  /// The multiplexer according to `TERM`, `TMUX` and `STY`.
  static var ofThisTerminal: Clipboard {
    let type = environmentValue("TERM") ?? ""
    if environmentValue("TMUX") != nil || type.hasPrefix("tmux") {
      return Clipboard(through: .tmux)
    }
    let isScreen = environmentValue("STY") != nil || type.hasPrefix("screen")
    return Clipboard(through: isScreen ? .screen : .none)
  }

  /// Returns the bytes that copy `text`; nil if it is too long.
  package func sequence(for text: String) -> [UInt8]? {
    guard (text.utf8.count + 2) / 3 * 4 <= Self.limit else { return nil }
    let plain = Array("\u{1B}]52;c;".utf8) + Self.base64(text.utf8) + [0x07]
    switch multiplexer {
    case .none: return plain
    case .tmux:
      // tmux uses the plain form with `set-clipboard on` and the wrapped one with `allow-passthrough on`, and drops the
      // other.
      let doubled = plain.flatMap { $0 == 0x1B ? [$0, $0] : [$0] }
      return plain + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    case .screen:
      // screen forwards strings of up to 768 bytes.
      return stride(from: 0, to: plain.count, by: 512).flatMap { start in
        Array("\u{1B}P".utf8) + plain[start..<min(start + 512, plain.count)]
          + Array("\u{1B}\\".utf8)
      }
    }
  }

  /// RFC 4648, section 4.
  private static func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(
          place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
