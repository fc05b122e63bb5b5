import CLibrary
import TestSupport
package import Testing

/// A suite whose tests wait for programs, devices or clocks runs on threads of its own kind.
///
/// Swift has as many threads for tasks as the machine has processors. A test that sleeps on one of them keeps a
/// test that computes from its processor.
package struct Waiting: SuiteTrait, TestTrait, TestScoping {
  /// Each test case is scoped by itself, so that the watchdog sees the progress of a suite of many cases.
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    Watchdog.begin()
    defer { Watchdog.end() }
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == Waiting {
  /// The tests wait more than they compute.
  package static var waits: Self { Self() }
}

/// A few threads that may sleep.
private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
  /// Few enough that what a test measures in seconds stays what it is on a machine of two processors.
  static let shared = WaitingThreads(count: 8)

  // The thread sanitizer sees pthread's locks, and not a Mutex.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasJobs = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []

  private init(count: Int) {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(hasJobs, nil)
    for _ in 0..<count { _ = Thread { self.work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(lock)
    jobs.append(job)
    pthread_mutex_unlock(lock)
    pthread_cond_signal(hasJobs)
  }

  private func work() -> Never {
    while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while jobs.isEmpty { pthread_cond_wait(hasJobs, lock) }
    return jobs.removeFirst()
  }
}
