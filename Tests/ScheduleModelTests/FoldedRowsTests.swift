import Diagnostics
import ScheduleModel
import TestSupport
import Testing

@Suite("Rows that are alike on several days")
struct FoldedRowsTests {
  @Test(
    "days are named shortly",
    arguments: [
      (Weekday.allCases, "every day"), (Array(Weekday.allCases.prefix(5)), "weekdays"),
      ([.saturday, .sunday], "weekend"), ([.wednesday], "Wednesday"),
      ([.tuesday, .wednesday, .thursday], "Tue-Thu"),
      ([.monday, .tuesday], "Mon-Tue"),
      ([.sunday, .monday, .friday], "Mon, Fri, Sun"),
    ])
  func wordsForDays(days: [Weekday], words: String) {
    #expect(DayGroup(days.sorted()).description == words)
  }

  @Test("periods are joined where the days are the same, and only there")
  func periods() {
    let old = Week(unit: .fahrenheit) { _ in
      Setpoint(time: .midnight, heat: Temperature(60), cool: Temperature(80))
    }
    var new = old
    for day in Weekday.allCases {
      new[CellAddress(day, .wake, .heat)] = .temperature(Temperature(66))
      if day != .sunday { new[CellAddress(day, .leave, .heat)] = .temperature(Temperature(66)) }
      new[CellAddress(day, .sleep, .heat)] = .temperature(Temperature(66))
      new[CellAddress(day, .sleep, .cool)] = .temperature(Temperature(66))
    }
    #expect(
      old.changes(to: new).lines(each: false) == [
        "every day wake, sleep heat 60 -> 66", "Mon-Sat leave heat 60 -> 66",
        "every day sleep cool 80 -> 66",
      ])
    #expect(old.changes(to: new).lines(each: true).count == 27)
  }

  @Test("sentences fold by their parts, whatever their words") func anywhere() {
    let rows = Weekday.allCases.flatMap { [RowAddress($0, .wake), RowAddress($0, .leave)] }
    let cases: [(sentence: (RowAddress) -> Sentence, folded: [String]?)] = [
      ({ "\(about: $0) is late" }, ["every day wake, leave is late"]),
      ({ "2 °F in \(about: $0) (least 3)" }, ["2 °F in every day wake, leave (least 3)"]),
      ({ "late: \(about: $0)" }, ["late: every day wake, leave"]),
      ({ "\(about: CellAddress($0, .heat)): late" }, ["every day wake, leave heat: late"]),
      ({ "Monday wake: \(about: $0)" }, ["Monday wake: every day wake, leave"]),
      ({ "\(about: $0.day) sleep and wake" }, ["every day sleep and wake"]),
      ({ "\(about: $0.day, verb: "has") 5 periods" }, ["every day: 5 periods"]),
      ({ "\(about: $0.day, verb: "") begins late" }, ["every day: begins late"]),
      ({ "\($0) is late" }, nil), ({ _ in "nothing" }, nil),
    ]
    for (sentence, folded) in cases {
      let folds = rows.foldedRows(alike: { _ in 0 }, sentence: sentence)
      #expect(folds.map(\.sentence.text) == folded ?? rows.map { sentence($0).text })
      #expect(folds.reduce(0) { $0 + $1.elements.count } == 14)
    }
  }

  @Test("a sentence says its row or leaves it out") func withoutRow() {
    let row = RowAddress(.monday, .wake)
    #expect(("\(about: row) is late" as Sentence).text(without: row, .twelveHour) == "is late")
    for sentence: Sentence in [
      "\(about: RowAddress(.monday, .leave)) is late", "it is late in \(about: row)",
      "\(row) is late", "\(about: row.day) is late",
    ] {
      #expect(sentence.text(without: row, .twelveHour) == sentence.text)
    }
  }

  @Test("the lines of random weeks name exactly the different cells")
  func linesAreComplete() {
    var generator = SeededGenerator(seed: 14)
    for _ in 0..<200 {
      let old = Week.random(unit: .celsius, using: &generator)
      var new = old
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let days = Weekday.allCases.filter { _ in Bool.random(using: &generator) }
        let period = Period.allCases.randomElement(using: &generator) ?? .wake
        let value = Temperature(tenths: 10 * Int.random(in: 15...17, using: &generator))
        for day in days { new[CellAddress(day, period, .heat)] = .temperature(value) }
      }
      let changes = old.changes(to: new)
      let folds = changes.foldedRows(alike: { _ in 0 }, sentence: { $0.sentence() })
      #expect(
        Set(folds.flatMap { Self.cellsNamed(in: $0.sentence.text) })
          == Set(changes.map(\.description)))
      #expect(folds.reduce(0) { $0 + $1.elements.count } == changes.count)
      // Folded again, nothing is left to be folded.
      #expect(Set(folds.map(\.sentence)).count == folds.count)
    }
  }

  /// The cells that a line names, each as a line of its own: read as a person reads it.
  private static func cellsNamed(in sentence: String) -> [String] {
    let known = [
      "every day": "all", "weekdays": "weekdays", "weekend": "weekend",
    ]
    let rest = sentence.split(separator: " heat ")[1]
    var words = sentence.split(separator: " heat ")[0].split(separator: " ").map {
      $0.filter { $0 != "," }
    }
    let periods = words.filter { Period($0) != nil && Weekday($0) == nil }
    words.removeLast(periods.count)
    let text = words.joined(separator: " ")
    let list = known[text] ?? text.replacing(" ", with: ",")
    let days = (try? Weekday.list(list)) ?? []
    return days.flatMap { day in periods.map { "\(day.title) \($0) heat \(rest)" } }
  }
}
