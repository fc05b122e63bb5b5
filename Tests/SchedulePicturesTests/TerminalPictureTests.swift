import ScheduleModel
import SchedulePictures
import TerminalScreen
import TestSupport
import Testing

/// Pictures, compared with fixtures/pictures, and properties at any size.
@Suite struct TerminalPictureTests {
  /// A household: one Tuesday a little warmer, a late Friday, weekends at home.
  static let household: Week = {
    var week = Week.standard(.fahrenheit)
    week[RowAddress(.tuesday, .leave)].heat = Temperature(64)
    week[RowAddress(.friday, .sleep)].time = TimeOfDay(wrapping: 23 * 60 + 30)
    for day in [Weekday.saturday, .sunday] {
      week[RowAddress(day, .wake)].time = TimeOfDay(wrapping: 7 * 60 + 30)
      week[RowAddress(day, .leave)] = Setpoint(
        time: TimeOfDay(wrapping: 600), heat: Temperature(68), cool: Temperature(80))
      week[RowAddress(day, .return)].time = TimeOfDay(wrapping: 960)
      week[RowAddress(day, .sleep)].time = TimeOfDay(wrapping: 1380)
    }
    return week
  }()

  /// A size, a clock, a fill.
  struct Look: Sendable, CustomTestStringConvertible {
    var rows: Int? = 24
    var columns = 80
    var clock = ClockStyle.twentyFourHour
    var marks = BandMarks.shades
    var unit = TemperatureUnit.fahrenheit

    var testDescription: String {
      "\(columns)x\(rows.map { "\($0)" } ?? "any")-\(clock.rawValue)h-\(marks)-\(unit.rawValue)"
    }

    var picture: TerminalPicture {
      var picture = TerminalPicture()
      (picture.rows, picture.columns, picture.clock, picture.marks) = (rows, columns, clock, marks)
      return picture
    }

    var schedule: Schedule { Schedule(name: "Home", week: household.converted(to: unit)) }
  }

  static let looks = [
    Look(), Look(rows: 22), Look(rows: 40, columns: 120), Look(rows: 50, columns: 200),
    Look(rows: 20, columns: 60), Look(rows: 12, columns: 40), Look(rows: 5, columns: 28),
    Look(rows: nil), Look(clock: .twelveHour), Look(marks: .ascii), Look(marks: .colors),
    Look(unit: .celsius), Look(rows: 12, columns: 40, clock: .twelveHour, marks: .ascii),
  ]

  @Test("the week on a terminal", arguments: looks)
  func week(look: Look) {
    let lines = look.picture.surface(of: look.schedule).lines
    // One line is the shell's.
    #expect(look.columns < 80 || lines.count < look.rows ?? .max)
    let mismatch = Golden.mismatch(
      lines.map { $0 + "\n" }.joined(), "pictures/week-\(look.testDescription).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a day on a terminal, with a mark at the moment", arguments: [80, 40, 28])
  func day(columns: Int) throws {
    var picture = TerminalPicture()
    picture.columns = columns
    let times = [0, 359, 1050, 1439].map { TimeOfDay(wrapping: $0) }
    let days = try times.map { time in
      let surface = try #require(
        picture.surface(of: Self.household, at: WeekTime(.tuesday, time)))
      return surface.lines.map { $0 + "\n" }.joined()
    }
    let mismatch = Golden.mismatch(days.joined(separator: "\n"), "pictures/day-\(columns).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a value that breaks a rule has a mark on the line of all its days")
  func problemsAreMarked() {
    let surface = TerminalPicture().surface(
      of: Schedule(name: "Home", week: .standard(.fahrenheit)),
      problems: [
        CellAddress(.friday, .leave, .cool): "!", CellAddress(.monday, .leave, .cool): "?",
        CellAddress(.monday, .sleep, .heat): "?",
      ])
    #expect(
      surface.lines[3]
        == "Mon-Sun  06:00 70   78    08:00 62  !85    18:00 70   78    22:00?62   82")
  }

  @Test("the line at the current time is beside the numbers; only over a short strip it is omitted")
  func lineAtNow() throws {
    let painter = try #require(
      StripPainter(fitting: 72, clock: .twentyFourHour, marks: .shades))
    let monday = WeekSegments(.standard(.celsius))[.monday]
    for minute in 0..<1440 {
      var surface = Surface(size: ScreenSize(rows: 1, columns: 72))
      painter.draw(
        monday, .celsius, side: .heat, now: minute, at: ScreenPoint(row: 0, column: 0),
        into: &surface)
      let line = surface.lines[0]
      #expect(line.contains("│") || (360..<480).contains(minute), "\(minute) \(line)")
      for number in ["17", "21", "17", "21", "17"] { #expect(line.contains(number), "\(line)") }
    }
  }

  @Test(
    "every value is shown at every width, and no line is too long from 28 columns on")
  func noValueIsCut() {
    for (name, week) in PictureWeeks.all.prefix(4) {
      for columns in [
        1, 8, 15, 18, 20, 22, 28, 29, 30, 31, 36, 38, 40, 42, 60, 70, 74, 75, 76, 79, 80, 81, 96,
        120, 160,
      ] {
        var picture = TerminalPicture()
        (picture.columns, picture.rows) = (columns, 24)
        let lines = picture.surface(of: Schedule(name: "Home", week: week)).lines
        let words = Set(lines.joined(separator: " ").split(separator: " ").map { String($0) })
        let missing = CellAddress.all.first { !words.contains("\(week[$0])") }
        #expect(missing == nil, "\(name) \(columns)")
        #expect(columns < 28 || !lines.contains { $0.terminalColumns > columns })
      }
    }
  }

  @Test("no size is too small")
  func tinyTerminals() {
    for columns in 1..<30 {
      for rows in 1...4 {
        var picture = TerminalPicture()
        (picture.columns, picture.rows) = (columns, rows)
        let surface = picture.surface(of: Schedule(name: "Home", week: Self.household))
        // So many are needed for a row's name, time and setpoints.
        #expect(surface.size.columns == max(columns, 22))
        _ = picture.surface(of: Self.household, at: WeekTime(.sunday, .midnight))
      }
    }
  }

  @Test("a terminal with colours but without Unicode gets ASCII")
  func colorsInASCII() throws {
    var picture = TerminalPicture()
    (picture.marks, picture.showsUnicode) = (.colors, false)
    let day = try #require(
      picture.surface(of: Self.household, at: WeekTime(.tuesday, TimeOfDay(wrapping: 1050))))
    #expect(day.lines[0].contains("v"))
    let week = picture.surface(of: Schedule(name: "Home", week: Self.household))
    #expect((day.lines + week.lines).joined().utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }
}
