import CLibrary
import Synchronization
import TestSupport

/// Ends the test process when the tests that wait for other programs or threads make no progress.
///
/// It is the only deadline: a test itself never decides that something took too long.
enum Watchdog {
  /// Test cases that have begun and have not ended.
  private static let running = Atomic(0)
  /// Beginnings and ends of test cases so far.
  private static let events = Atomic(0)
  /// How long nothing may begin or end.
  private static let seconds: UInt32 = 20 * 60

  private static let watch: Void = {
    _ = Thread {
      while true {
        let before = events.load(ordering: .relaxed)
        sleep(seconds)
        guard running.load(ordering: .relaxed) > 0, events.load(ordering: .relaxed) == before
        else { continue }
        let message = "error: no test case began or ended for \(seconds / 60) minutes\n"
        _ = message.withCString { write(2, $0, strlen($0)) }
        abort()
      }
    }
  }()

  /// Notes that a test case begins.
  static func begin() {
    watch
    running.add(1, ordering: .relaxed)
    events.add(1, ordering: .relaxed)
  }

  /// Notes that a test case ends.
  static func end() {
    running.subtract(1, ordering: .relaxed)
    events.add(1, ordering: .relaxed)
  }
}
