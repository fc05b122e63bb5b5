import ScheduleModel
import TestSupport
import Testing

@Suite struct TimeOfDayTests {
  @Test(
    "reads what people type",
    arguments: [
      ("06:30", 390), ("6:30", 390), ("0630", 390), ("630", 390), ("6", 360), ("06", 360),
      ("6:30 PM", 1110), ("6:30pm", 1110), ("6pm", 1080), ("6 p", 1080), ("630p", 1110),
      ("06:30:00", 390), ("6:30:00 pm", 1110),
      ("12:00 AM", 0), ("12 am", 0), ("12pm", 720), ("12:30 p.m.", 750), ("0:00", 0),
      ("23:59", 1439), (" 6:30 ", 390), ("11:59PM", 1439),
    ])
  func readsPeopleType(text: String, minutes: Int) {
    #expect(TimeOfDay(text)?.minutes == minutes)
  }

  @Test(
    "refuses text that is not a time",
    arguments: [
      "", " ", "25:99", "24:00", "2400", "12:60", "noonish", "6:3", "6:300", "6:30:01",
      "6:30:00:00", "6::00", "6.30:00", "13pm", "0am", "am",
      "p",
      "6:30 xm", "-6:30", "6.3", "1:2:3", "99999", "6:30\u{0}", "٦:٣٠", "６:３０", ":30", "6:",
      "6 30",
      "6:30 pm pm", "\u{1B}[A",
    ])
  func refusesNoTime(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test("every minute is read back in both clocks") func everyMinuteRead() {
    for minutes in 0..<1440 {
      let time = TimeOfDay(wrapping: minutes)
      #expect(TimeOfDay(time.text(.twelveHour)) == time)
      #expect(TimeOfDay(time.text(.twentyFourHour)) == time)
      #expect(TimeOfDay(canonical: time.description) == time)
    }
  }

  @Test(
    "files have only one form of times",
    arguments: ["6:30", "06:3", "0630", "06:30 ", "24:00", "06-30", "+6:30", "06:60"])
  func filesFormOnly(text: String) {
    #expect(TimeOfDay(canonical: text) == nil)
  }

  @Test("no text traps") func noTextTraps() {
    var generator = SeededGenerator(seed: 20_261_121)
    let alphabet = Array("0123456789:apmAPM. +-\u{0}\u{7F}é🕕x")
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &generator)
      let characters = (0..<count).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &generator)]
      }
      let text = String(characters)
      if let time = TimeOfDay(text) { #expect((0..<1440).contains(time.minutes), "\(text)") }
    }
  }
}
