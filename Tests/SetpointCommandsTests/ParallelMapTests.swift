import CLibrary
import SetpointCommands
import Synchronization
import Testing

@Suite struct ParallelMapTests {
  private struct Failure: Error {}

  /// Waits until something holds; false if it never did.
  private static func wait(until holds: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !holds() {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    return true
  }

  @Test("each result is emitted once, in order, and what ended the inputs is thrown behind them")
  func order() {
    for threads in [nil, 1, 2, 64] {
      for count in [0, 1, 2, 7, 500] {
        var (taken, emitted): (Int, [Int]) = (0, [])
        #expect(throws: Failure.self) {
          try ParallelMap.forEach(
            threads: threads,
            next: { () throws(Failure) -> Int? in
              guard taken < count else { throw Failure() }
              defer { taken += 1 }
              return taken
            }, weight: { 1 + $0 % 5 },
            work: { number in
              for _ in 0..<(number * 7919 % 13) { sched_yield() }
              return -number
            }, emit: { emitted.append($0 == -$1 ? $0 : -1) })
        }
        #expect(emitted == Array(0..<count))
      }
    }
  }

  @Test(
    "while the first input is worked on, so many are read and worked on as memory is meant for",
    .enabled(if: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1))
  func room() {
    let read = Atomic(0)
    let worked = Atomic(0)
    let mostRead = Atomic(0)
    var count = 0
    ParallelMap.forEach(
      threads: 2,
      next: {
        count += 1
        read.store(count, ordering: .relaxed)
        return count <= 100 ? count : nil
      },
      work: { number in
        worked.add(1, ordering: .relaxed)
        guard number == 1 else { return }
        #expect(Self.wait { worked.load(ordering: .relaxed) == 6 })
        // Whatever goes on now would go on for ever.
        for _ in 0..<1000 { sched_yield() }
        mostRead.store(read.load(ordering: .relaxed), ordering: .relaxed)
      }, emit: { _, _ in })
    #expect(worked.load(ordering: .relaxed) == 100)
    #expect(mostRead.load(ordering: .relaxed) == 6)
  }

  @Test(
    "all that came is emitted before somebody is waited for, on one thread and on several",
    arguments: [1, 2])
  func waiting(threads: Int) throws {
    let emitted = Mutex<[Int]>([])
    var taken = 0
    try ParallelMap.forEach(
      threads: threads,
      next: { () throws(Failure) -> Int? in
        // Every fourth one comes when the ones before it are answered.
        if taken % 4 == 0, !Self.wait(until: { emitted.withLock(\.count) == taken }) {
          throw Failure()
        }
        defer { taken += 1 }
        return taken < 40 ? taken : nil
      }, work: { $0 }, emit: { number, _ in emitted.withLock { $0.append(number) } })
    #expect(emitted.withLock(\.self) == Array(0..<40))
  }
}
