import Diagnostics
import ScheduleModel
import ScheduleRules
import ScheduleText
import TestSupport
import Testing

/// Files of schedules that only heat or only cool.
@Suite struct SidesTests {
  private static let both = Week.standard(.celsius)

  private static func text(_ week: Week, _ layout: TextLayout = .canonical) -> [UInt8] {
    WrittenText(
      TextPiece.document([(name: "Valve", schedule: week)], unit: .celsius), layout: layout
    )
    .bytes
  }

  @Test("a file of one side is valid, and saving it without an edit changes nothing")
  func valid() throws {
    for sides in [Sides.heat, .cool] {
      for layout in TextLayout.all {
        let bytes = Self.text(Self.both.only(sides), layout)
        let check = DocumentCheck(bytes: bytes, file: "x")
        #expect(check.diagnostics.map(\.summary) == [])
        let document = try ScheduleDocument(check, of: bytes)
        #expect(document.contents.schedules[0].week == Self.both.only(sides))
        #expect(try document.text(file: "x") == bytes)
      }
      let contents = Contents(
        unit: .celsius, schedules: [Schedule(name: "Valve", week: .standard(.celsius, sides))])
      #expect(CanonicalText.text(of: contents) == Self.text(Self.both.only(sides)))
    }
  }

  @Test("a side is removed and added in every layout")
  func removedAndAdded() throws {
    let weeks = [Self.both, Self.both.only(.heat), Self.both.only(.cool)]
    for layout in TextLayout.all {
      for (old, new) in weeks.flatMap({ old in weeks.map { (old, $0) } }) {
        var document = try ScheduleDocument(reading: Self.text(old, layout), file: "x")
        document.contents.schedules[0].week = new
        let written = try document.text(file: "x")
        #expect(written == Self.text(new, layout), "\(old.sides.name) to \(new.sides.name)")
      }
    }
  }

  /// All six orders of three elements.
  private static func orders(_ parts: [String]) -> [[String]] {
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { $0.map { parts[$0] } }
  }

  @Test("a side and a calendar entry are replaced in every order of their members")
  func replacedInEveryOrder() throws {
    for order in Self.orders(["time", "heat", "x"]) {
      for entry in Self.orders([#""schedule": "A""#, #""weeks": "odd""#, #""x": 1"#]) {
        let times = ["06:00", "08:00", "18:00", "22:00"]
        let day = zip(Period.allCases, times).map { period, time in
          let values = ["time": "\"\(time)\"", "heat": "20", "x": "1"]
          let members = order.map { name in "\"\(name)\": \(values[name] ?? "")" }
          return "\"\(period.name)\": {\(members.joined(separator: ", "))}"
        }.joined(separator: ", ")
        let days = Weekday.allCases.map { weekday in "\"\(weekday.name)\": {\(day)}" }
        let text = #"""
          {"format": "setpoint-schedule", "version": 1, "unit": "C",
          "schedules": [{"name": "A", "days": {\#(days.joined(separator: ", "))}}],
          "calendar": [{\#(entry.joined(separator: ", "))}]}
          """#
        for new in ["A 10-01..04-30", "A sat", "A even mon-fri", "A 12-24 odd"] {
          var document = try ScheduleDocument(reading: Array(text.utf8), file: "x")
          let week = document.contents.schedules[0].week
          document.contents.schedules[0].week = try #require(
            Week(
              unit: .celsius,
              setpoints: week.setpoints.map {
                Setpoint(time: $0.time, heat: nil, cool: Temperature(26))
              }))
          let members = document.contents.calendar[0].members
          document.contents.calendar[0] = try CalendarEntry(new, schedules: ["A"])
          document.contents.calendar[0].members = members
          let written = try ScheduleDocument(reading: try document.text(file: "x"), file: "x")
          #expect(written.contents == document.contents, "\(order) \(entry) \(new)")
        }
      }
    }
  }

  @Test(
    "rows that differ from most others are reported; in a tie, rows that lack a side",
    arguments: 0...28)
  func mixedRows(count: Int) throws {
    let week = Self.both.mapRows { row in
      var setpoint = Self.both[row]
      if row.index < count { setpoint.cool = nil }
      return setpoint
    }
    let bytes = Self.text(week)
    let check = DocumentCheck(bytes: bytes, file: "x")
    let reported = count > 14 ? Array(count..<28) : Array(0..<count)
    let found = check.diagnostics.map { "\($0.code ?? "") \($0.tag ?? -1)" }
    let rows = (count == 28 ? [] : reported).map { RowAddress.all[$0] }
    #expect(found == rows.map { "SP110 \(CellAddress($0, .cool).tag)" })
    #expect((try? ScheduleDocument(check, of: bytes)) == nil || rows.isEmpty)
  }

  @Test("a row with neither side is an error")
  func neitherSide() throws {
    var week = Self.both.only(.heat)
    week[RowAddress(.tuesday, .leave)].heat = nil
    let check = DocumentCheck(bytes: Self.text(week), file: "x")
    #expect(check.diagnostics.map(\.message) == ["\"heat\" is missing from Tuesday leave"])
  }

  @Test("an edit whose side was lost with a damaged line is not applied")
  func damagedJournal() throws {
    let heat = Contents(
      unit: .celsius, schedules: [Schedule(name: "A", week: Self.both.only(.heat))])
    var both = heat
    both.schedules[0].week = Self.both
    var edited = both
    edited.schedules[0].week[CellAddress(.monday, .wake, .cool)] = .temperature(Temperature(24))
    let entry = try #require(JournalEntry(from: both, to: edited, base: heat))
    let document = ScheduleDocument(new: heat)
    let header = JournalHeader(
      document: "/a", of: try ScheduleDocument(reading: document.text(file: "a"), file: "a"),
      holder: LockHolder(process: 1, host: "h", time: "t"))
    let journal = try #require(
      Journal(
        header.line + Array("{\"n\": 1, damaged\n".utf8) + entry.line)
    )
    let recovery = try #require(
      Recovery(journal, current: ScheduleDocument(reading: document.text(file: "a"), file: "a")))
    #expect(recovery.merge.contents == heat && !recovery.isWhole)
  }

  @Test("levels that are missing, unused or break a rule are refused")
  func levels() throws {
    let heat = Self.both.only(.heat)
    func refusal(_ sides: Sides, _ text: String?) -> String? {
      do {
        _ = try heat.changed(to: sides, text.map { [.cool: $0] } ?? [:])
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal(.both, "26,30") == nil && refusal(.cool, "26, 30") == nil)
    #expect(
      refusal(.both, nil)
        == "two cool setpoints are needed, comfort and setback, such as 26,30")
    #expect(
      refusal(.heat, "26,30")
        == "no cool setpoints are added; omit the cool temperatures")
    #expect(refusal(.both, "26") == "\"26\" is not two temperatures such as 26,30")
    #expect(refusal(.both, "21,30")?.contains("heat 21 is not below cool 21") == true)
    #expect(refusal(.both, "22,30")?.contains("heat and cool are 1 °C apart") == true)
    #expect(refusal(.both, "99,99")?.contains("outside 2 to 37 °C") == true)
  }
}
