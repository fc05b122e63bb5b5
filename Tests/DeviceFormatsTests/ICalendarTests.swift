import DeviceFormats
import ScheduleModel
import Testing

/// Events as calendar programs write them.
@Suite struct ICalendarTests {
  private static let text: String = {
    let format = DeviceFormats.named("icalendar")
    let text = try? format?.export(.standard(.celsius), name: "Home", options: ExportOptions()).text
    return text ?? ""
  }()

  private func read(_ text: String) throws -> Week {
    let format = try #require(DeviceFormats.named("icalendar"))
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

  @Test("all times have the same time zone, or none") func zones() throws {
    let zoned = Self.text.replacing("DTSTART:", with: "DTSTART;TZID=Europe/Berlin:")
    #expect(try read(zoned) == .standard(.celsius))
    let first = try #require(Self.text.firstRange(of: "DTSTART:"))
    var mixed = Self.text
    mixed.replaceSubrange(first, with: "DTSTART;TZID=America/New_York:")
    #expect(throws: ImportRefusal.self) { try read(mixed) }
  }
}
