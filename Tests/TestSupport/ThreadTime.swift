import CLibrary

/// The processor time that a thread takes, which other threads and programs do not change.
package enum ThreadTime {
  /// The time of `work` on this thread, in nanoseconds; the lesser of two runs, since others disturb the caches.
  package static func of(_ work: () throws -> Void) rethrows -> Int {
    var times: [Int] = []
    for _ in 0..<2 {
      let start = now()
      try work()
      times.append(now() - start)
    }
    return times.min() ?? 0
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
