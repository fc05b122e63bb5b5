import CLibrary
import Synchronization

/// The signals that end a command.
///
/// During changes, the first signal is only noted: the current file is finished and no temporary file is left. A second
/// signal ends the program at once.
package enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM]
  private static let received = Atomic<Int32>(0)
  /// The number of nested scopes, and the signals that they note.
  private static let scopes = Mutex<(count: Int, noted: [Int32])>((0, []))

  /// Whether a signal has been noted.
  package static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

  /// Runs `body` while signals are noted. The caller checks `isAsked` and calls `endIfAsked`.
  package static func noted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try body()
  }

  /// Ends the program by the noted signal, if any.
  package static func endIfAsked() {
    let number = received.load(ordering: .relaxed)
    guard number != 0, scopes.withLock(\.count) == 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func begin() {
    _ = isAsked  // Made here, and not in a handler.
    scopes.withLock { scopes in
      scopes.count += 1
      // Leave ignored signals and the editor's handlers alone.
      guard scopes.count == 1 else { return }
      scopes.noted = signals.filter(isUsual)
      for number in scopes.noted {
        signal(number) { number in
          Interruption.received.store(number, ordering: .relaxed)
          signal(number, SIG_DFL)
        }
      }
    }
  }

  private static func end() {
    scopes.withLock { scopes in
      scopes.count -= 1
      guard scopes.count == 0 else { return }
      for number in scopes.noted { signal(number, SIG_DFL) }
      scopes.noted = []
    }
  }

  /// Whether the signal has its default action.
  private static func isUsual(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if os(Linux)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    // SIG_DFL is address 0 on every system.
    return unsafeBitCast(handler, to: UInt.self) == 0
  }
}
