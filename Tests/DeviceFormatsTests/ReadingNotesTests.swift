import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// Missing values are asked for, and ignored parts are listed.
@Suite struct ReadingNotesTests {
  private func read(
    _ format: String, _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportOutput {
    let reader = try #require(DeviceFormats.device(named: format)?.format)
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(30))
    change(&options)
    return try reader.read([DeviceInput(text)], options: options)
  }

  private func refusal(
    _ format: String, _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> [String] {
    let error = #expect(throws: ImportRefusal.self) { try read(format, text, change) }
    return error?.lines ?? []
  }

  private static let monday = "{\"from\":\"00:00\",\"to\":\"24:00:00\",\"data\":"

  @Test(
    "ignored parts are listed",
    arguments: [
      (
        "zigbee2mqtt",
        "{\"weekly_schedule\":{\"days\":\"monday\",\"mode\":1,\"fan\":1,\"transitions\":"
          + "[{\"time\":0,\"heat_setpoint\":20,\"coolSetPoint\":25}]}}",
        ["unknown member \"fan\" was skipped", "unknown member \"coolSetPoint\" was skipped"]
      ),
      (
        "zigbee2mqtt", "{\"schedule_monday\":\"06:00/20\",\"schedule_tuesday\":null}",
        ["unknown member \"schedule_tuesday\" was skipped"]
      ),
      (
        "zigbee2mqtt",
        "{\"week\":\"7\",\"workdays_schedule\":\"06:00/20\",\"holidays_schedule\":\"06:00/20\"}",
        ["the program of holidays, which a week of 7 lacks, was skipped"]
      ),
      (
        "zigbee2mqtt", "{\"weekly_schedule\":{\"monday\":\"06:00/20\",\"step\":1}}",
        ["unknown member \"step\" was skipped"]
      ),
      (
        "evohome",
        "{\"dailySchedules\":[{\"dayOfWeek\":0,\"x\":1,\"switchpoints\":[{\"heatSetpoint\":20.0,"
          + "\"coolSetpoint\":25.0,\"timeOfDay\":\"06:00\"}]}]}",
        ["unknown member \"x\" was skipped", "unknown member \"coolSetpoint\" was skipped"]
      ),
      (
        "honeywell",
        "{\"scheduleSubType\":\"EMEA\",\"timedSchedule\":{\"days\":[{\"day\":\"Monday\",\"periods\":["
          + "{\"startTime\":\"06:00\",\"heatSetPoint\":20,\"coolSetPoint\":25,\"fan\":\"on\"}]}]}}",
        ["unknown member \"fan\" was skipped"]
      ),
      (
        "home-assistant", "{\"monday\":[\(monday){\"temperature\":20,\"fan\":\"on\"}}]}",
        ["unknown member \"fan\" was skipped"]
      ),
      (
        "home-assistant",
        "schedule:\n  a:\n    monday:\n      - {from: \"00:00\", to: \"24:00:00\", "
          + "data: {temperature: 20, fan: \"on\"}}\n", ["unknown member \"fan\" was skipped"]
      ),
      (
        "evohome",
        "{\"dailySchedules\":[{\"dayOfWeek\":0,\"x\":1,\"switchpoints\":[{\"heatSetpoint\":20.0,"
          + "\"timeOfDay\":\"06:00\"}]},{\"dayOfWeek\":1,\"x\":1,\"y\":1,\"switchpoints\":[{\"heatSetpoint\":20.0,"
          + "\"timeOfDay\":\"06:00\"}]}]}",
        ["unknown member \"x\" was skipped", "unknown member \"y\" was skipped"]
      ),
      (
        "csv", "day,time,heat,unit,fan\nmonday,06:00,20,C,on\n", ["column \"fan\" was skipped"]
      ),
      (
        "zcl", "010101017f0168013408\n010203\n", ["a frame without a schedule was skipped"]
      ),
      (
        "zcl", "01010101ff0168013408\n", ["the program for absence was skipped"]
      ),
    ])
  func skippedParts(format: String, text: String, messages: [String]) throws {
    let notes = try read(format, text) { $0.fileUnit = .celsius }.warnings
      .filter { $0.code == "SP527" }
    #expect(notes.map(\.message) == messages)
    #expect(notes.allSatisfy { $0.location != nil })
  }

  @Test("a file full of unknown members gets a few notes and a count of the rest")
  func unknownMembers() throws {
    let members = (0..<2000).map { "{\"schedule_\($0)\":1}" }.joined(separator: ",")
    let text = "[{\"schedule_monday\":\"06:00/20\"},\(members)]"
    let notes = try read("zigbee2mqtt", text).warnings.filter { $0.code == "SP527" }
    #expect(notes.count == 51)
    #expect(notes.last?.message == "and 1950 more were skipped")
  }

  @Test("a file without days is refused, even if --into could supply all days")
  func noDays() {
    let none = ["in: error[SP520] the file contains no weekly program"]
    #expect(refusal("evohome", "{\"dailySchedules\":[]}") == none)
    #expect(refusal("csv", "day,time,heat,unit\n") { $0.fileUnit = .celsius } == none)
  }

  @Test("a file without a unit is refused until the unit is passed") func missingUnit() {
    let days = "\"timedSchedule\":{\"days\":[]}"
    let sentence = ["the file has no unit; add --file-unit C or F"]
    #expect(refusal("honeywell", "{\(days)}") == sentence)
    #expect(refusal("honeywell", "{\"scheduleSubType\":\"APAC\",\(days)}") == sentence)
    #expect(refusal("csv", "day,time,heat\nmonday,06:00,20\n") == sentence)
    #expect(refusal("bacnet", "") == sentence)
    #expect(
      refusal("home-assistant", "{\"monday\":[\(Self.monday){\"temperature\":20}}]}") == sentence)
    #expect(
      refusal(
        "home-assistant",
        "# written in °F\nschedule:\n  a:\n    monday:\n"
          + "      - {from: \"00:00\", to: \"24:00:00\", data: {temperature: 20}}\n"
      ) { $0.fileUnit = .celsius } == ["the file is in °F, not in °C"])
  }

  @Test("the side of a BACnet property comes from the comment or the option")
  func bacnetPropertyComment() throws {
    let property = String(repeating: "0eb4000000004441a000000f", count: 7)
    #expect(
      refusal("bacnet", property) { $0.fileUnit = .celsius }
        == [
          "the file has one program and may be incomplete; add --program heat or cool"
        ])
    let one = try read("bacnet", "# cool alone °C\n# of the ground floor\n\(property)") {
      $0.heat = .value(Temperature(10))
    }
    #expect(one.schedule[RowAddress(.monday, .wake)].cool == Temperature(20))
    #expect(one.schedule[RowAddress(.monday, .wake)].heat == Temperature(10))
  }

  @Test("a kind of device that the format does not have is refused") func unknownKind() throws {
    let day = "{\"schedule_monday\":\"06:00/20.1\"}"
    #expect(
      refusal("zigbee2mqtt", day) { $0.kind = "focuspro" } == [
        "\"focuspro\" is not a device of zigbee2mqtt; it has zigbee2mqtt, sonoff-trvzb, sonoff-trv-zbt, "
          + "saswell, tuya, tuya-6, tuya-8, trv602z, trv603-wz, tuya-until, sonoff-trvzb-text, sber, "
          + "danfoss-ally, bosch-rm, tuya-workdays"
      ])
    // 20.1 °C is 68.2 °F, which is 20.11 °C, or 20.1 °C for a device of tenths.
    #expect(refusal("zigbee2mqtt", day) { $0.unit = .fahrenheit }.count == 4)
    let read = try read("zigbee2mqtt", day) {
      $0.unit = .fahrenheit
      $0.kind = "tuya"
    }
    #expect(read.schedule[RowAddress(.monday, .wake)].heat == Temperature(tenths: 682))
  }

  @Test("a day with only one program is reported") func dayWithOneProgram() {
    let text = "{\"heat\":{\"0\":[360,70],\"1\":[360,70]},\"cool\":{\"0\":[360,80]}}"
    #expect(
      refusal("radiotherm", text)
        == ["in:1:28: error[SP524] Tuesday has a heat program and no cool program"])
    let later = "{\"heat\":{\"0\":[360,70]},\"cool\":{\"0\":[420,80]}}"
    #expect(
      refusal("radiotherm", later) == [
        "in:1:15: error[SP522] Monday heats from 06:00 and cools from 07:00, and the file lacks "
          + "Sunday's setpoints, which apply before"
      ])
  }

  @Test("a second climate of a reference is refused") func secondClimateReference() {
    let climate = "{\"climateRef\":\"home\",\"heatTemp\":700,\"coolTemp\":780}"
    #expect(
      refusal("ecobee", "{\"climates\":[\(climate),\(climate)],\"schedule\":[]}")
        == ["in:1:66: error[SP520] a second climate \"home\""])
  }

  @Test(
    "a text that is not UTF-8 is refused",
    arguments: [
      ("csv", "day,time,heat,unit,name\nmonday,06:00,20,C,Kü", "in:2:19"),
      ("energyplus", "! für Büros\nSchedule:Constant,\n  Bü,Temp,20;\n", "in:3:3"),
      ("icalendar", "BEGIN:VCALENDAR\nX-WR-CALNAME:Bü\nEND:VCALENDAR\n", "in:2:1"),
    ])
  func notUTF8(format: String, text: String, place: String) throws {
    let reader = try #require(DeviceFormats.device(named: format)?.format)
    let latin1 = text.unicodeScalars.map { UInt8($0.value) }
    let error = #expect(throws: ImportRefusal.self) {
      try reader.read([DeviceInput(file: "in", bytes: latin1)], options: ImportOptions())
    }
    #expect(
      error?.lines == ["\(place): error[SP520] this text is not UTF-8; save the file as UTF-8"])
  }

  @Test("a name of the helper is read with and without quotes") func nameOfHelper() throws {
    for (written, name) in [("\"Küche #2\"", "Küche #2"), ("Flur oben", "Flur oben")] {
      let text =
        "schedule:\n  a:\n    name: \(written)\n    monday:\n"
        + "      - {from: \"00:00\", to: \"24:00:00\", data: {temperature: 20}}\n"
      #expect(try read("home-assistant", text) { $0.fileUnit = .celsius }.name == name)
    }
  }

  @Test("days that EnergyPlus does not name get Sunday's program") func unnamedDays() throws {
    var schedule = Week.standard(.celsius)
    schedule[RowAddress(.sunday, .sleep)].heat = Temperature(tenths: 123)
    let idf = try #require(DeviceFormats.device(named: "energyplus")?.format)
      .export(schedule, name: "A", options: ExportOptions()).text
    let others = try #require(idf.split(separator: "For: AllOtherDays").dropFirst().first)
    #expect(others.prefix { $0 != ";" }.hasSuffix("Until: 24:00, 12.3"))
  }
}
