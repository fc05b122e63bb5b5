import CLibrary
import Testing

@testable import Reporting

@Suite("Moments in what the editor says") struct LocalMomentTests {
  @Test("use local time, with the day if it is another day")
  func local() {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let now =
      "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
      + "T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):00Z"
    let today = "edited by process 7 on vm since \(now); more".withLocalMoments
    #expect(today.wholeMatch(of: #/edited by process 7 on vm since \d\d:\d\d; more/#) != nil)
    let before = "since 2020-02-29T12:00:00Z".withLocalMoments
    #expect(before.wholeMatch(of: #/since 2020-0(2-29|3-01) \d\d:\d\d/#) != nil)
    for text in [
      "", "no  moment", "2020-02-29T12:00:00", "2020-02-29T12:00:xxZ", "20日0-02-29T12:00:0Z",
    ] {
      #expect(text.withLocalMoments == text)
    }
  }
}
