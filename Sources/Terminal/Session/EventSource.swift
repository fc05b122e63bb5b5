import CLibrary
import TerminalScreen

/// What a terminal and the system send a program, one thing at a time: keys, signals, a descriptor that
/// can be read.
final class EventSource {
  /// Something that came.
  enum Occurrence {
    case event(TerminalEvent)
    /// The terminal answered whether its background is light.
    case background(isLight: Bool)
    /// The program is to stop, and has not yet.
    case stopAsked
    /// The program was stopped and goes on.
    case continued
    /// The terminal has another size.
    case resized
  }

  let signals: TerminalSignals
  private let input: TerminalDescriptor
  /// Milliseconds after which a lone Escape counts as the key.
  private let escapeDelay: Int32
  private let terminfo: Terminfo?
  /// Made when the first event is waited for, behind the first picture.
  lazy var decoder = InputDecoder(sequences: KeySequences(terminfo).table)
  private var hasEnded = false
  /// The descriptor to report as readable.
  var watched: Int32?

  /// Reads keys from `input`, as `terminfo` describes them, and takes the signals.
  init(_ input: TerminalDescriptor, _ terminfo: Terminfo?, signals: TerminalSignals) {
    (self.input, self.terminfo, self.signals) = (input, terminfo, signals)
    escapeDelay = environmentValue("ESCDELAY").flatMap { Int32($0) }.map { max(0, $0) } ?? 25
  }

  /// Sleeps in poll(2) until a key, a signal or the end of input comes.
  ///
  /// The two time-outs there are, the escape delay and that of a paste, run only while a key or a
  /// paste is half received.
  func next() -> Occurrence {
    while true {
      if let occurrence = takeNotedSignal() { return occurrence }
      if let isLight = decoder.takeBackground() { return .background(isLight: isLight) }
      if let event = decoder.next(after: hasEnded ? .endOfInput : .moreMayFollow) {
        return .event(event)
      }
      if let isLight = decoder.takeBackground() { return .background(isLight: isLight) }
      if hasEnded { return .event(.endOfInput) }
      let awoken = wait(milliseconds: timeout)
      if awoken.contains(.signal) { signals.drain() }
      if awoken.contains(.input) { readInput() }
      if awoken.contains(.delayPassed), let event = decoder.next(after: .timedOut) {
        return .event(event)
      }
      if awoken.contains(.watched) { return .event(.descriptorReady) }
    }
  }

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

extension EventSource {
  /// Answers at most one noted signal, the gravest first; any number of resizes count as one.
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
      // Whoever stopped the program without asking had the terminal meanwhile.
      if input.isTakenByOthers { raise(SIGTTIN) }
      return .continued
    }
    if isResizePending {
      isResizePending = false
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
      case .end: hasEnded = true
      }
    }
  }
}
