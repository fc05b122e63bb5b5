import CNcurses

/// What the terminal database says of the current terminal; valid while curses has one.
enum Capabilities {
  /// The bytes of a capability without parameters, by its terminfo name such as `rmcup`.
  ///
  /// Padding, written `$<5>`, is left out: terminals that need it are gone, and the crash handler
  /// cannot wait.
  static func bytes(_ name: String) -> [UInt8]? {
    guard let value = curses_string_capability(name) else { return nil }
    var bytes: [UInt8] = []
    var rest = String(cString: value).utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Everything that gives the screen back to the shell, ready to be written by a signal handler.
  ///
  /// Attributes and colours first, so that the restored screen is not erased in a foreign colour;
  /// without an alternate screen a new line keeps the prompt from landing inside the picture.
  static var leaveScreen: [UInt8] {
    let looks = ["sgr0", "op", "smam", "cnorm", "rmkx"].compactMap(bytes).joined()
    let modes = hasPrivateModes ? MouseReport.off + pasteModeOff : []
    return looks + modes + scrollRegionReset + (bytes("rmcup") ?? Array("\r\n".utf8))
  }

  /// Whether the terminal takes xterm's private modes, or at least passes over those that it does
  /// not know: it switches screens by one of them.
  static var hasPrivateModes: Bool {
    guard let enter = bytes("smcup") else { return false }
    return ["\u{1B}[?1049h", "\u{1B}[?1047h", "\u{1B}[?47h"].contains {
      enter.contains(Array($0.utf8))
    }
  }

  /// Makes the terminal mark pastes.
  static let pasteModeOn = Array("\u{1B}[?2004h".utf8)
  /// Ends that.
  static let pasteModeOff = Array("\u{1B}[?2004l".utf8)

  /// Lets the whole screen scroll again, which curses may be in the midst of having limited.
  private static var scrollRegionReset: [UInt8] {
    guard let region = bytes("csr"), region.starts(with: [0x1B, UInt8(ascii: "[")]),
      region.last == UInt8(ascii: "r")
    else { return [] }
    let reset = Array("\u{1B}[r".utf8)
    // Moves the cursor to the corner, from where only the other screen takes it back.
    if bytes("rmcup") != nil { return reset }
    guard let save = bytes("sc"), let restore = bytes("rc") else { return [] }
    return save + reset + restore
  }

  /// Asks the database for the type named `name` and throws if it cannot be used.
  ///
  /// curses itself would call exit() for an unknown type on some of its ways in.
  static func check(type name: String, output: TerminalDescriptor) throws(TerminalError) {
    var status: Int32 = 0
    guard setupterm(name, output.number, &status) == OK else {
      throw .typeIsUnknown(name)
    }
    let canMove = bytes("cup") != nil && bytes("clear") != nil
    del_curterm(curses_current_terminal())
    guard canMove else { throw .typeIsTooSimple(name) }
  }
}
