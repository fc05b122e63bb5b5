import CLibrary
import Synchronization

/// The signals by which a person, or the system, ends a command.
///
/// While files are changed, the first one is only noted: the file in hand is finished, and no temporary file stays.
/// A second one ends the program at once.
package enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM]
  private static let received = Atomic<Int32>(0)
  /// How many ask for signals to be noted, and which signals are.
  private static let scopes = Mutex<(count: Int, noted: [Int32])>((0, []))

  /// Whether the command is to end.
  package static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

  /// Does `body` while signals are noted. The caller looks at `isAsked`, and ends with `endIfAsked`.
  package static func noted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try body()
  }

  /// Ends the program by the signal that was noted, if one was, as if it came now.
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
      // What is ignored, or has a handler of the editor's, stays so.
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

  /// Whether a signal ends the program.
  private static func isUsual(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if os(Linux)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    // SIG_DFL is the address 0 on every system.
    return unsafeBitCast(handler, to: UInt.self) == 0
  }
}
