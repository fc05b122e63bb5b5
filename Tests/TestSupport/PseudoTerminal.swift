package import CLibrary

/// A terminal without a screen: the test holds the end where a person would sit.
///
/// Everything the program writes is collected and counted; nothing interprets it.
package final class PseudoTerminal {
  /// The file that a program opens as its terminal, such as `/dev/pts/3`.
  package let path: String
  /// What arrived since the last `takeOutput`.
  package private(set) var output: [UInt8] = []
  /// Bytes that arrived since the terminal was made.
  package private(set) var receivedByteCount = 0
  /// Whether no program has the terminal open any more, as far as reading has shown.
  package private(set) var isAbandoned = false

  /// The program that writes to it; waits for output end when it sleeps for good.
  var program: pid_t?

  private var controller: Int32

  /// Opens a terminal of that size.
  /// - Throws: `SystemCallError` if the system has none left.
  package init(rows: Int = 24, columns: Int = 80) throws(SystemCallError) {
    (controller, path) = try Self.openPair()
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    try resize(rows: rows, columns: columns)
  }

  deinit {
    hangUp()
  }

  /// Changes the size, so that the system sends the program SIGWINCH.
  /// - Throws: `SystemCallError` after `hangUp`.
  package func resize(rows: Int, columns: Int) throws(SystemCallError) {
    var size = winsize()
    size.ws_row = UInt16(rows)
    size.ws_col = UInt16(columns)
    guard ioctl(controller, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemCallError("ioctl") }
  }

  /// Opens the program's side in this process; the caller closes it.
  /// - Throws: `SystemCallError`.
  package func openProgramSide() throws(SystemCallError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemCallError("open") }
    return descriptor
  }

  /// The line settings, as in `stty -a`.
  /// - Throws: `SystemCallError` after `hangUp`.
  package func settings() throws(SystemCallError) -> termios {
    var settings = termios()
    guard tcgetattr(controller, &settings) == 0 else { throw SystemCallError("tcgetattr") }
    return settings
  }

  /// Pulls the plug, as a closed window or a lost connection does.
  package func hangUp() {
    if controller >= 0 { _ = close(controller) }
    controller = -1
    isAbandoned = true
  }
}

extension PseudoTerminal {
  /// Types `bytes`, and takes in what the program writes meanwhile, so that neither waits for the
  /// other.
  package func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty, controller >= 0 {
      let events = waitForEvents(Int16(POLLIN | POLLOUT), milliseconds: -1)
      if events & Int16(POLLIN) != 0 { receive() }
      guard events & Int16(POLLOUT) != 0 else {
        if events & Int16(POLLHUP | POLLERR) != 0 { return }
        continue
      }
      let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
    }
  }

  /// Types as much of `text` as the terminal accepts, without reading output.
  package func sendWithoutReading(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  /// Types `text` in UTF-8.
  package func send(_ text: String) { send(text.utf8) }

  /// Collects output until `condition` holds for all of it since the last `takeOutput`.
  ///
  /// Returns false when the program ends or sleeps for good before.
  package func receive(until condition: ([UInt8]) -> Bool) -> Bool {
    while !condition(output) {
      guard receiveMore() else { return false }
    }
    return true
  }

  /// Collects output until it contains `text`, and returns whether it came to that.
  package func receive(_ text: String) -> Bool {
    receive { $0.contains(Array(text.utf8)) }
  }

  /// Collects output until a line of `screen`, which is fed with it, contains `text`, and returns
  /// whether it came to that.
  package func receive(_ text: String, on screen: inout ScreenInterpreter) -> Bool {
    receive(on: &screen) { $0.lines.contains { $0.contains(text) } }
  }

  /// Feeds `screen` with output until `condition` holds for it, and returns whether it came to hold.
  /// What comes between two sequences that belong together is not a picture yet.
  package func receive(
    on screen: inout ScreenInterpreter, until condition: (ScreenInterpreter) -> Bool
  ) -> Bool {
    screen.feed(takeOutput())
    while !condition(screen) {
      guard receiveMore() else { return false }
      screen.feed(takeOutput())
    }
    return true
  }

  /// Collects the output that has arrived.
  package func receiveWhatIsThere() {
    while waitForEvents(Int16(POLLIN), milliseconds: 0) != 0, !isAbandoned { receive() }
  }

  /// Collects output until no program has the terminal open.
  package func receiveToEnd() {
    while receiveMore() {}
  }

  /// Returns the output since the last call.
  package func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }
}

extension PseudoTerminal {
  #if os(Linux)
    /// What posix_openpt(3) and its family do, which glibc declares for X/Open programs only, so
    /// that Swift cannot see them; request numbers from <asm-generic/ioctls.h>.
    private static func openPair() throws(SystemCallError) -> (Int32, String) {
      let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard controller >= 0 else { throw SystemCallError("open") }
      var locked: Int32 = 0
      var number: Int32 = 0
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      guard ioctl(controller, setLock, &locked) == 0, ioctl(controller, getNumber, &number) == 0
      else { throw SystemCallError("ioctl") }
      return (controller, "/dev/pts/\(number)")
    }
  #else
    private static func openPair() throws(SystemCallError) -> (Int32, String) {
      let controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard controller >= 0 else { throw SystemCallError("posix_openpt") }
      guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
      else { throw SystemCallError("grantpt") }
      return (controller, String(cString: name))
    }
  #endif

  /// Waits for output and collects it; returns false if no more will arrive.
  private func receiveMore() -> Bool {
    var idleness = program.map(Idleness.init(of:))
    while !isAbandoned {
      if waitForEvents(Int16(POLLIN), milliseconds: 500) != 0 {
        receive()
        return !isAbandoned
      }
      if idleness?.lasts() ?? false { return false }
    }
    return false
  }

  /// Sleeps until one of `events` arrives; returns 0 after the timeout.
  private func waitForEvents(_ events: Int16, milliseconds: Int32) -> Int16 {
    guard controller >= 0 else { return 0 }
    var watched = pollfd(fd: controller, events: events, revents: 0)
    return poll(&watched, 1, milliseconds) > 0 ? watched.revents : 0
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(controller, &buffer, buffer.count)
    if count > 0 {
      output.append(contentsOf: buffer[..<count])
      receivedByteCount += count
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      isAbandoned = true
    }
  }
}
