package import CLibrary

/// Notices when a program does nothing any more, however little processor time a busy machine gives it.
///
/// A wait for a program ends when the program has slept for a minute. A program that could run, but has no
/// processor, is not asleep, so the load of the machine does not matter.
package struct Idleness {
  private let program: pid_t
  private var sleeps: [String]?
  private var since = ContinuousClock.now

  /// Watches the process `program` and everything that it starts.
  package init(of program: pid_t) {
    self.program = program
  }

  /// Whether they have slept for a minute, as far as this was called again and again.
  ///
  /// Never true where the system has no /proc: there, only the tests' watchdog ends a wait (TestTraits).
  package mutating func lasts() -> Bool {
    let sleeps = ProcessTree(below: program).sleeps
    if sleeps == nil || sleeps != self.sleeps {
      self.sleeps = sleeps
      since = .now
    }
    return ContinuousClock.now - since > .seconds(60)
  }
}
