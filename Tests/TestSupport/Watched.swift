import CLibrary

/// A value shared by several threads, which wait for its changes.
///
/// A wait has no deadline: the suites whose tests wait have the trait `.waits`, and with it the tests' watchdog.
package final class Watched<Value>: @unchecked Sendable {
  private var value: Value
  // The thread sanitizer sees pthread's locks, and not a Mutex.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasChanged = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Begins with `value`.
  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    pthread_cond_init(hasChanged, nil)
  }

  deinit {
    pthread_cond_destroy(hasChanged)
    pthread_mutex_destroy(lock)
    hasChanged.deallocate()
    lock.deallocate()
  }

  /// Changes or reads the value, and wakes waiting threads.
  @discardableResult
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_mutex_unlock(lock)
      pthread_cond_broadcast(hasChanged)
    }
    return body(&value)
  }

  /// Sleeps until `condition` holds.
  package func wait(until condition: (Value) -> Bool) {
    pthread_mutex_lock(lock)
    while !condition(value) { pthread_cond_wait(hasChanged, lock) }
    pthread_mutex_unlock(lock)
  }
}
