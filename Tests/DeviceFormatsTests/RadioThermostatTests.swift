import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

@Suite struct RadioThermostatTests {
  private let format = RadioThermostat()

  private func imported(
    _ text: String, program: Program? = nil, cool: Int? = nil
  ) throws(ImportRefusal) -> DeviceImport {
    var options = ImportOptions()
    options.program = program
    options.counterpart = cool.map { .constant(Temperature($0)) }
    return try format.week(from: Array(text.utf8), file: "t.json", options: options)
  }

  private func fixture(_ name: String) -> String {
    String(decoding: Fixtures.bytes("devices/radiotherm/\(name).json") ?? [], as: UTF8.self)
  }

  @Test(arguments: [20_261_121, 7] as [UInt64])
  func everyWeekInRangeComesBackTheSame(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<1000 {
      let week = Schedule.random(unit: .fahrenheit, using: &generator)
      let export = try format.export(week, name: "x", options: ExportOptions())
      #expect(export.changes.isEmpty)
      let back = try imported(String(decoding: export.bytes, as: UTF8.self))
      #expect(back.week == week, "seed \(seed), round \(round)")
      #expect(back.notes.isEmpty)
    }
  }

  @Test func theFactoryProgramOfARealDeviceIsTheDefaultSchedule() throws {
    let both =
      "{\"heat\": \(fixture("ct50-program-heat")), \"cool\": \(fixture("ct50-program-cool"))}"
    #expect(try imported(both).week == .standard(.fahrenheit))
    var options = ExportOptions()
    options.program = .heat
    let export = try format.export(.standard(.fahrenheit), name: "", options: options)
    #expect(String(decoding: export.bytes, as: UTF8.self) == fixture("ct50-program-heat") + "\n")
  }

  @Test func oneDayIsTheBodyForThatDay() throws {
    var options = ExportOptions()
    options.program = .cool
    options.day = .tuesday
    let export = try format.export(.standard(.fahrenheit), name: "", options: options)
    let text = String(decoding: export.bytes, as: UTF8.self)
    #expect(text == "{\"1\":[360,78,480,85,1080,78,1320,82]}\n")
  }

  /// What holds at each minute is what the padded program says.
  @Test func paddedPeriodsAreReadAndNothingChangesAtAnyMinute() throws {
    let result = try imported(
      fixture("real-heat-2-periods-padded").replacing("\n", with: "\r\n"), program: .heat, cool: 78)
    #expect(result.notes.count == 1)
    for day in Weekday.allCases {
      for minutes in 0..<1440 {
        let moment = WeekTime(day, TimeOfDay(wrapping: minutes))
        let start = day >= .friday ? 390 : 375
        let expected = (start..<1365).contains(minutes) ? 68 : 60
        let row = result.week.row(at: moment)
        #expect(result.week[row].heat == Temperature(expected), "\(moment)")
      }
    }
  }

  @Test func programsThatSwitchAtDifferentTimesAreMergedWhereFourPeriodsHoldThem() throws {
    let heat = (0..<7).map { "\"\($0)\":[360,70,1320,62]" }.joined(separator: ",")
    let cool = (0..<7).map { "\"\($0)\":[420,75,1260,80]" }.joined(separator: ",")
    let week = try imported("{\"heat\":{\(heat)},\"cool\":{\(cool)}}").week
    #expect(week.day(.monday).map(\.time.minutes) == [360, 420, 1260, 1320])
    #expect(week.day(.monday).map(\.heat) == [70, 70, 70, 62].map { Temperature($0) })
    #expect(week.day(.monday).map(\.cool) == [80, 75, 80, 80].map { Temperature($0) })
    let crowded = cool.replacing("\"2\":[420,75,1260,80]", with: "\"2\":[420,75,500,76,1260,80]")
    let error = #expect(throws: ImportRefusal.self) {
      try imported("{\"heat\":{\(heat)},\"cool\":{\(crowded)}}")
    }
    #expect(error?.diagnostics.first?.message.hasPrefix("wednesday: heat and cool switch") == true)
  }

  @Test(arguments: [
    (
      "[360,70,480]", "monday must be an array of 1 to 7 pairs of minutes and °F; it has 3 numbers",
      5
    ),
    ("[]", "monday must be an array of 1 to 7 pairs of minutes and °F; it has 0 numbers", 5),
    ("\"x\"", "monday must be an array of 1 to 7 pairs of minutes and °F; it has a string", 5),
    ("[1500,70]", "monday: a time is a whole number of minutes, 0 to 1439", 6),
    ("[-1,70]", "monday: a time is a whole number of minutes, 0 to 1439", 6),
    ("[36.5,70]", "monday: a time is a whole number of minutes, 0 to 1439", 6),
    (
      "[360,\"70\"]", "monday: a temperature is a number of °F with at most one decimal, 0 to 150",
      10
    ),
    ("[360,1e9]", "monday: a temperature is a number of °F with at most one decimal, 0 to 150", 10),
    ("[360,70,300,62]", "monday: 05:00 is not after 06:00", 13),
    ("[360,70,360,62]", "monday: 06:00 is not after 06:00", 13),
    ("[360,NaN]", "expected a value", 10),
  ])
  func aMalformedProgramIsOneErrorWithItsPlace(day: String, message: String, column: Int) {
    let rest = (1..<7).map { "\"\($0)\":[360,70]" }.joined(separator: ",")
    let error = #expect(throws: ImportRefusal.self) {
      try imported(
        "{\"0\":\(day),\(rest)}", program: .heat, cool: 80)
    }
    #expect(error?.diagnostics.count == 1)
    #expect(error?.diagnostics.first?.message == message)
    #expect(error?.diagnostics.first?.location?.column == column + 1)
  }

  @Test func aLongProgramAMissingDayAndAMissingSideAreRefused() {
    let long = "[" + (0..<300).map { "\($0 * 4),70" }.joined(separator: ",") + "]"
    let cases = [
      (
        "{\"0\":\(long)}",
        "monday must be an array of 1 to 7 pairs of minutes and °F; it has 600 numbers"
      ),
      ("{\"0\":[1,70]}", "day \"1\" (tuesday) is missing"),
      ("{\"heat\":{}}", "cool is missing beside the other program"),
      ("[]", "expected an object of days, found an array"),
    ]
    for (text, message) in cases {
      let error = #expect(throws: ImportRefusal.self) {
        try imported(text, program: .heat, cool: 78)
      }
      #expect(error?.diagnostics.map(\.message) == [message])
    }
    let error = #expect(throws: ImportRefusal.self) {
      try imported(fixture("ct50-program-heat"), program: .heat)
    }
    #expect(
      error?.diagnostics.first?.message == "the file holds no cool program; give one with --cool")
  }
}
