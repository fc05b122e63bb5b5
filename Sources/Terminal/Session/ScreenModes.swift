/// The bytes that enter and leave the screen.
struct ScreenModes {
  /// Enters the screen and enables bracketed paste.
  let enter: [UInt8]
  /// Restores the screen of the shell; prepared in advance for signal handlers.
  ///
  /// Resets colours first, so that the screen is not erased in one. Without an alternate screen, ends with a new line.
  let leave: [UInt8]
  /// Whether the terminal supports, or at least ignores, xterm's private modes: it uses one to switch screens.
  let hasPrivateModes: Bool

  init(_ terminfo: Terminfo) {
    let switchesScreens = terminfo.bytes("smcup")
    hasPrivateModes = ["\u{1B}[?1049h", "\u{1B}[?1047h", "\u{1B}[?47h"].contains {
      switchesScreens?.contains(Array($0.utf8)) == true
    }
    enter =
      ["smcup", "smkx", "rmir"].compactMap(terminfo.bytes).joined()
      + (hasPrivateModes ? PasteReader.on : [])
    leave =
      ["sgr0", "op", "smam", "cnorm", "rmkx"].compactMap(terminfo.bytes).joined()
      + (hasPrivateModes ? MouseReport.off + PasteReader.off : [])
      + (terminfo.bytes("rmcup") ?? Array("\r\n".utf8))
  }
}
