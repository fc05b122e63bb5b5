import Diagnostics
import ScheduleModel
import Testing

@Suite struct CellSelectorTests {
  @Test(
    "reads addresses",
    arguments: [
      ("104", ["tuesday.wake.heat"]), ("tuesday.wake.heat", ["tuesday.wake.heat"]),
      ("Tue.W.h", ["tuesday.wake.heat"]),
      ("weekend.sleep.cool", ["saturday.sleep.cool", "sunday.sleep.cool"]),
      ("su,mon.leave.time", ["monday.leave.time", "sunday.leave.time"]),
      (
        "friday.all.heat",
        ["friday.wake.heat", "friday.leave.heat", "friday.return.heat", "friday.sleep.heat"]
      ),
    ])
  func readsAddresses(text: String, paths: [String]) throws {
    #expect(try CellAddress.list(text).map(\.path) == paths)
  }

  @Test("a day alone means all of its periods if rows are expected")
  func wholeRows() throws {
    let count = { (text: String) in try CellAddress.list(text, wholeRows: true).count }
    #expect(
      try CellAddress.list("mon.wake", wholeRows: true).map(\.path)
        == ["monday.wake.time", "monday.wake.heat", "monday.wake.cool"])
    #expect(try count("all") == 84)
    #expect(try count("all.*.all") == 84)
    #expect(try count("weekend.sleep.*") == 6)
    #expect(try count("104") == 1)
    for text in ["monday.wake", "monday", "monday.wake.all", "all.all.all"] {
      #expect(throws: Refusal.self) { try CellAddress.list(text) }
    }
    for text in ["", ".", "monday.", "wake", "monday.wake.", "monday.wake.heat.x"] {
      #expect(throws: Refusal.self) { try CellAddress.list(text, wholeRows: true) }
    }
  }

  @Test("groups of days cover the week") func groupsDaysCover() throws {
    #expect(try Weekday.list("all") == Weekday.allCases)
    #expect(try Weekday.list("weekdays,weekend") == Weekday.allCases)
    #expect(try CellAddress.list("all.all.heat").count == 28)
  }

  @Test(
    "names the wrong part",
    arguments: [
      ("", #""" is not an address; use a tag (104) or day.period.field (tuesday.wake.heat)"#),
      ("wake.time", #""wake.time" is not an address; did you mean all.wake.time?"#),
      ("sat.heat", #""sat.heat" is not an address; did you mean sat.all.heat?"#),
      ("Heat", #""Heat" is not an address; did you mean all.all.Heat?"#),
      ("w.h", #""w.h" is not an address; did you mean all.w.h?"#),
      (
        "some.heat",
        #""some.heat" is not an address; use a tag (104) or day.period.field (tuesday.wake.heat)"#
      ),
      (
        "sat.time",
        #""sat.time" is not an address; use a tag (104) or day.period.field (tuesday.wake.heat)"#
      ),
      (
        "m.wake.heat",
        #""m" is not a day; use monday to sunday, tue-fri, weekdays, weekend or all"#
      ),
      ("monday..heat", #""" is not a period; use wake, leave, return, sleep or all"#),
      ("monday.wake.warm", #""warm" is not a field; use time, heat or cool"#),
      ("704", "day 7 of tag 704 is outside 0 (Monday) to 6 (Sunday)"),
      ("-1", "tag -1 is negative"),
      (
        "monday.wake.heat.x",
        #""monday.wake.heat.x" is not an address; use a tag (104) or day.period.field (tuesday.wake.heat)"#
      ),
    ])
  func namesWrongPart(text: String, message: String) {
    let error = #expect(throws: Refusal.self) { try CellAddress.list(text) }
    #expect(error?.description == message)
    guard message.contains("did you mean all.") else { return }
    let ofRows = #expect(throws: Refusal.self) { try CellAddress.list(text, wholeRows: true) }
    #expect(ofRows?.description == message)
  }
}
