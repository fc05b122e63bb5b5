import CLibrary
import ScheduleFiles
import ScheduleText
import Testing

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
    func text(_ time: String) -> String {
      LockHolder(process: 7, host: "vm", time: time).words
    }
    #expect(text(now).wholeMatch(of: #/process 7 on vm since \d\d:\d\d/#) != nil)
    let before = text("2020-02-29T12:00:00Z")
    #expect(before.wholeMatch(of: #/process 7 on vm since 2020-0(2-29|3-01) \d\d:\d\d/#) != nil)
    for other in ["", "no  moment", "2020-02-29", "2020-02-30T12:00:00Z", "20日0-02-29T12:00:0Z"] {
      #expect(text(other) == "process 7 on vm since \(other)")
    }
  }
}
