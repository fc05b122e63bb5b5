import CLibrary

/// The state that `restoreAndDie` needs, where a signal handler can reach it.
enum CrashRestoration {
  /// Prepares the restoration; a crash then restores the terminal `descriptor`.
  static func arm(descriptor: Int32, bytes: [UInt8], settings: termios) {
    disarm()
    crashBytes = .allocate(byteCount: bytes.count, alignment: 1)
    crashBytes?.copyBytes(from: bytes)
    crashSettings = .allocate(capacity: 1)
    crashSettings?.initialize(to: settings)
    // Set last: it signals to the handler that the rest is ready.
    crashDescriptor = descriptor
  }

  /// Frees the state; a crash then leaves the terminal alone.
  static func disarm() {
    crashDescriptor = -1
    crashBytes?.deallocate()
    crashSettings?.deallocate()
    crashBytes = nil
    crashSettings = nil
  }
}

/// Holds error output back while the screen is up, so that it neither garbles the picture nor disappears with it: most
/// important, the message of a Swift trap.
///
/// Holds only output to the same terminal, in a pipe, which needs no file and which a signal handler can read. Output
/// beyond the pipe's 64 KiB is dropped: blocking would deadlock.
enum HeldErrors {
  /// Starts holding if standard error is the terminal of the screen.
  static func hold(whileShownOn output: TerminalDescriptor) {
    let errors = TerminalDescriptor(number: 2)
    guard heldErrors < 0, errors.isTerminal, errors.isSameDevice(as: output) else { return }
    guard let (readEnd, writeEnd) = openPipe() else { return }
    let before = fcntl(errors.number, F_DUPFD_CLOEXEC, 3)
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let isHeld = before >= 0 && dup2(writeEnd, errors.number) >= 0
    close(writeEnd)
    guard isHeld else {
      close(readEnd)
      if before >= 0 { close(before) }
      return
    }
    errorsBeforeHold = before
    heldErrors = readEnd
  }

  /// Stops holding and writes the held output to its destination.
  static func release() {
    guard heldErrors >= 0 else { return }
    dup2(errorsBeforeHold, 2)
    passHeldErrors(to: 2)
    close(heldErrors)
    close(errorsBeforeHold)
    heldErrors = -1
    errorsBeforeHold = -1
  }
}

/// Writes a message to standard error before a signal ends the program, without blocking: do not delay termination.
package func writeLastWords(_ text: String) {
  let bytes = Array(text.utf8)
  withoutBrokenPipeSignal { _ = bytes.withUnsafeBytes { writePatiently($0, to: 2) } }
}
