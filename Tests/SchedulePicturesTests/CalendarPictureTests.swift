import Diagnostics
import ScheduleModel
import SchedulePictures
import TerminalScreen
import TestSupport
import Testing

/// Months and years in the colours of their schedules: compared with fixtures/pictures, and with the calendar itself.
@Suite struct CalendarPictureTests {
  /// A household that only heats, with a late shift, seasons and a trip.
  private static let household: Contents = {
    let names = ["Winter", "Summer", "Late shift", "Away"]
    var contents = Contents(
      unit: .celsius,
      schedules: names.map { Schedule(name: $0, week: .standard(.celsius, .heat)) })
    contents.calendar = [
      "Summer 05-01..09-30", "Late shift odd mon-fri", "Away 2026-12-24..2027-01-02",
      "Away 2026-07-11..2026-07-25",
    ].compactMap { try? CalendarEntry($0, schedules: names) }
    return contents
  }()

  private static let december = CalendarDay("2026-12-01") ?? .first

  private static func months(of year: Int) -> [CalendarDay] {
    (1...12).compactMap { CalendarDay(year: year, month: $0, day: 1) }
  }

  struct Look: Sendable, CustomTestStringConvertible {
    var rows: Int? = 24
    var columns = 80
    var marks = BandMarks.shades
    var isYear = false
    var firstDay = Weekday.monday

    var testDescription: String {
      "\(isYear ? "year" : "month")-\(columns)x\(rows.map { "\($0)" } ?? "any")-\(marks)"
    }

    var picture: TerminalPicture {
      var picture = TerminalPicture()
      (picture.rows, picture.columns, picture.marks) = (rows, columns, marks)
      (picture.firstDay, picture.showsUnicode) = (firstDay, marks != .ascii)
      return picture
    }
  }

  private static let looks = [true, false].flatMap { isYear in
    [
      Look(isYear: isYear), Look(marks: .ascii, isYear: isYear),
      Look(marks: .colors, isYear: isYear),
      Look(rows: 40, columns: 120, isYear: isYear), Look(rows: nil, isYear: isYear),
      Look(rows: 12, columns: 40, isYear: isYear, firstDay: .sunday),
      Look(rows: 5, columns: 28, isYear: isYear),
    ]
  }

  @Test("the calendar on a terminal", arguments: looks)
  func terminal(look: Look) throws {
    let calendar = try ShownCalendar(
      Self.household, months: look.isYear ? Self.months(of: 2026) : [Self.december])
    let surface = look.picture.surface(of: calendar, today: CalendarDay("2026-12-24"))
    #expect(look.rows ?? 24 < 24 || surface.size.rows < look.rows ?? 24, "one line is the shell's")
    let mismatch = Golden.mismatch(surface.text(), "pictures/calendar-\(look.testDescription).txt")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a month leaves a line for the shell on each terminal that it fits", arguments: 12...30)
  func lineForShell(rows: Int) throws {
    for month in Self.months(of: 2026) {
      let calendar = try ShownCalendar(Self.household, months: [month])
      for columns in [67, 80, 120] {
        let surface = Look(rows: rows, columns: columns).picture.surface(of: calendar)
        #expect(surface.size.rows < rows, "\(month), \(columns) columns")
      }
    }
  }

  @Test("a year has each day in the colour of its schedule", arguments: [35, 80, 120])
  func yearInColor(columns: Int) throws {
    var generator = SeededGenerator(seed: UInt64(columns))
    for _ in 0..<20 {
      var contents = Self.household
      contents.calendar = (0..<6).map { _ in
        .random(contents.schedules.randomElement(using: &generator)?.name ?? "", using: &generator)
      }
      let shown = Int.random(in: 2020...2040, using: &generator)
      let calendar = try ShownCalendar(contents, months: Self.months(of: shown))
      let surface = Look(rows: 24, columns: columns, marks: .colors).picture.surface(of: calendar)
      let width = min(3, (columns - 4) / 31)
      let pages = CalendarPage([(calendar, nil)])
      var rectangles = pages.svg.split("<rect ").dropFirst(2).map { Attributes($0)["class"] }[...]
      let onPage = pages.html.split("<rect ").dropFirst().map { Attributes($0)["class"] }
      #expect(Array(rectangles.prefix(onPage.count)) == onPage)
      var day = Self.months(of: shown).first
      while let today = day, today.year == shown {
        let (_, month, number) = today.parts
        let index = try contents.scheduleIndex(dueOn: today)
        let band = ShownCalendar.bands[index]
        for column in 0..<width {
          let place = ScreenPoint(row: 1 + month, column: 4 + (number - 1) * width + column)
          #expect(surface[place].style.role == band.role, "\(today)")
        }
        #expect(
          rectangles.popFirst() == "\(band.side == .heat ? "h" : "c")\(band.number)", "\(today)")
        day = today.adding(1)
      }
      #expect(Set(rectangles).count == rectangles.count, "the legend follows")
    }
  }

  @Test("a month has its days below their weekdays, with the letters of their schedules")
  func monthDays() throws {
    // Odd and even weeks begin on Monday everywhere.
    var plain = Self.household
    plain.calendar.removeAll { $0.weeks != nil }
    for (contents, columns, firstDay, shown) in [
      (Self.household, 35, Weekday.monday, Weekday.monday), (Self.household, 60, .sunday, .monday),
      (plain, 60, .sunday, .sunday), (plain, 120, .saturday, .saturday),
    ] {
      for month in 1...12 {
        let first = try #require(CalendarDay(year: 2026, month: month, day: 1))
        let picture = Look(rows: 60, columns: columns, firstDay: firstDay).picture
        let surface = picture.surface(of: try ShownCalendar(contents, months: [first]))
        let lines = surface.lines
        for offset in 0..<CalendarDay.length(of: month, in: 2026) {
          let day = try #require(first.adding(offset))
          let index = try contents.scheduleIndex(dueOn: day)
          let mark = ["W", "S", "L", "A"][index]
          let width = min(16, (columns - 4) / 7)
          let place = (day.weekday.rawValue - shown.rawValue + 7) % 7
          let cells = lines.compactMap { line -> String? in
            let rest = line.dropFirst(4 + place * width)
            return rest.isEmpty ? nil : String(rest.prefix(width - 1)).filter { $0 != " " }
          }
          #expect(cells.filter { $0 == "\(offset + 1)\(mark)" }.count == 1, "\(day) \(columns)")
        }
      }
    }
  }

  @Test("a legend shortens a long name, and keeps its days")
  func longName() throws {
    var contents = Self.household
    contents.calendar = []
    contents.schedules[0].name = String(repeating: "n", count: 70)
    let calendar = try ShownCalendar(contents, months: [Self.december])
    let lines = Look(columns: 60).picture.surface(of: calendar).lines
    #expect(lines.last == " N  \(String(repeating: "n", count: 44))…, 31 days")
  }

  @Test("62 schedules have letters of their own, the others `?`; colours repeat after six")
  func letters() throws {
    let first = Self.months(of: 2026)[0]
    let names = (0..<64).map { "Room \($0)" }
    var contents = Contents(
      unit: .celsius, schedules: names.map { Schedule(name: $0, week: .standard(.celsius)) })
    contents.calendar = try names.enumerated().map { offset, name in
      try CalendarEntry("\(name) \(first.advanced(by: offset))", schedules: names)
    }
    let calendar = try ShownCalendar(contents, months: Self.months(of: 2026))
    // Two columns for each day.
    let rows = Look().picture.surface(of: calendar).lines[2...4].map { Array($0.dropFirst(4)) }
    let letters = rows.flatMap { row in stride(from: 0, to: row.count, by: 2).map { row[$0] } }
    #expect(Set(letters.prefix(62)).count == 62 && !letters.prefix(62).contains("?"), "\(letters)")
    #expect(letters[62...63] == ["?", "?"])
    let colors = Look(marks: .colors).picture.surface(of: calendar)
    for day in 0..<31 {
      let role = ShownCalendar.bands[day % 6].role
      #expect(colors[ScreenPoint(row: 2, column: 4 + 2 * day)].style.role == role, "\(day)")
    }
  }

  @Test("the calendar ends in December 9999, and an unknown schedule is refused")
  func ends() throws {
    let last = try #require(CalendarDay("9999-12-01"))
    let look = Look().picture
    let calendar = try ShownCalendar(Self.household, months: [last])
    #expect(look.surface(of: calendar).lines[0] == "December 9999")
    var contents = Self.household
    contents.calendar = [CalendarEntry(schedule: "Nobody", days: [.friday])]
    #expect(throws: Refusal.self) { try ShownCalendar(contents, months: [last]) }
  }
}
