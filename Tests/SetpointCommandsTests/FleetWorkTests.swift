import DeviceFormats
import TestSupport
import TestTraits
import Testing

@testable import Links

@Suite(.waits) struct FleetWorkTests {
  @Test(
    "at most --jobs devices are contacted at a time, and results are in order",
    arguments: [1, 3, 32])
  func bounded(jobs: Int) {
    let members = (0..<60).map {
      #"{"name": "\#($0)", "link": "radiotherm://192.0.2.\#($0)", "file": "home.json"}"#
    }.joined(separator: ", ")
    let devices = DeviceList(reading: Array(#"{"devices": [\#(members)]}"#.utf8), at: "").devices
    let options = LinkOptions(
      export: ExportOptions(), each: false, device: nil, patience: .seconds(1), isAlone: false)
    let fleet = Fleet(devices, options, jobs: jobs)
    let running = Watched((now: 0, most: 0))
    let order = fleet.forEachDevice { index, _ in
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
