import CLibrary

// The state for signal handlers. Every variable is trivial and statically initialized, so that a handler needs no lock,
// allocation or once-guard; `unchecked` because the run-time exclusivity check keeps a list that an interrupted access
// may be changing.

/// The write end of the pipe that wakes `poll`, -1 if no terminal is in use.
@exclusivity(unchecked) nonisolated(unsafe) var wakeDescriptor: Int32 = -1
/// Set by SIGWINCH, cleared by the event loop.
@exclusivity(unchecked) nonisolated(unsafe) var isResizePending = false
/// Set by SIGCONT.
@exclusivity(unchecked) nonisolated(unsafe) var isContinuePending = false
/// Set by SIGTSTP.
@exclusivity(unchecked) nonisolated(unsafe) var isStopPending = false
/// The last terminating signal, 0 for none.
@exclusivity(unchecked) nonisolated(unsafe) var pendingTermination: Int32 = 0
/// Whether the program is to end: from then on, output to a blocked terminal is discarded.
@exclusivity(unchecked) nonisolated(unsafe) var isEnding = false
/// The terminal for output, -1 for none.
@exclusivity(unchecked) nonisolated(unsafe) var outputDescriptor: Int32 = -1

/// The terminal to restore in a crash, -1 if no screen is entered.
@exclusivity(unchecked) nonisolated(unsafe) var crashDescriptor: Int32 = -1
/// The bytes that leave the screen.
@exclusivity(unchecked) nonisolated(unsafe) var crashBytes: UnsafeMutableRawBufferPointer?
/// The original line settings.
@exclusivity(unchecked) nonisolated(unsafe) var crashSettings: UnsafeMutablePointer<termios>?

/// The read end of the pipe for held error output, -1 for none.
@exclusivity(unchecked) nonisolated(unsafe) var heldErrors: Int32 = -1
/// The original descriptor of error output.
@exclusivity(unchecked) nonisolated(unsafe) var errorsBeforeHold: Int32 = -1

/// Records a signal for the event loop and wakes it.
///
/// The record is a flag, and the pipe only wakes the loop: a full pipe loses nothing.
func noteSignal(_ number: Int32) {
  let savedErrno = errno
  switch number {
  case SIGWINCH: isResizePending = true
  case SIGCONT: isContinuePending = true
  case SIGTSTP: isStopPending = true
  default:
    pendingTermination = number
    isEnding = true
    // A write(2) to a blocked terminal is restarted after this handler; non-blocking, it returns.
    let flags = fileFlags(outputDescriptor)
    if flags >= 0 { setFileFlags(outputDescriptor, flags | O_NONBLOCK) }
  }
  var byte: UInt8 = 0
  _ = write(wakeDescriptor, &byte, 1)
  errno = savedErrno
}

/// The flags of an open file, -1 if it is not open.
func fileFlags(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_GETFL) }

func setFileFlags(_ descriptor: Int32, _ flags: Int32) { _ = fcntl(descriptor, F_SETFL, flags) }

/// Restores the terminal and re-raises the signal with its default action.
///
/// Runs in a crashed process: uses only async-signal-safe functions (POSIX.1-2017, 2.4.3). A background process leaves
/// the terminal to its owner. The pending output of a blocked terminal is discarded.
func restoreAndDie(_ number: Int32) {
  if crashDescriptor >= 0 {
    if !TerminalDescriptor(number: crashDescriptor).isTakenByOthers {
      let bytes = UnsafeRawBufferPointer(crashBytes ?? .init(start: nil, count: 0))
      if !writePatiently(bytes, to: crashDescriptor) {
        tcflush(crashDescriptor, TCOFLUSH)
        writePatiently(bytes, to: crashDescriptor)
      }
      tcsetattr(crashDescriptor, TCSANOW, crashSettings)
    }
    crashDescriptor = -1
  }
  if heldErrors >= 0 { passHeldErrors(to: errorsBeforeHold) }
  signal(number, SIG_DFL)
  raise(number)
}

/// Writes the held error output to `descriptor`.
func passHeldErrors(to descriptor: Int32) {
  withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
    while true {
      let count = read(heldErrors, buffer.baseAddress, buffer.count)
      guard count > 0,
        writePatiently(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor)
      else { return }
    }
  }
}

/// Writes for up to 0.3 s, since ^S may block a terminal; returns whether all was written. Safe in signal handlers.
@discardableResult
func writePatiently(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  let flags = fileFlags(descriptor)
  if flags >= 0 { setFileFlags(descriptor, flags | O_NONBLOCK) }
  defer { if flags >= 0 { setFileFlags(descriptor, flags) } }
  return writeAll(bytes, to: descriptor) { 300 } == 0
}
