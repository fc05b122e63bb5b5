import Diagnostics
import ScheduleModel
import ScheduleRules
import TestSupport
import Testing

@Suite struct WeekCheckTests {
  @Test("a heat setpoint above cool marks both cells")
  func heatAboveCoolMarksBoth() {
    var week = Week.standard(.fahrenheit)
    week[RowAddress(.tuesday, .leave)].heat = Temperature(90)
    let findings = WeekCheck.findings(in: DraftWeek(week))
    let cell = CellAddress(.tuesday, .leave, .heat)
    #expect(
      findings == [
        CellFinding(
          code: "SP301", severity: .error, message: "\(about: cell) 90 is not below cool 85",
          cell: cell, related: [CellAddress(.tuesday, .leave, .cool)])
      ])
  }

  @Test("a repair moves the side that was edited, and never exchanges the two")
  func repairMovesTheEditedSide() throws {
    func repaired(_ heat: Int, _ cool: Int, _ side: Side?, unit: TemperatureUnit = .fahrenheit)
      throws -> [Temperature]?
    {
      var week = Week.standard(unit)
      let row = RowAddress(.monday, .wake)
      (week[row].heat, week[row].cool) = (Temperature(heat), Temperature(cool))
      let finding = try #require(WeekCheck.findings(in: DraftWeek(week)).first)
      return WeekCheck.repaired(week, finding, moving: side, options: CheckOptions()).map {
        $0[row].temperatures.map(\.degrees)
      }
    }
    let values = { (heat: Int, cool: Int) in [Temperature(heat), Temperature(cool)] }
    #expect(try repaired(84, 78, .heat) == values(75, 78))
    #expect(try repaired(84, 78, .cool) == values(84, 87))
    #expect(try repaired(76, 78, .heat) == values(75, 78))
    #expect(try repaired(76, 78, .cool) == values(76, 79))
    // No value of that side fits the other one.
    #expect(try repaired(60, 46, .heat) == nil)
    #expect(try repaired(98, 90, .cool) == nil)
    // No side was edited: the side that differs from the other days moves, and in doubt neither does.
    #expect(try repaired(84, 78, nil) == values(75, 78))
    #expect(try repaired(70, 66, nil) == values(70, 73))
    #expect(try repaired(78, 70, nil) == nil)
    #expect(try repaired(26, 26, nil, unit: .celsius)?[1] == Temperature(26))
  }

  @Test("days that break SP301 themselves do not decide which side is wrong")
  func crossedDaysDecideNothing() throws {
    var week = Week.standard(.fahrenheit)
    for day in Weekday.allCases.prefix(5) { week[RowAddress(day, .wake)].heat = Temperature(84) }
    func messages() -> [String] {
      let bytes = WrittenText(.document([("Home", week)], unit: .fahrenheit)).bytes
      return DocumentCheck(bytes: bytes, file: "w").diagnostics.map(\.message)
    }
    #expect(messages().count == 5)
    #expect(
      messages().allSatisfy { $0.hasSuffix("heat 84 is not below cool 78; heat 75 would fit") })
    for day in Weekday.allCases { week[RowAddress(day, .wake)].heat = Temperature(84) }
    #expect(messages().count == 7 && messages().allSatisfy { $0.hasSuffix("is not below cool 78") })
  }

  @Test("unknown values are not checked")
  func unknownValuesAreSkipped() {
    #expect(WeekCheck.findings(in: DraftWeek(unit: .celsius)).isEmpty)
    var week = DraftWeek(Week.standard(.fahrenheit))
    week.unit = nil
    week.rows[RowAddress(.monday, .wake).index].heat = Temperature(720)
    #expect(WeekCheck.findings(in: week).map(\.code) == ["SP301"])
    week.rows[RowAddress(.monday, .wake).index].cool = nil
    #expect(WeekCheck.findings(in: week).isEmpty)
  }

  @Test("findings come in table order and agree with those of the file")
  func findingsAgreeWithTheFile() {
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(seed: seed)
      var week = Week.random(unit: .fahrenheit, using: &generator)
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let row = RowAddress.all.randomElement(using: &generator) ?? RowAddress.all[0]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: week[row].time = TimeOfDay(wrapping: .random(in: 0..<1440, using: &generator))
        case 1: week[row].heat = Temperature(Int.random(in: 30...105, using: &generator))
        default: week[row].cool = Temperature(Int.random(in: 30...105, using: &generator))
        }
      }
      let options = RuleTableTests.everything
      let live = WeekCheck.findings(in: DraftWeek(week), options: options)
      let bytes = WrittenText(.document([("Home", week)], unit: .fahrenheit)).bytes
      let filed = DocumentCheck(bytes: bytes, file: "w", options: options).diagnostics
      #expect(
        live.map { "\($0.code) \($0.cell.tag) \($0.message)" }
          == filed.map { "\($0.code ?? "") \($0.tag ?? -1) \(Self.withoutSuggestion($0))" },
        "seed \(seed)")
    }
  }

  /// The message in an editor, which shows the repair of SP301 separately.
  private static func withoutSuggestion(_ finding: Diagnostic) -> String {
    guard finding.code == "SP301", let end = finding.message.firstIndex(of: ";") else {
      return finding.message
    }
    return String(finding.message[..<end])
  }

  @Test("the other unit is reported once, at the first value that shows it")
  func otherUnitIsToldOnce() {
    var week = Week.standard(.fahrenheit)
    week.unit = .celsius
    let findings = WeekCheck.findings(in: DraftWeek(week))
    #expect(findings.map(\.code) == ["SP305"])
    #expect(findings.first?.cell == CellAddress(.monday, .wake, .heat))
    #expect(
      findings.first?.message
        == "unit is \"C\" but 28 of 28 heat values exceed 40; did you mean °F?")
  }

  @Test("options change deadband and gap")
  func optionsChangeLimits() {
    let week = DraftWeek(Week.standard(.fahrenheit))
    var options = CheckOptions()
    options.deadband[.fahrenheit] = Temperature(9)
    #expect(WeekCheck.findings(in: week, options: options).map(\.code).count == 14)
    options = CheckOptions()
    options.gap = 121
    #expect(
      WeekCheck.findings(in: week, options: options).map(\.code)
        == Array(repeating: "SP203", count: 7))
  }

  @Test("each of several narrow gaps in a row is reported")
  func everyNarrowGapIsTold() {
    var week = Week.standard(.fahrenheit)
    for (period, minutes) in zip(Period.allCases, [360, 365, 370, 375]) {
      week[RowAddress(.monday, period)].time = TimeOfDay(wrapping: minutes)
    }
    let findings = WeekCheck.findings(in: DraftWeek(week))
    #expect(
      findings.map(\.message) == [
        "Monday wake and leave are 5 min apart (minimum 15 min)",
        "Monday leave and return are 5 min apart (minimum 15 min)",
        "Monday return and sleep are 5 min apart (minimum 15 min)",
      ])
    #expect(findings.allSatisfy { $0.code == "SP203" && $0.related.count == 1 })
  }

  @Test(
    "a value beyond the range may be in °F or lack a decimal point, unless pipes would freeze",
    arguments: [
      (70, "21.1 (70 °F)"), (85, "29.4 (85 °F)"),
      (45, "7.2 (45 °F)"), (44, nil), (40, nil), (205, "20.5"), (1000, nil),
    ])
  func meantValues(heat: Int, meant: String?) {
    var week = Week.standard(.celsius)
    week[RowAddress(.monday, .wake)].heat = Temperature(heat)
    let found = WeekCheck.findings(in: DraftWeek(week)).first { $0.code == "SP303" }
    let question = meant.map { "; did you mean \($0)?" } ?? ""
    #expect(found?.message == "Monday wake heat \(heat) °C is outside 2 to 37 °C\(question)")
  }

  @Test("a value in the allowed range breaks no rule; the next value outside does")
  func allowedRangesAreExact() {
    for seed in UInt64(1)...40 {
      var generator = SeededGenerator(seed: seed)
      let unit: TemperatureUnit = seed.isMultiple(of: 2) ? .fahrenheit : .celsius
      let week = Week.random(unit: unit, step: 1, using: &generator)
      for cell in CellAddress.all where cell.field != .time {
        let range = WeekCheck.allowedValues(for: cell, in: week)
        guard case (.temperature(let least), .temperature(let greatest)) = (range.0, range.1) else {
          Issue.record("\(range)")
          continue
        }
        for (tenths, isAllowed) in [
          (least.tenths, true), (greatest.tenths, true), (least.tenths - 1, false),
          (greatest.tenths + 1, false),
        ] {
          var edited = week
          edited[cell] = .temperature(Temperature(tenths: tenths))
          let isClean = Self.codes(edited, cell.row).isDisjoint(
            with: ["SP301", "SP302", "SP303", "SP304"])
          #expect(isClean == isAllowed, "seed \(seed) \(cell) \(tenths) \(range)")
        }
      }
      for row in RowAddress.all {
        let cell = CellAddress(row, .time)
        let range = WeekCheck.allowedValues(for: cell, in: week)
        guard case (.time(let earliest), .time(let latest)) = (range.0, range.1) else {
          Issue.record("\(range)")
          continue
        }
        for (minutes, isAllowed) in [
          (earliest.minutes, true), (latest.minutes, true), (earliest.minutes - 1, false),
          (latest.minutes + 1, false),
        ] {
          guard let time = TimeOfDay(minutes: minutes) else { continue }
          var edited = week
          edited[row].time = time
          let codes = Set(WeekCheck.findings(in: DraftWeek(edited)).map(\.code))
          #expect(
            codes.isDisjoint(with: ["SP202", "SP203"]) == isAllowed, "seed \(seed) \(cell) \(time)")
        }
      }
    }
  }

  @Test("allowed ranges name their reason")
  func allowedRangesHaveReasons() {
    let week = Week.standard(.fahrenheit)
    for (period, field, wanted) in [
      (Period.leave, Field.heat, "45–82 (3 °F below cool)"),
      (.wake, .cool, "73–99 (3 °F above heat)"),
      (.leave, .time, "06:15–17:45 (15 min after wake and before return)"),
    ] {
      let range = WeekCheck.allowedValues(for: CellAddress(.tuesday, period, field), in: week)
      #expect("\(range.least)–\(range.greatest) (\(range.reason))" == wanted)
    }
  }

  @Test("allowed ranges are never empty")
  func allowedRangesAreRanges() {
    for seed in UInt64(1)...200 {
      var generator = SeededGenerator(seed: seed)
      let week = Week.standard(.celsius).mapRows { _ in
        Setpoint(
          time: TimeOfDay(wrapping: .random(in: 0..<1440, using: &generator)),
          heat: Temperature(Int.random(in: -10...60, using: &generator)),
          cool: Temperature(Int.random(in: -10...60, using: &generator)))
      }
      for cell in CellAddress.all {
        let range = WeekCheck.allowedValues(for: cell, in: week)
        #expect(range.least <= range.greatest, "seed \(seed) \(cell)")
      }
    }
  }

  private static func codes(_ week: Week, _ row: RowAddress) -> Set<String> {
    Set(
      WeekCheck.findings(in: DraftWeek(week)).filter { $0.cell.row == row }.map(\.code))
  }
}
