import TerminalScreen
import CLibrary

/// Delivers events from a terminal and the system, one at a time: keys, signals, a readable descriptor.
final class EventSource {
  enum Occurrence {
    case event(TerminalEvent)
    /// The terminal's reply about its background.
    case background(isLight: Bool)
    /// The program should stop (SIGTSTP).
    case stopAsked
  }

  let signals: TerminalSignals
  private let input: TerminalDescriptor
  private let terminfo: Terminfo?
  /// Created after the first drawing, when the first event is awaited.
  lazy var decoder = InputDecoder(
    sequences: KeySequences.table(terminfo),
    escapeDelay: Environment["ESCDELAY"].flatMap { Int32($0) }.map { max(0, $0) } ?? 25)
  private var hasEnded = false
  var watched: Int32?
  /// When the decoder's delay ends; nil while input is complete. Other events do not extend it.
  private var deadline: ContinuousClock.Instant?

  /// Reads keys from `input` as described by `terminfo`, and signals.
  init(_ input: TerminalDescriptor, _ terminfo: Terminfo?, signals: TerminalSignals) {
    (self.input, self.terminfo, self.signals) = (input, terminfo, signals)
  }

  /// Sleeps in poll(2) until a key, a signal or the end of input.
  ///
  /// The timeouts for Escape and for pastes apply only while input is incomplete.
  func next() -> Occurrence {
    while true {
      if let occurrence = takeNotedSignal() { return occurrence }
      if let event = decoder.next(after: hasEnded ? .endOfInput : .moreMayFollow) {
        return .event(event)
      }
      if let isLight = decoder.takeBackground() { return .background(isLight: isLight) }
      if hasEnded { return .event(.endOfInput) }
      if let event = wait() { return .event(event) }
    }
  }

  /// Returns the most urgent noted signal, if any; several resizes count as one.
  private func takeNotedSignal() -> Occurrence? {
    if pendingTermination != 0 {
      let number = pendingTermination
      pendingTermination = 0
      return .event(.terminate(signal: number))
    }
    if isStopPending {
      isStopPending = false
      return .stopAsked
    }
    if isContinuePending {
      isContinuePending = false
      // If the program was stopped from outside, another process had the terminal.
      if input.isTakenByOthers { raise(SIGTTIN) }
      return .event(.continued)
    }
    if isResizePending {
      isResizePending = false
      return .event(.resized)
    }
    return nil
  }

  /// Stops the process group, with the terminal as the shell expects it; then reads the line settings again.
  func stop(_ settings: inout termios) {
    let descriptor = crashDescriptor
    // The terminal is already restored.
    crashDescriptor = -1
    signals.stop()
    // After `bg`, wait until the program is in the foreground.
    if input.isTakenByOthers { raise(SIGTTIN) }
    if let changed = input.settings {
      settings = changed
      crashSettings?.pointee = settings
    }
    crashDescriptor = descriptor
  }

  /// Waits for input, a signal, the watched descriptor or the decoder's delay; returns an event of the latter two.
  private func wait() -> TerminalEvent? {
    // poll(2) ignores negative descriptors.
    var polled = [signals.pipe, input.number, watched ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let delay = decoder.timeout
    deadline = delay < 0 ? nil : deadline ?? .now + .milliseconds(delay)
    let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    let count = poll(&polled, 3, rest.map { Int32(($0 / .milliseconds(1)).rounded(.up)) } ?? -1)
    if let end = deadline, end <= .now, polled[1].revents == 0, count >= 0 {
      deadline = nil
      return decoder.next(after: .timedOut)
    }
    guard count > 0 else { return nil }
    // Let read(2) report errors and hang-ups.
    if polled[0].revents != 0 { signals.drain() }
    if polled[1].revents != 0 {
      deadline = nil
      withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
        if let count = input.read(into: buffer) {
          decoder.append(buffer[..<count])
        } else {
          hasEnded = true
        }
      }
    }
    guard let descriptor = watched, polled[2].revents != 0 else { return nil }
    let isReadable = polled[2].revents & Int16(POLLIN) != 0
    if !isReadable || isAtEnd(descriptor) { watched = nil }
    // Report it first: keys that came as well wait in the decoder.
    return .descriptorReady
  }
}
