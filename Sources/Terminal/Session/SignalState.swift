import CLibrary

// What signal handlers may touch. Every variable is trivial and statically initialised, so that a
// handler reaches it without a lock, an allocation or a once-guard; `unchecked` because the
// run-time's exclusivity check keeps a list that an interrupted access may have open.

/// The write end of the pipe that wakes `poll`, -1 while no terminal is in use.
@exclusivity(unchecked) nonisolated(unsafe) var wakeDescriptor: Int32 = -1
/// Set by SIGWINCH, cleared by the event loop.
@exclusivity(unchecked) nonisolated(unsafe) var isResizePending = false
/// Set by SIGCONT.
@exclusivity(unchecked) nonisolated(unsafe) var isContinuePending = false
/// Set by SIGTSTP.
@exclusivity(unchecked) nonisolated(unsafe) var isStopPending = false
/// The number of the last signal that asks the program to end, 0 for none.
@exclusivity(unchecked) nonisolated(unsafe) var pendingTermination: Int32 = 0
/// Whether the program was asked to end: from then on output that the terminal does not take is
/// given up.
@exclusivity(unchecked) nonisolated(unsafe) var isEnding = false
/// The terminal that pictures are written to, -1 for none.
@exclusivity(unchecked) nonisolated(unsafe) var outputDescriptor: Int32 = -1

/// The terminal to give back in a crash, -1 while no screen is ours.
@exclusivity(unchecked) nonisolated(unsafe) var crashDescriptor: Int32 = -1
/// The bytes that leave the screen.
@exclusivity(unchecked) nonisolated(unsafe) var crashBytes: UnsafePointer<UInt8>?
/// How many bytes those are.
@exclusivity(unchecked) nonisolated(unsafe) var crashByteCount = 0
/// The line settings from before.
@exclusivity(unchecked) nonisolated(unsafe) var crashSettings: UnsafePointer<termios>?

/// The read end of the pipe that error output goes to while the screen is up, -1 for none.
@exclusivity(unchecked) nonisolated(unsafe) var heldErrors: Int32 = -1
/// Where error output went before and goes again.
@exclusivity(unchecked) nonisolated(unsafe) var errorsBeforeHold: Int32 = -1

/// Notes a signal that the event loop answers, and wakes it.
///
/// The note is a flag, the pipe only an alarm: a full pipe loses nothing.
func noteSignal(_ number: Int32) {
  let savedErrno = errno
  switch number {
  case SIGWINCH: isResizePending = true
  case SIGCONT: isContinuePending = true
  case SIGTSTP: isStopPending = true
  default:
    pendingTermination = number
    isEnding = true
    // A write(2) that the terminal does not take is begun again behind this handler, and returns now.
    let flags = fileFlags(outputDescriptor)
    if flags >= 0 { setFileFlags(outputDescriptor, flags | O_NONBLOCK) }
  }
  var byte: UInt8 = 0
  _ = write(wakeDescriptor, &byte, 1)
  errno = savedErrno
}

/// The flags of an open file, -1 where there is none.
func fileFlags(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_GETFL) }

/// Sets them.
func setFileFlags(_ descriptor: Int32, _ flags: Int32) { _ = fcntl(descriptor, F_SETFL, flags) }

/// Gives the terminal back and lets the signal do what it does by default.
///
/// Runs in a process that is broken already: nothing but write(2), tcsetattr(3) and their like,
/// all on the list of POSIX.1-2017, 2.4.3. A process in the background leaves the terminal to its
/// owner.
func restoreAndDie(_ number: Int32) {
  if crashDescriptor >= 0 {
    let group = tcgetpgrp(crashDescriptor)
    if group < 0 || group == getpgrp() {
      leaveScreenInCrash()
      tcsetattr(crashDescriptor, TCSANOW, crashSettings)
    }
    crashDescriptor = -1
  }
  if heldErrors >= 0 { passHeldErrors(to: errorsBeforeHold) }
  signal(number, SIG_DFL)
  raise(number)
}

/// Writes what leaves the screen. A terminal that takes nothing gets a third of a second; then what it
/// has not shown is thrown away.
private func leaveScreenInCrash() {
  let flags = fileFlags(crashDescriptor)
  if flags >= 0 { setFileFlags(crashDescriptor, flags | O_NONBLOCK) }
  var polled = pollfd(fd: crashDescriptor, events: Int16(POLLOUT), revents: 0)
  if poll(&polled, 1, 300) == 0 { tcflush(crashDescriptor, TCOFLUSH) }
  _ = write(crashDescriptor, crashBytes, crashByteCount)
  if flags >= 0 { setFileFlags(crashDescriptor, flags) }
}

/// Writes what is in the pipe of held errors to `descriptor`.
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

/// Writes to what may be a terminal that takes nothing any more, as one that ^S stopped: it gets a third of
/// a second. Returns whether it took all; to be called by signal handlers too.
@discardableResult
func writePatiently(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  let flags = fileFlags(descriptor)
  if flags >= 0 { setFileFlags(descriptor, flags | O_NONBLOCK) }
  defer { if flags >= 0 { setFileFlags(descriptor, flags) } }
  var rest = bytes
  while !rest.isEmpty {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, 300) > 0 else { return false }
    let count = write(descriptor, rest.baseAddress, rest.count)
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}
