// <term.h> includes the C library's `winsize`, which the importer therefore counts to this module.
import CNcurses
import TerminalScreen
import CLibrary

/// A file descriptor that is a terminal, and the few questions asked of it.
struct TerminalDescriptor {
  /// The descriptor; its owner closes it.
  let number: Int32

  /// Whether it is a terminal at all.
  var isTerminal: Bool { isatty(number) == 1 }

  /// The extent that the terminal reports, nil when it does not know; at most what `drawable` says.
  var windowSize: ScreenSize? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return nil
    }
    return Self.drawable(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// As much of an extent as is drawn: a terminal may claim any, and a picture is kept three times.
  static func drawable(rows: Int, columns: Int) -> ScreenSize {
    ScreenSize(rows: min(rows, 512), columns: min(columns, 1024))
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

  /// Whether it is the same device as `other`.
  func isSameDevice(as other: TerminalDescriptor) -> Bool {
    var own = stat()
    var others = stat()
    return fstat(number, &own) == 0 && fstat(other.number, &others) == 0
      && own.st_rdev == others.st_rdev
  }

  /// Writes all of `bytes`, past interruptions and a descriptor that somebody made non-blocking.
  ///
  /// Once the program was asked to end, a terminal that takes nothing gets a third of a second; then
  /// what it has not shown yet is thrown away, so that what gives it back can follow.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var patience = 3
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendBytes($0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        if isEnding {
          guard patience > 0 else {
            tcflush(number, TCOFLUSH)
            return
          }
          patience -= 1
        }
        var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, isEnding ? 100 : -1)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  /// Reads what is there into `buffer`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    let count = recv(buffer)
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothingYet }
    return .end
  }

  private func recv(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    CLibrary.read(number, buffer.baseAddress, buffer.count)
  }

  private func sendBytes(_ buffer: UnsafeRawBufferPointer) -> Int {
    CLibrary.write(number, buffer.baseAddress, buffer.count)
  }
}

/// Whether reading a descriptor that poll(2) calls readable would bring nothing but its end.
func isAtEnd(_ descriptor: Int32) -> Bool {
  #if os(Linux)
    let request = UInt(FIONREAD)
  #else
    // A macro that the importer cannot evaluate, from <sys/filio.h>.
    let request: UInt = 0x4004_667F
  #endif
  var count: Int32 = 0
  // Refused by what has no bytes but events, such as a timer.
  return ioctl(descriptor, request, &count) == 0 && count == 0
}

extension termios {
  /// The same with what is written going out as before, for lines below each other.
  var rawForLines: termios {
    var raw = self.raw
    raw.c_oflag = c_oflag
    return raw
  }

  /// These settings with every key handed on as it is struck: ^C, ^S, ^Q and ^Z too, and Return told
  /// from ^J.
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
