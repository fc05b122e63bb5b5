/// The bytes that take a screen and give it back.
struct ScreenModes {
  /// Enters the screen and has pastes marked.
  let enter: [UInt8]
  /// Everything that gives the screen back to the shell, ready to be written by a signal handler.
  ///
  /// Attributes and colours first, so that the restored screen is not erased in a foreign colour;
  /// without an alternate screen a new line keeps the prompt from landing inside the picture.
  let leave: [UInt8]
  /// Whether the terminal takes xterm's private modes, or at least passes over those that it does
  /// not know: it switches screens by one of them.
  let hasPrivateModes: Bool

  /// Reads them out of a description.
  init(_ terminfo: Terminfo) {
    let switchesScreens = terminfo.bytes("smcup")
    hasPrivateModes = ["\u{1B}[?1049h", "\u{1B}[?1047h", "\u{1B}[?47h"].contains {
      switchesScreens?.contains(Array($0.utf8)) == true
    }
    enter =
      ["smcup", "smkx", "rmir"].compactMap(terminfo.bytes).joined()
      + (hasPrivateModes ? Array("\u{1B}[?2004h".utf8) : [])
    leave =
      ["sgr0", "op", "smam", "cnorm", "rmkx"].compactMap(terminfo.bytes).joined()
      + (hasPrivateModes ? MouseReport.off + Array("\u{1B}[?2004l".utf8) : [])
      + Self.scrollRegionReset(terminfo) + (terminfo.bytes("rmcup") ?? Array("\r\n".utf8))
  }

  /// Lets the whole screen scroll again.
  private static func scrollRegionReset(_ terminfo: Terminfo) -> [UInt8] {
    guard let region = terminfo.bytes("csr"), region.starts(with: [0x1B, UInt8(ascii: "[")]),
      region.last == UInt8(ascii: "r")
    else { return [] }
    let reset = Array("\u{1B}[r".utf8)
    // Moves the cursor to the corner, from where only the other screen takes it back.
    if terminfo.bytes("rmcup") != nil { return reset }
    guard let save = terminfo.bytes("sc"), let restore = terminfo.bytes("rc") else { return [] }
    return save + reset + restore
  }
}
