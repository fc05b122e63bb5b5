import CLibrary

/// The processor time that a thread takes, which other threads and programs do not change.
package enum ThreadTime {
  /// The time of `work` on this thread, in nanoseconds; the least of three runs, since others disturb the caches.
  ///
  /// A run below `bound` is the last.
  package static func of(below bound: Int = 0, _ work: () throws -> Void) rethrows -> Int {
    var least = Int.max
    for _ in 0..<3 where least >= bound {
      let start = now()
      try work()
      least = min(least, now() - start)
    }
    return least
  }

  /// How many times as long `work` takes for four times as much: about 4 where the time grows with the size,
  /// and 16 where it grows with its square.
  package static func growth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
    let (less, more) = (try of { try work(size) }, try of { try work(4 * size) })
    return Double(more) / Double(max(1, less))
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
