import ScheduleModel
import SchedulePictures
import TerminalScreen
import TestSupport
import Testing

/// A property of every painter: each minute of a week is shown in the band of the value in force.
@Suite struct PaintedBandsTests {
  private static let numerals = Set("-0123456789./ :".map(String.init))
  static let weeks = PictureWeeks.all.map { ($0.name, $0.week, BandsInForce($0.week)) }

  @Test("strips on a surface", arguments: [144, 96, 72, 48, 36, 24])
  func surfaces(columns: Int) throws {
    for marks in [BandMarks.colors, .shades, .ascii] {
      let painter = try #require(
        StripPainter(fitting: columns, clock: .twentyFourHour, marks: marks))
      let last = 1440 / columns - 1
      for (name, week, bands) in Self.weeks {
        let segments = WeekSegments(week)
        for day in Weekday.allCases {
          var surface = Surface(size: ScreenSize(rows: 3, columns: columns + 4))
          for (row, side) in Side.allCases.enumerated() {
            painter.draw(
              segments[day], week.unit, side: side, at: ScreenPoint(row: row, column: 2),
              into: &surface)
          }
          painter.draw(segments[day], week.unit, at: ScreenPoint(row: 2, column: 2), into: &surface)
          for row in 0..<3 {
            for column in 0..<columns {
              let cell = surface[ScreenPoint(row: row, column: 2 + column)]
              let side: Side = row == 1 ? .cool : .heat
              let expected = bands[day, column * 1440 / columns + last, side]
              let mark = String(marks.mark(of: expected))
              let isNumber = Self.numerals.contains(cell.text)
              let isColored = marks != .colors || cell.style.role == expected.role
              guard isColored, cell.text == mark || isNumber else {
                Issue.record("\(name) \(day.name) row \(row) column \(column)")
                return
              }
            }
          }
          #expect(surface[ScreenPoint(row: 0, column: 1)] == .blank)
          #expect(surface[ScreenPoint(row: 0, column: columns + 2)] == .blank)
        }
      }
    }
  }

  @Test("strips as coloured text, with 256 and with 16 colours", arguments: [256, 16])
  func coloredText(colors: Int) throws {
    var picture = TerminalPicture()
    picture.marks = .colors
    picture.columns = 150
    for (name, week, bands) in Self.weeks {
      let surface = picture.surface(of: Schedule(name: "A", week: week))
      let screen = ColoredLines(surface.text(theme: .terminal, colors: colors))
      let plain = surface.lines
      #expect(plain.contains { $0.hasPrefix("heat ") })
      for group in DayGroup.alike(WeekSegments(week).areAlike) {
        let top = try #require(plain.lastIndex(of: group.title))
        for (line, side) in Side.allCases.enumerated() {
          for column in 0..<144 {
            let expected = bands[group.first, column * 10 + 9, side]
            let background = Theme.terminal.fitting(colors: colors)[expected.role].background
            let shown = screen.background(row: top + 1 + line, column: 6 + column)
            guard shown == background.number(among: colors) else {
              Issue.record("\(name) \(group.title) \(side) \(column)")
              return
            }
          }
        }
      }
    }
  }

  @Test("bars in SVG, to the minute, and the same in HTML")
  func pages() throws {
    for (name, week, bands) in Self.weeks {
      let schedule: WeekPage.Entry = (Schedule(name: "A", week: week), nil, nil)
      let text = WeekPage([schedule], clock: .twentyFourHour).svg
      let html = WeekPage([schedule], clock: .twentyFourHour).html
      let place = { (x: String) in ((Double(x) ?? -1) - 84) * 1440 / 892 }
      let length = { (width: String) in (Double(width) ?? -1) * 1440 / 892 }
      let days = text.split("<g id=\"week-1-").dropFirst().map { $0.split("</g>")[0] }
      #expect(days.allSatisfy(html.contains))
      #expect(days.count == 7)
      for (day, part) in zip(Weekday.allCases, days) {
        let rectangles = part.split("<rect ").dropFirst().map { Attributes($0) }
          .filter { $0["class"] != "" }
        // Heat is above cool.
        let heat = rectangles.prefix(rectangles.count / 2)
        let cool = rectangles.suffix(rectangles.count / 2)
        for (side, pieces) in [(Side.heat, heat), (.cool, cool)] {
          var minute = 0
          for piece in pieces {
            let begin = place(piece["x"])
            let end = begin + length(piece["width"])
            #expect(abs(begin - Double(minute)) < 0.01, "\(name) \(day.name)")
            while Double(minute) + 0.5 < end {
              guard
                "\(side == .heat ? "h" : "c")\(bands[day, minute, side].number)" == piece["class"]
              else {
                Issue.record("\(name) \(day.name) \(side) \(minute)")
                return
              }
              minute += 1
            }
          }
          #expect(minute == 1440, "\(name) \(day.name) \(side)")
        }
      }
    }
  }
}

/// The band of every minute of a week, by the model's own rule.
struct BandsInForce {
  private let rows: [[RowAddress]]
  private let bands: [[TemperatureBand]]

  init(_ week: Week) {
    rows = Weekday.allCases.map { day in
      (0..<1440).map { week.row(at: WeekTime(day, TimeOfDay(wrapping: $0))) }
    }
    bands = RowAddress.all.map { row in
      Side.allCases.compactMap { TemperatureBand(of: week[row], $0, week.unit) }
    }
  }

  subscript(day: Weekday, minute: Int, side: Side) -> TemperatureBand {
    bands[rows[day.rawValue][minute].index][side == .heat ? 0 : 1]
  }
}

/// The attributes of one tag, by name.
struct Attributes {
  private let values: [String: String]

  init(_ tag: String) {
    let words = tag.split(">")[0].split("\"")
    values = Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { index in
        (words[index].filter { $0.isLetter }, words[index + 1])
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> String { values[name] ?? "" }
}

extension String {
  /// The parts between occurrences of `separator`.
  func split(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}

/// Lines of text with SGR sequences, as cells with a background.
struct ColoredLines {
  private var lines: [[Int?]] = []

  init(_ text: String) {
    for line in text.split("\n") {
      var cells: [Int?] = []
      var background: Int?
      for (index, part) in line.split("\u{1B}[").enumerated() {
        var shown = part[...]
        if index > 0, let end = part.firstIndex(of: "m") {
          background = Self.background(part[..<end].split(separator: ";").map { Int($0) ?? 0 })
          shown = part[part.index(after: end)...]
        }
        cells += shown.unicodeScalars.map { _ in background }
      }
      lines.append(cells)
    }
  }

  private static func background(_ parameters: [Int]) -> Int? {
    var rest = parameters[...]
    var result: Int?
    while let number = rest.popFirst() {
      switch number {
      case 38: rest = rest.dropFirst(2)
      case 48: (result, rest) = (rest.dropFirst().first, rest.dropFirst(2))
      case 40...47: result = number - 40
      case 100...107: result = number - 92
      default: break
      }
    }
    return result
  }

  func background(row: Int, column: Int) -> Int? {
    column < lines[row].count ? lines[row][column] : nil
  }
}
