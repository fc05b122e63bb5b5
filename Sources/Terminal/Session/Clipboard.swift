import CLibrary
import Diagnostics

/// Copies text to the clipboard of the user's terminal, through a multiplexer: OSC 52 of XTerm Control Sequences.
package enum Clipboard {
  /// The multiplexer between program and terminal.
  package enum Multiplexer: Sendable {
    case none
    case tmux
    case screen
  }

  /// The most bytes of base64 to send; many terminals drop more than 100,000.
  private static let limit = 100_000

  /// The multiplexer according to `TERM`, `TMUX` and `STY`.
  static var multiplexer: Multiplexer {
    let type = Environment["TERM"] ?? ""
    if Environment["TMUX"] != nil || type.hasPrefix("tmux") { return .tmux }
    return Environment["STY"] != nil || type.hasPrefix("screen") ? .screen : .none
  }

  /// Returns the bytes that copy `text`; nil if it is too long.
  package static func sequence(
    for text: String, through multiplexer: Multiplexer = Clipboard.multiplexer
  ) -> [UInt8]? {
    guard (text.utf8.count + 2) / 3 * 4 <= limit else { return nil }
    let plain = Array("\u{1B}]52;c;\(Base64.text(text.utf8))\u{7}".utf8)
    switch multiplexer {
    case .none: return plain
    case .tmux:
      // tmux uses the plain form with `set-clipboard on` and the wrapped one with `allow-passthrough on`, never both.
      let doubled = plain.flatMap { $0 == 0x1B ? [$0, $0] : [$0] }
      return plain + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    case .screen:
      // screen forwards strings of up to 768 bytes.
      return stride(from: 0, to: plain.count, by: 512).flatMap { start -> [UInt8] in
        let part = plain[start..<min(start + 512, plain.count)]
        return Array("\u{1B}P".utf8) + part + Array("\u{1B}\\".utf8)
      }
    }
  }
}
