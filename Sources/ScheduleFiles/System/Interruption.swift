import CLibrary
import Synchronization

/// The signals that end a command.
///
/// During changes, the first signal only ends the program after the current file; a second one ends it at once.
package enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM, SIGPIPE]
  private static let received = Atomic<Int32>(0)
  /// The number of scopes that note signals.
  private static let scopes = Atomic<Int>(0)
  /// The number of threads that wait for another program, when nothing is being written.
  private static let waits = Atomic<Int>(0)
  /// The address of what to write when a signal ends the program, 0 for nothing. Never freed: a handler may read it.
  private static let explanation = Atomic<Int>(0)

  /// Whether a signal has been noted.
  package static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

  /// Whether the reader of standard output is gone: another write would end the program at once.
  package static var isWithoutReader: Bool { received.load(ordering: .relaxed) == SIGPIPE }

  /// Runs `body` while signals are noted. The caller checks `isAsked` and calls `endIfAsked`.
  package static func noted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    scopes.add(1, ordering: .relaxed)
    defer { scopes.subtract(1, ordering: .relaxed) }
    handleSignals()
    return try body()
  }

  /// Whether a signal would only be noted.
  static var isNoting: Bool { scopes.load(ordering: .relaxed) > 0 }

  /// Runs `body`, which waits for another program's data: a signal ends the program even in `noted`.
  static func waiting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waits.add(1, ordering: .relaxed)
    defer { waits.subtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Ends the program by the noted signal, if any.
  package static func endIfAsked() {
    if isAsked, scopes.load(ordering: .relaxed) == 0 { end(by: received.load(ordering: .relaxed)) }
  }

  /// Sets the lines that a signal writes to standard error when it ends the program; nil for none.
  package static func explain(_ text: String?) {
    explanation.store(Int(bitPattern: text.flatMap { strdup($0) }), ordering: .relaxed)
    handleSignals()
  }

  /// Handles the signals from now on; leaves ignored signals and the editor's handlers alone.
  private static func handleSignals() {
    // The statics are made here, and not in a handler.
    _ = (scopes.load(ordering: .relaxed), explanation.load(ordering: .relaxed))
    _ = waits.load(ordering: .relaxed)
    for number in signals where !isAsked && handlerAddress(of: number) == 0 {
      signal(number) { number in
        guard Interruption.scopes.load(ordering: .relaxed) > 0,
          Interruption.waits.load(ordering: .relaxed) == 0
        else { return Interruption.end(by: number) }
        Interruption.received.store(number, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    if let text = UnsafePointer<CChar>(bitPattern: explanation.load(ordering: .relaxed)) {
      _ = write(STDERR_FILENO, text, strlen(text))
    }
    raise(number)
  }
}
