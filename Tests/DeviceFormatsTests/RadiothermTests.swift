import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

@Suite struct RadiothermTests {
  private let format: any DeviceFormat

  init() throws {
    format = try #require(DeviceFormats.device(named: "radiotherm")?.format)
  }

  private func exported(
    _ schedule: Week, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    options.program = .both
    change(&options)
    return try format.export(schedule, name: "Home", options: options).text
  }

  private func failure(
    _ texts: String..., program: Side? = .heat, _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> [String] {
    var options = ImportOptions()
    options.program = program
    options.cool = .value(Temperature(90))
    change(&options)
    do throws(ImportRefusal) {
      _ = try format.read(Self.inputs(texts), options: options)
      return []
    } catch {
      return error.lines
    }
  }

  /// The texts as files, those of two programs by their names.
  private static func inputs(_ texts: [String]) -> [DeviceInput] {
    guard texts.count > 1 else { return texts.map { DeviceInput($0) } }
    return zip(["heat", "cool", "third"], texts).map { name, text in
      DeviceInput(file: name, bytes: Array(text.utf8))
    }
  }

  @Test("the factory program is the standard schedule in both directions")
  func factoryProgram() throws {
    let heat = try Fixture.input("radiotherm/ct50-factory/heat.json")
    let cool = try Fixture.input("radiotherm/ct50-factory/cool.json")
    let read = try format.read([heat, cool], options: ImportOptions())
    #expect(read.schedule == .standard(.fahrenheit))
    #expect(read.warnings.isEmpty)
    let text = try exported(.standard(.fahrenheit)) { $0.program = .heat }
    #expect(text == String(decoding: heat.bytes, as: UTF8.self) + "\n")
    let other = try exported(.standard(.fahrenheit)) { $0.program = .cool }
    #expect(other == String(decoding: cool.bytes, as: UTF8.self) + "\n")
  }

  @Test("one day is written as its own request body") func oneDay() throws {
    let text = try exported(.standard(.fahrenheit)) {
      $0.program = .cool
      $0.day = .tuesday
    }
    #expect(text == "{\"1\":[360,78,480,85,1080,78,1320,82]}\n")
  }

  @Test("a CT80 gets seven padded periods and half degrees") func paddedDay() throws {
    var schedule = Week.standard(.fahrenheit)
    schedule[RowAddress(.monday, .sleep)].heat = Temperature(tenths: 625)
    let text = try exported(schedule) {
      $0.kind = "CT80"
      $0.program = .heat
      $0.day = .monday
    }
    let padding = ",1320,62.5,1320,62.5,1320,62.5"
    #expect(text == "{\"0\":[360,70,480,62,1080,70,1320,62.5\(padding)]}\n")
  }

  @Test("padding periods change no setpoint in force") func padding()
    throws
  {
    let input = try Fixture.input("radiotherm/two-periods-padded/heat.json")
    var options = ImportOptions()
    options.program = .heat
    options.cool = .value(Temperature(82))
    let read = try format.read([input], options: options)
    for day in Weekday.allCases {
      let start = day < .friday ? 375 : 390
      for minute in 0..<1440 {
        let row = read.schedule.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))
        let expected = (start..<1365).contains(minute) ? 68 : 60
        #expect(read.schedule[row].heat == Temperature(expected), "\(day) \(minute)")
      }
      let times = read.schedule.day(day).map(\.time.minutes)
      #expect(times == times.sorted() && Set(times).count == 4)
    }
    #expect(read.warnings.map(\.code) == Array(repeating: "SP525", count: 7))
  }

  @Test("a program of one day needs the other days from a schedule") func oneDayAlone() throws {
    let input = try Fixture.input("radiotherm/api-one-day/cool.json")
    var options = ImportOptions()
    options.program = .cool
    options.heat = .value(Temperature(60))
    #expect(throws: ImportRefusal.self) { try format.read([input], options: options) }
    options.base = .standard(.fahrenheit)
    let read = try format.read([input], options: options)
    #expect(read.schedule.day(.tuesday).compactMap(\.cool?.tenths) == [800, 810, 820, 830])
    #expect(read.schedule.day(.monday) == Week.standard(.fahrenheit).day(.monday))
  }

  @Test("different times are reported by day, unless an option picks a side")
  func differentTimes() throws {
    let standard = try exported(.standard(.fahrenheit)) { $0.program = .heat }
    let later = standard.swapping("360", for: "390")
    let cool = try exported(.standard(.fahrenheit)) { $0.program = .cool }
    let refused = failure(later, cool, program: nil)
    #expect(refused.count == 7)
    #expect(
      refused.first
        == "heat:1:7: error[SP522] Monday heats at 06:30 08:00 18:00 22:00 and cools at 06:00 08:00 "
        + "18:00 22:00: 5 times for 4 rows; pass --times heat or --times cool")
    var options = ImportOptions()
    options.times = .heat
    let read = try format.read(Self.inputs([later, cool]), options: options)
    #expect(
      read.schedule[RowAddress(.friday, .wake)]
        == Setpoint(
          time: TimeOfDay(wrapping: 390), heat: Temperature(70), cool: Temperature(78)))
    let losses = read.warnings.map(\.summary)
    #expect(losses.count == 7)
    #expect(
      losses.first
        == "cool:1:7: warning[SP522] Monday 06:00 to 06:30 with heat 62 °F and cool 78 °F was omitted"
    )
  }

  @Test("the times of two programs are merged, with the setpoints of the evening before")
  func mergedTimes()
    throws
  {
    let heat = (0..<7).map { "\"\($0)\":[360,70,1320,\(60 + $0)]" }.joined(separator: ",")
    let cool = (0..<7).map { "\"\($0)\":[420,75,1260,\(80 + $0)]" }.joined(separator: ",")
    let both = "{\"heat\":{\(heat)},\"cool\":{\(cool)}}"
    let week = try format.read([DeviceInput(both)], options: ImportOptions()).schedule
    for day in Weekday.allCases {
      let (today, before) = (day.rawValue, day.previous.rawValue)
      let rows = week.day(day)
      #expect(rows.map(\.time.minutes) == [360, 420, 1260, 1320])
      #expect(rows.map(\.heat) == [70, 70, 70, 60 + today].map { Temperature($0) })
      #expect(
        rows.map(\.cool) == [80 + before, 75, 80 + today, 80 + today].map { Temperature($0) })
    }
  }

  @Test("line ends, blanks and unknown members do not matter") func lineEndsBlanks() throws {
    let text = try exported(.standard(.fahrenheit)).swapping(",", for: ",\r\n  ")
    let more = "{\r\n\"tmode\": 3, " + text.dropFirst()
    let read = try format.read([DeviceInput(more)], options: ImportOptions())
    #expect(read.schedule == .standard(.fahrenheit))
    #expect(
      read.warnings.map(\.summary)
        == ["in:2:10: warning[SP527] unknown member \"tmode\" was skipped"])
  }

  @Test("programs are identified by the ends of their names")
  func endsOfNames() throws {
    let programs = Side.allCases.map { side in
      (0..<7).map { "\"\($0)\":[360,\(side == .heat ? 60 : 80)]" }.joined(separator: ",")
    }
    for names in [
      ["Heathrow-heat.json", "Heathrow-cool.json"], ["cool/x-heat.json", "cool/x-cool.json"],
      ["heat-cool-HEAT", "heat-cool"], ["a-heat.b-heat.json", "a-heat.b-cool.json"],
    ] {
      let inputs = zip(names, programs).map {
        DeviceInput(file: $0, bytes: Array("{\($1)}".utf8))
      }
      let week = try format.read(inputs.reversed(), options: ImportOptions()).schedule
      #expect(week.day(.monday).map(\.heat) == Array(repeating: Temperature(60), count: 4))
    }
  }

  @Test("malformed files give one error with its place") func malformedFiles() {
    #expect(
      failure("{\"0\":[360,70,480]}")
        == ["in:1:6: error[SP520] 3 numbers cannot be pairs of minutes and temperature"])
    #expect(
      failure("{\"0\":[1500,70]}") == ["in:1:7: error[SP520] minute 1500 is outside 0 to 1439"])
    #expect(failure("{\"0\":[360,NaN]}") == ["in:1:11: error[SP520] expected a value"])
    #expect(
      failure("{\"0\":[360,\"70\"]}")
        == ["in:1:11: error[SP520] expected a temperature, not a string"])
    #expect(
      failure("{\"0\":{}}") == ["in:1:6: error[SP520] expected an array, not an object"])
    #expect(
      failure("{\"0\":[360,70,360,71]}")
        == ["in:1:14: error[SP520] Monday 06:00 does not come after 06:00"])
    #expect(
      failure("{\"0\":[360,70") == ["in:1:13: error[SP520] the file ends early; ']' is missing"])
    #expect(
      failure("{\"0\":[360,70],\"0\":[360,71]}")
        == ["in:1:15: error[SP520] \"0\" appears twice"])
    #expect(failure("{\"0\":[360,1e300]}") == ["in:1:11: error[SP520] 1e+300 is not a temperature"])
    let many = (0..<300).map { "\($0),70" }.joined(separator: ",")
    #expect(
      failure("{\"0\":[\(many)]}")
        == ["in:1:6: error[SP520] 300 entries a day are more than any device has"])
    #expect(
      failure("{}")
        == ["in:1:1: error[SP520] no days; expected \"0\" (Monday) to \"6\" (Sunday)"])
    #expect(
      failure("{\"0\":[360,70]}", program: nil)
        == ["in does not say which program it is; add --program heat or cool"])
  }

  @Test("more than four periods are refused or dropped, the least change first")
  func moreThanFourPeriods()
    throws
  {
    let day = "[360,70,480,62,720,66,735,62,1080,70,1320,62]"
    let text = "{" + (0..<7).map { "\"\($0)\":\(day)" }.joined(separator: ",") + "}"
    #expect(failure(text).count == 7)
    #expect(
      failure(text).first
        == "in:1:35: error[SP521] Monday has 6 periods, at 06:00 08:00 12:00 12:15 18:00 22:00; "
        + "the table has 4 (--drop-periods omits 12:00 to 12:15 with heat 66 °F)")
    var options = ImportOptions()
    options.program = .heat
    options.cool = .value(Temperature(90))
    options.allowances = [.dropPeriods]
    let read = try format.read([DeviceInput(text)], options: options)
    // Then 12:15 repeats the setpoints in force, and 06:00 stays, although it is shorter.
    #expect(read.schedule.day(.monday).map(\.time.minutes) == [360, 480, 1080, 1320])
    #expect(
      read.warnings.map(\.message)
        == Weekday.allCases.map { "\($0.title) 12:00 to 12:15 with heat 66 °F was omitted" })
    // Nothing is lost where a day begins with the setpoints of the evening before.
    options.allowances = []
    let early = text.replacing("[360", with: "[300,62,360").replacing("720,66,735,62,", with: "")
    let whole = try format.read([DeviceInput(early)], options: options)
    #expect(whole.schedule.day(.monday).map(\.time.minutes) == [360, 480, 1080, 1320])
    #expect(whole.warnings.isEmpty)
  }

  @Test("exactly the minutes that the warnings name differ from a program with dropped periods")
  func namesWhatIsDropped() throws {
    var generator = SeededGenerator(seed: 20_261_128)
    var options = ImportOptions()
    options.program = .heat
    options.allowances = [.dropPeriods]
    for _ in 0..<Rounds.of(60) {
      // Few values, so that periods often repeat the setpoints in force.
      let days = Weekday.allCases.map { _ in
        Set(
          (0..<Int.random(in: 2...8, using: &generator)).map { _ in
            15 * Int.random(in: 0..<96, using: &generator)
          }
        ).sorted().map { ($0, 60 + 4 * Int.random(in: 0..<3, using: &generator)) }
      }
      let lists = days.enumerated().map { day, points in
        "\"\(day)\":[\(points.map { "\($0.0),\($0.1)" }.joined(separator: ","))]"
      }
      let read = try format.read(
        [DeviceInput("{\(lists.joined(separator: ","))}")], options: options)
      let named = try minutes(namedBy: read)
      for minute in stride(from: 0, to: 10080, by: 15) {
        let heat = setpoint(at: minute, in: read.schedule).heat
        let differs = heat != Temperature(value(at: minute, in: days))
        #expect(differs == named.contains(minute), "\(lists) \(minute)")
      }
    }
  }

  @Test("exactly the minutes that the warnings name differ from programs at the times of one side")
  func namesWhatTimesOmit() throws {
    var generator = SeededGenerator(seed: 20_261_129)
    for _ in 0..<Rounds.of(60) {
      var days: [Side: [[(Int, Int)]]] = [:]
      for side in Side.allCases {
        let lowest = side == .heat ? 60 : 80
        days[side] = Weekday.allCases.map { _ in
          Set((0..<4).map { _ in 15 * Int.random(in: 0..<96, using: &generator) }).sorted()
            .map { ($0, lowest + 4 * Int.random(in: 0..<2, using: &generator)) }
        }
      }
      let programs = Side.allCases.map { side in
        let lists = (days[side] ?? []).enumerated().map { day, points in
          "\"\(day)\":[\(points.map { "\($0.0),\($0.1)" }.joined(separator: ","))]"
        }
        return "\"\(side.name)\":{\(lists.joined(separator: ","))}"
      }
      let text = "{\(programs.joined(separator: ","))}"
      var options = ImportOptions()
      options.times = Bool.random(using: &generator) ? .heat : .cool
      let read = try format.read([DeviceInput(text)], options: options)
      let named = try minutes(namedBy: read)
      for minute in stride(from: 0, to: 10080, by: 15) {
        let differs = Side.allCases.contains { side in
          setpoint(at: minute, in: read.schedule)[side]
            != Temperature(value(at: minute, in: days[side] ?? []))
        }
        #expect(differs == named.contains(minute), "\(text) \(minute)")
      }
    }
  }

  /// The minutes of the week that belong to omitted periods.
  private func minutes(namedBy read: ImportOutput) throws -> Set<Int> {
    var named = Set<Int>()
    for warning in read.warnings where warning.message.hasSuffix("was omitted") {
      let words = warning.message.split(separator: " ").map(String.init)
      let day = try #require(Weekday.allCases.firstIndex { $0.title == words[0] })
      // A period of more than a day names the day of its end.
      let last = Weekday.allCases.firstIndex { $0.title == words[3] }
      let times = try [words[1], words[last == nil ? 3 : 4]].map {
        try #require(TimeOfDay($0)).minutes
      }
      let days = last.map { ($0 - day + 6) % 7 + 1 } ?? (times[1] > times[0] ? 0 : 1)
      named.formUnion((times[0]..<(times[1] + days * 1440)).map { (1440 * day + $0) % 10080 })
    }
    return named
  }

  private func setpoint(at minute: Int, in week: Week) -> Setpoint {
    week[week.row(at: WeekTime(Weekday.allCases[minute / 1440], TimeOfDay(wrapping: minute)))]
  }

  /// The value in force at a minute of the week.
  private func value(at minute: Int, in days: [[(Int, Int)]]) -> Int {
    let points = days.enumerated().flatMap { day, points in
      points.map { (1440 * day + $0.0, $0.1) }
    }
    return (points.last { $0.0 <= minute } ?? points[points.count - 1]).1
  }

  @Test("values that do not fit are listed cell by cell") func listsCells() throws {
    var schedule = Week.standard(.fahrenheit)
    schedule[RowAddress(.monday, .wake)].heat = Temperature(tenths: 705)
    schedule[RowAddress(.sunday, .sleep)].heat = Temperature(40)
    schedule[RowAddress(.sunday, .sleep)].cool = Temperature(99)
    #expect(throws: ExportRefusal.self) { try exported(schedule) }
    do throws(ExportRefusal) {
      _ = try format.export(schedule, name: "Home", options: ExportOptions())
    } catch {
      #expect(
        error.issues.map { "\($0.code) \($0.message)" } == [
          "SP502 Monday wake heat 70.5 °F is between radiotherm's 1 °F steps; use 70 or 71",
          "SP503 Sunday sleep heat 40 °F is outside radiotherm's 45 to 95 °F; use 45",
          "SP503 Sunday sleep cool 99 °F is outside radiotherm's 45 to 95 °F; use 95",
        ])
    }
    var options = ExportOptions()
    (options.allowances, options.program) = ([.round], .both)
    let output = try format.export(schedule, name: "Home", options: options)
    #expect(
      output.changes.map(\.description) == [
        "Monday wake heat 70.5 °F -> 71 °F", "Sunday sleep heat 40 °F -> 45 °F",
        "Sunday sleep cool 99 °F -> 95 °F",
      ])
    let read = try format.read([DeviceInput(output.text)], options: ImportOptions())
    #expect(read.schedule == output.schedule)
  }

  @Test("rounding from Celsius reads back as the rounded schedule") func roundedFromCelsius()
    throws
  {
    var options = ExportOptions()
    #expect(throws: ExportRefusal.self) {
      try format.export(.standard(.celsius), name: "", options: options)
    }
    (options.allowances, options.program) = ([.round], .both)
    let output = try format.export(.standard(.celsius), name: "", options: options)
    var reading = ImportOptions()
    reading.unit = .celsius
    #expect(
      try format.read([DeviceInput(output.text)], options: reading).schedule
        == output.schedule)
    #expect(output.changes.first?.description == "Monday wake heat 21 °C -> 21.1 °C")
  }
}
