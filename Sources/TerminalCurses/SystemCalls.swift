// <term.h> includes the C library's `winsize`, which the importer therefore counts to this module.
import CNcurses
import TwoWayTable

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file descriptor that is a terminal, and the few questions asked of it.
struct TerminalDescriptor {
  /// The descriptor; its owner closes it.
  let number: Int32

  /// Whether it is a terminal at all.
  var isTerminal: Bool { isatty(number) == 1 }

  /// The extent that the terminal reports, nil when it does not know.
  var windowSize: ScreenSize? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return nil
    }
    return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// The line settings, nil when the terminal is gone.
  var settings: termios? {
    var settings = termios()
    return tcgetattr(number, &settings) == 0 ? settings : nil
  }

  /// Sets the line settings at once, without waiting for output that may never drain.
  func apply(_ settings: termios) {
    var settings = settings
    while tcsetattr(number, TCSANOW, &settings) != 0, errno == EINTR {}
  }

  /// Whether another process group has the terminal, so that using it would stop this one.
  var isTakenByOthers: Bool {
    let group = tcgetpgrp(number)
    return group >= 0 && group != getpgrp()
  }

  /// Reads what is there into `buffer`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    let count = recv(buffer)
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothingYet }
    return .end
  }

  private func recv(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(number, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(number, buffer.baseAddress, buffer.count)
    #endif
  }
}

/// What one read of a terminal brought.
enum ReadOutcome {
  /// So many bytes, at least one.
  case bytes(Int)
  /// Interrupted, or somebody made the descriptor non-blocking.
  case nothingYet
  /// End of input, a hang-up or any other error: nothing can come any more.
  case end
}

/// Reads an environment variable; nil when unset or empty.
func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
