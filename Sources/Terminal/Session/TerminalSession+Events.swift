public import TerminalScreen
import CLibrary

extension TerminalSession {
  /// Sleeps in poll(2) until a key, a signal or the end of input comes.
  ///
  /// The two time-outs there are, the escape delay and that of a paste, run only while a key or a
  /// paste is half received.
  public func nextEvent() -> TerminalEvent {
    while isOpen {
      if let event = takeNotedSignal() { return event }
      if let event = decoder.next(after: inputHasEnded ? .endOfInput : .moreMayFollow) {
        return event
      }
      if inputHasEnded { return .endOfInput }
      let awoken = wait(milliseconds: timeout)
      if awoken.contains(.signal) { signals.drain() }
      if awoken.contains(.input) { readInput() }
      if awoken.contains(.delayPassed), let event = decoder.next(after: .timedOut) { return event }
      if awoken.contains(.watched) { return .descriptorReady }
    }
    return .endOfInput
  }

  /// Wakes `nextEvent` whenever `descriptor` can be read; read what is there on every event.
  ///
  /// A descriptor that hangs up, or is at its end, is reported once and then no longer watched.
  public func watch(_ descriptor: Int32?) { watched = descriptor }

  /// Milliseconds to wait for the rest of what is half received, -1 for ever.
  private var timeout: Int32 {
    switch decoder.patience {
    case .unlimited: -1
    case .escapeDelay: escapeDelay
    case .pasteDelay: 1000
    }
  }
}

/// What ended a wait; nothing when a signal's handler did.
private struct Wake: OptionSet {
  let rawValue: UInt8

  static let signal = Wake(rawValue: 1)
  static let input = Wake(rawValue: 2)
  static let watched = Wake(rawValue: 4)
  static let delayPassed = Wake(rawValue: 8)
}

extension TerminalSession {
  /// Answers at most one noted signal, the gravest first; any number of resizes count as one.
  private func takeNotedSignal() -> TerminalEvent? {
    if pendingTermination != 0 {
      let number = pendingTermination
      pendingTermination = 0
      return .terminate(signal: number)
    }
    if isStopPending {
      isStopPending = false
      suspend()
      return .continued
    }
    if isContinuePending {
      isContinuePending = false
      // Whoever stopped the program without asking had the terminal meanwhile.
      if input.isTakenByOthers { raise(SIGTTIN) }
      reenter()
      return .continued
    }
    if isResizePending {
      isResizePending = false
      adoptWindowSize()
      return .resized
    }
    return nil
  }

  private func wait(milliseconds: Int32) -> Wake {
    // poll(2) passes over a negative descriptor.
    var polled = (
      pollfd(fd: signals.pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watched ?? -1, events: Int16(POLLIN), revents: 0)
    )
    let count = withUnsafeMutablePointer(to: &polled) {
      $0.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, milliseconds) }
    }
    if count == 0 { return .delayPassed }
    guard count > 0 else { return [] }
    // Anything but silence, a hang-up above all, is for read(2) to explain.
    var wake: Wake = []
    if polled.0.revents != 0 { wake.insert(.signal) }
    if polled.1.revents != 0 { wake.insert(.input) }
    if let descriptor = watched, polled.2.revents != 0 {
      // The event goes out before any other: keys that came as well wait in the decoder.
      wake.insert(.watched)
      let isReadable = polled.2.revents & Int16(POLLIN) != 0
      if !isReadable || isAtEnd(descriptor) { watched = nil }
    }
    return wake
  }

  private func readInput() {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      switch input.read(into: buffer) {
      case .bytes(let count): decoder.append(buffer[..<count])
      case .nothingYet: break
      case .end: inputHasEnded = true
      }
    }
  }
}
