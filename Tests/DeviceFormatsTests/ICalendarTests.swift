import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// Events as calendar programs write them.
@Suite struct ICalendarTests {
  private static let text: String = {
    let format = DeviceFormats.device(named: "icalendar")?.format
    let text = try? format?.export(.standard(.celsius), name: "Home", options: ExportOptions()).text
    return text ?? ""
  }()

  private func read(_ text: String) throws -> Week {
    let format = try #require(DeviceFormats.device(named: "icalendar")?.format)
    let input = DeviceInput(file: "a.ics", bytes: Array(text.utf8))
    return try format.read([input], options: ImportOptions()).schedule
  }

  @Test(
    "a duration has several spellings",
    arguments: ["PT2H", "PT120M", "PT2H0M0S", "P0DT2H", "PT7200S", "PT1H60M"])
  func durations(spelling: String) throws {
    let text = Self.text.replacing("DURATION:PT2H", with: "DURATION:\(spelling)")
    #expect(try read(text) == .standard(.celsius))
  }

  @Test(
    "another duration is refused",
    arguments: ["PT2H30S", "PT", "P", "T2H", "PT2", "2H", "PTH", "-PT2H", "PT99999999H", "PT2X"])
  func badDurations(spelling: String) {
    let text = Self.text.replacing("DURATION:PT2H", with: "DURATION:\(spelling)")
    #expect(throws: ImportRefusal.self) { try read(text) }
  }

  @Test(
    "the last event of a rule in UTC is found from its zone's offset, unless two are possible",
    arguments: [60, 330, -480, 660, 780])
  func endsInUTC(offset: Int) throws {
    let format = try #require(DeviceFormats.device(named: "icalendar")?.format)
    let input = try Fixture.input("icalendar/resaved/resaved.ics")
    let local = String(decoding: input.bytes, as: UTF8.self)
    let zoned = local.replacing(#/UNTIL=(\d{8})T(\d\d)(\d\d)00/#) { match in
      let minutes = (Int(match.2) ?? 0) * 60 + (Int(match.3) ?? 0) - offset
      let days = (minutes + 1440 * 2) / 1440 - 2
      let text = "\(match.1.prefix(4))-\(match.1.dropFirst(4).prefix(2))-\(match.1.suffix(2))"
      let day = CalendarDay(text)?.advanced(by: days).description.filter { $0 != "-" } ?? ""
      let time = TimeOfDay(minutes: minutes - days * 1440)?.description.filter { $0 != ":" } ?? ""
      return "UNTIL=\(day)T\(time)00Z"
    }
    func read(_ text: String) throws -> ImportedPrograms {
      try format.readDocument(
        [DeviceInput(file: "a.ics", bytes: Array(text.utf8))], options: ImportOptions())
    }
    if offset > 720 {
      #expect(throws: ImportRefusal.self) { try read(zoned) }
    } else {
      #expect(try read(zoned).calendar == read(local).calendar)
    }
    // Without a zone, the end is a local time.
    #expect(throws: ImportRefusal.self) { try read(zoned.replacing(";TZID=X", with: "")) }
    // The offset of one rule is not that of the others.
    let first = try #require(zoned.firstRange(of: #/UNTIL=\d{8}T/#))
    let shifted = zoned[..<first.upperBound] + "1230" + zoned[first.upperBound...].dropFirst(4)
    #expect(throws: ImportRefusal.self) { try read(String(shifted)) }
  }

  @Test("all times have the same time zone, or none") func zones() throws {
    let zoned = Self.text.replacing("DTSTART:", with: "DTSTART;TZID=Europe/Berlin:")
    #expect(try read(zoned) == .standard(.celsius))
    let first = try #require(Self.text.firstRange(of: "DTSTART:"))
    var mixed = Self.text
    mixed.replaceSubrange(first, with: "DTSTART;TZID=America/New_York:")
    #expect(throws: ImportRefusal.self) { try read(mixed) }
  }
}
