// <term.h> includes the C library's `winsize`, so the importer attributes it to this module.
import CNcurses
import TerminalScreen
import CLibrary

struct TerminalDescriptor {
  /// The descriptor; its owner closes it.
  let number: Int32

  /// Checks two descriptors, and reads the line settings.
  static func pair(
    _ input: Int32, _ output: Int32
  ) throws(TerminalError) -> (input: Self, output: Self, settings: termios) {
    let (input, output) = (Self(number: input), Self(number: output))
    guard input.isTerminal else { throw .inputIsNotATerminal }
    guard output.isTerminal else { throw .outputIsNotATerminal }
    guard let settings = input.settings else { throw .setUpFailed(errno: errno) }
    return (input, output, settings)
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// The size reported by the terminal, limited by `drawable`; nil if unknown.
  var windowSize: ScreenSize? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return nil
    }
    return Self.drawable(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Limits a size: a terminal may report any, and a picture is kept three times.
  static func drawable(rows: Int, columns: Int) -> ScreenSize {
    ScreenSize(rows: min(rows, 512), columns: min(columns, 1024))
  }

  /// The line settings; nil if the terminal is gone.
  var settings: termios? {
    var settings = termios()
    return tcgetattr(number, &settings) == 0 ? settings : nil
  }

  /// Sets the line settings at once, without waiting for output to drain.
  func apply(_ settings: termios) {
    var settings = settings
    while tcsetattr(number, TCSANOW, &settings) != 0, errno == EINTR {}
  }

  /// Whether another process group has the terminal, so that using it would stop this one.
  var isTakenByOthers: Bool {
    let group = tcgetpgrp(number)
    return group >= 0 && group != getpgrp()
  }

  func isSameDevice(as other: TerminalDescriptor) -> Bool {
    var own = stat()
    var others = stat()
    return fstat(number, &own) == 0 && fstat(other.number, &others) == 0
      && own.st_rdev == others.st_rdev
  }

  /// Writes all of `bytes`, despite interruptions and a non-blocking descriptor.
  ///
  /// Once the program is to end, a blocked terminal gets a third of a second; then its pending output is discarded.
  func write(_ bytes: [UInt8]) {
    let failure = bytes.withUnsafeBytes { bytes in
      writeAll(bytes, to: number) { isEnding ? 300 : -1 }
    }
    if failure == EAGAIN { tcflush(number, TCOFLUSH) }
  }

  /// Reads available bytes into `buffer`; returns their number, nil at the end of input and for a hang-up.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = CLibrary.read(number, buffer.baseAddress, buffer.count)
    if count > 0 { return count }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : nil
  }
}

/// Whether a descriptor that poll(2) reports as readable is at its end.
func isAtEnd(_ descriptor: Int32) -> Bool {
  #if os(Linux)
    let request = UInt(FIONREAD)
  #else
    // FIONREAD of <sys/filio.h>, a macro that the importer cannot evaluate.
    let request: UInt = 0x4004_667F
  #endif
  var count: Int32 = 0
  // Fails for descriptors of events, such as a timer.
  return ioctl(descriptor, request, &count) == 0 && count == 0
}

extension termios {
  /// Raw mode: every key is delivered at once, including ^C, ^S, ^Q and ^Z, and Return differs from ^J.
  var raw: termios {
    var raw = self
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP | BRKINT | PARMRK)
    raw.c_oflag &= ~tcflag_t(ONLCR)
    raw.c_cflag |= tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return raw
  }
}
