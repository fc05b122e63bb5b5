package import TwoWayTable

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CursesBackend {
  /// Sleeps in poll(2) until a key, a signal or the end of input comes.
  ///
  /// The one time-out there is, the escape delay, runs only while a key is half received.
  package func nextEvent() -> TerminalEvent {
    while isOpen {
      if let event = takeNotedSignal() { return event }
      if let key = decoder.next(delayPassed: inputHasEnded) { return .key(key) }
      if inputHasEnded { return .endOfInput }
      switch wait(milliseconds: decoder.isAmidSequence ? escapeDelay : -1) {
      case .signal: signals.drain()
      case .input: readInput()
      case .delayPassed:
        if let key = decoder.next(delayPassed: true) { return .key(key) }
      case .interrupted: break
      }
    }
    return .endOfInput
  }
}

extension CursesBackend {
  private enum Wake {
    case signal
    case input
    case delayPassed
    case interrupted
  }

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
    var watched = (
      pollfd(fd: signals.pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
    )
    let count = withUnsafeMutablePointer(to: &watched) {
      $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) }
    }
    if count == 0 { return .delayPassed }
    if count < 0 { return .interrupted }
    // Anything but silence, a hang-up above all, is for read(2) to explain.
    return watched.0.revents != 0 ? .signal : .input
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
