import CLibrary
import TestSupport
import TestTraits
import Testing

@testable import Streams

@Suite(.waits) struct ParallelMapTests {
  private struct Failure: Error {}

  @Test("each result is emitted once, in order; then the error that ended the input is thrown")
  func order() {
    for threads in [ParallelMap.processors, 1, 2, 64] {
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
    "while the first input is processed, others are read and processed up to the memory limit",
    .enabled(if: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1, "one processor"))
  func room() {
    let counts = Watched((read: 0, worked: 0, emitted: 0, most: 0))
    ParallelMap.forEach(
      threads: 2,
      next: {
        counts.change { counts -> Int? in
          guard counts.read < 100 else { return nil }
          counts.read += 1
          counts.most = max(counts.most, counts.read - counts.emitted)
          return counts.read
        }
      },
      work: { number in
        counts.change { $0.worked += 1 }
        if number == 1 { counts.wait { $0.worked == 6 } }
      }, emit: { _, _ in counts.change { $0.emitted += 1 } })
    #expect(counts.change { $0.worked } == 100)
    #expect(counts.change { $0.most } == 6)
  }

  @Test(
    "all results are emitted before the program waits for input, with one thread or several",
    arguments: [1, 2])
  func waiting(threads: Int) {
    let emitted = Watched<[Int]>([])
    var taken = 0
    ParallelMap.forEach(
      threads: threads,
      next: { () -> Int? in
        // Every fourth one comes when the ones before it are answered.
        if taken % 4 == 0 { emitted.wait { $0.count == taken } }
        defer { taken += 1 }
        return taken < 40 ? taken : nil
      }, work: { $0 }, emit: { number, _ in emitted.change { $0.append(number) } })
    #expect(emitted.change(\.self) == Array(0..<40))
  }
}
