import TestSupport
import TestTraits
import Testing

@testable import Links

@Suite(.waits) struct FleetWorkTests {
  @Test(
    "at most --jobs devices are contacted at a time, and results are in order",
    arguments: [1, 3, 32])
  func bounded(jobs: Int) {
    let running = Watched((now: 0, most: 0))
    let order = Fleet.forEachDevice(60, jobs: jobs) { index, _ in
      running.change {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      // Until all jobs were at work once.
      running.wait { $0.most >= jobs }
      running.change { $0.now -= 1 }
      return index
    }
    #expect(order == Array(0..<60))
    #expect(running.change { $0.most } == jobs)
  }
}
