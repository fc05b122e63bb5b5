/// Runs operations on many devices in parallel.
package enum Fleet {
  /// The default number of parallel devices.
  static let usualJobs = 4
  /// The maximum number of parallel devices.
  static let mostJobs = 32

  /// Calls `work` for `count` devices, `jobs` at a time, and `emit` with the results in order. Threads mostly wait for
  /// devices, so their number is independent of the processors.
  package static func forEach<Output: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Output,
    emit: @escaping (Int, Output) -> Void
  ) {
    let progress = LinkProgress()
    let show = { (done: Int) in
      progress.show("waiting for devices, \(done) of \(count) done", of: nil)
    }
    var next = 0
    show(0)
    ParallelMap.forEach(
      threads: min(jobs, count),
      next: { () -> Int? in
        defer { next += 1 }
        return next < count ? next : nil
      }, room: count, work: work,
      emit: { index, output in
        progress.clear()
        emit(index, output)
        show(index + 1)
      })
    progress.clear()
  }
}
