import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Programs of devices and of other programs, and what they mean.
@Suite struct FormatVectorTests {
  /// Reads a fixture.
  private func read(
    _ format: String, _ path: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportOutput {
    let reader = try #require(DeviceFormats.named(format) as? any ImportableFormat)
    var options = ImportOptions()
    change(&options)
    return try reader.importing([try Fixture.input(path)], options: options)
  }

  private func export(
    _ schedule: Schedule, _ format: String, name: String = "Home",
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    change(&options)
    return try #require(DeviceFormats.named(format))
      .export(schedule, name: name, options: options).text
  }

  /// Rows as `06:00 21/25`.
  private func rows(_ schedule: Schedule, _ day: Weekday) -> [String] {
    schedule.day(day).map { "\($0.time) \($0.heat)/\($0.cool)" }
  }

  private static let vectorRows = ["06:00 21/25", "08:00 16/28", "18:00 21/23.5", "22:00 19/27"]

  /// The schedule of the Zigbee vector on every day.
  private static let vector = Schedule(unit: .celsius) { period in
    let values = [(6, 210, 250), (8, 160, 280), (18, 210, 235), (22, 190, 270)][period.rawValue]
    return Setpoint(
      time: TimeOfDay(wrapping: values.0 * 60), heat: Temperature(tenths: values.1),
      cool: Temperature(tenths: values.2))
  }

  @Test func theZigbeeVectorIsReadAndWritten() throws {
    let read = try read("zcl", "zcl/heat-and-cool/frames.txt") { $0.base = Self.vector }
    #expect(rows(read.schedule, .monday) == Self.vectorRows)
    #expect(rows(read.schedule, .friday) == Self.vectorRows)
    var schedule = Self.vector
    schedule[RowAddress(.saturday, .wake)].heat = Temperature(20)
    schedule[RowAddress(.sunday, .wake)].heat = Temperature(20)
    let frames = try export(schedule, "zcl") { $0.program = .both }.split(separator: "\n")
    let fixture = try Fixture.bytes("zcl/heat-and-cool/frames.txt")
    #expect(frames[0] + "\n" == String(decoding: fixture, as: UTF8.self))
    #expect(frames[1].hasPrefix("01020104" + "41" + "03" + "6801" + "d007"))
    #expect(frames.count == 2)
  }

  @Test func responsesOfAValveAreReadWithBothPrograms() throws {
    #expect(throws: ImportRefusal.self) {
      try self.read("zcl", "zcl/valve-responses/frames.txt") { $0.base = Self.vector }
    }
    // Of six transitions one repeats what holds; the shortest of the others goes where allowed.
    let read = try read("zcl", "zcl/valve-responses/frames.txt") {
      $0.base = Self.vector
      $0.allowances = .dropPeriods
    }
    #expect(
      rows(read.schedule, .saturday) == [
        "06:00 23/23", "12:00 21.5/21.5", "16:30 23/23", "23:00 21/21",
      ])
  }

  @Test func aValveGetsHeatAloneAndZHAAnAction() throws {
    #expect(throws: ExportRefusal.self) { try export(Self.vector, "zcl") }
    let frame = try export(Self.vector, "zcl") { $0.allowances = .dropCool }
    #expect(frame == "010101047f0168013408e00140063804340828056c07\n")
    let action = try export(Self.vector, "zcl") {
      $0.program = .both
      $0.form = "zha"
      $0.target = "00:15:8d:00:01:02:03:04"
    }
    #expect(action.contains("ieee: \"00:15:8d:00:01:02:03:04\""))
    #expect(
      action.contains(
        "values: [360, 2100, 2500, 480, 1600, 2800, 1080, 2100, 2350, 1320, 1900, 2700]"))
    #expect(action.contains("day_of_week_for_sequence: 127\n"))
    #expect(throws: ExportRefusal.self) {
      try export(Self.vector, "zcl") {
        $0.program = .both
        $0.form = "zha"
        $0.target = "x\"\n  evil: 1"
      }
    }
  }

  @Test func zigbee2mqttIsReadInBothSpellings() throws {
    let set = try read("zigbee2mqtt", "zigbee2mqtt/set/messages.jsonl") { $0.base = Self.vector }
    #expect(rows(set.schedule, .wednesday) == Self.vectorRows)
    #expect(set.warnings.isEmpty)
    let reported = try read("zigbee2mqtt", "zigbee2mqtt/reported/state.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
      $0.allowances = .dropPeriods
    }
    // 14:00 repeats what holds, and 09:30 is the shortest of the rest.
    #expect(
      rows(reported.schedule, .saturday) == [
        "06:00 23/27", "12:00 21.5/27", "16:30 23/27", "23:00 21/27",
      ])
    let messages = try export(Self.vector, "zigbee2mqtt")
    #expect(
      messages.hasPrefix(
        "{\"weekly_schedule\":{\"dayofweek\":[\"monday\",\"tuesday\",\"wednesday\",\"thursday\","
          + "\"friday\",\"saturday\",\"sunday\"],\"transitions\":[{\"transitionTime\":\"06:00\","
          + "\"heatSetpoint\":21,\"coolSetpoint\":25},"))
    #expect(messages.contains("\"coolSetpoint\":23.5}"))
  }

  @Test func zigbee2mqttTakesOtherSpellingsOfTimesAndDaysAndATopic() throws {
    let reader = try #require(DeviceFormats.named("zigbee2mqtt") as? any ImportableFormat)
    let texts = [
      "zigbee2mqtt/valve {\"weekly_schedule\":{\"dayofweek\":\"monday\",\"transitions\":"
        + "[{\"time\":\"6:00\",\"heat_setpoint\":21},{\"transition_time\":{\"hour\":8,\"minute\":0},"
        + "\"heat_setpoint\":16},{\"time\":1080,\"heat_setpoint\":21},"
        + "{\"time\":1320,\"heat_setpoint\":19}]}}\r\n"
        + "zigbee2mqtt/valve {\"battery\":90,\"schedule_tuesday\":\"06:00/21 08:00/16 18:00/21 "
        + "22:00/19\"}\r\n"
    ]
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(27))
    let read = try reader.importing(texts.map { DeviceInput($0) }, options: options)
    let expected = ["06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 19/27"]
    #expect(rows(read.schedule, .monday) == expected)
    #expect(rows(read.schedule, .tuesday) == expected)
    #expect(read.warnings.map(\.message) == ["unknown member \"battery\" is left out"])
  }

  @Test func valvesWithDayTextsAreReadAndWritten() throws {
    let sonoff = try read("zigbee2mqtt", "zigbee2mqtt/sonoff-trvzb/message.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
      $0.allowances = .dropPeriods
    }
    #expect(sonoff.schedule.day(.monday).count == 4)
    let tuya = try read("zigbee2mqtt", "zigbee2mqtt/tuya/message.json") {
      $0.base = Self.vector
      $0.cool = .value(Temperature(27))
    }
    #expect(
      rows(tuya.schedule, .monday) == [
        "06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 17.5/27",
      ])
    let written = try export(tuya.schedule, "zigbee2mqtt") {
      $0.kind = "tuya"
      $0.allowances = .dropCool
    }
    let fixture = String(
      decoding: try Fixture.bytes("zigbee2mqtt/tuya/message.json"), as: UTF8.self)
    #expect(written.hasPrefix(fixture + "\n") || written.hasPrefix(fixture))
    let trvzb = try export(tuya.schedule, "zigbee2mqtt") {
      $0.kind = "TRVZB"
      $0.allowances = .dropCool
    }
    #expect(
      trvzb.hasPrefix(
        "{\"weekly_schedule_monday\":\"00:00/19 06:00/21 08:00/16 18:00/21 22:00/17.5\"}\n"))
  }

  @Test func recordedEvohomeSchedulesOffTheHalfDegreeGridAreRead() throws {
    let tenths = try read("evohome", "evohome/recorded-tenths/zone.json") {
      $0.cool = .value(Temperature(26))
    }
    #expect(
      rows(tenths.schedule, .monday) == [
        "07:00 18.1/26", "08:00 16/26", "22:10 18.6/26", "23:00 15.9/26",
      ])
    let three = try read("evohome", "evohome/recorded-three-points/zone.json") {
      $0.cool = .from(Self.vector)
    }
    #expect(
      rows(three.schedule, .monday) == [
        "06:30 18/25", "12:15 18/28", "18:00 20/23.5", "21:00 19/27",
      ])
    #expect(three.warnings.map(\.code) == Array(repeating: "SP525", count: 7))
  }

  @Test func evohomeIsWrittenWithRealsInThreeForms() throws {
    let options: (inout ExportOptions) -> Void = { $0.allowances = .dropCool }
    let text = try export(Self.vector, "evohome", options)
    #expect(text.contains("\"dayOfWeek\": \"Monday\""))
    #expect(text.contains("\"heatSetpoint\": 21.0"))
    #expect(text.contains("\"timeOfDay\": \"06:00:00\""))
    for form in ["put", "backup"] {
      let other = try export(Self.vector, "evohome") {
        options(&$0)
        $0.form = form
        $0.target = "3432576"
      }
      let reader = try #require(DeviceFormats.named("evohome") as? any ImportableFormat)
      var reading = ImportOptions()
      reading.cool = .from(Self.vector)
      let read = try reader.importing([DeviceInput(other)], options: reading)
      #expect(read.schedule == Self.vector)
      #expect(read.name == (form == "backup" ? "Home" : nil))
    }
  }

  @Test func homeAssistantIsReadFromYAMLAndFromTheService() throws {
    for path in ["home-assistant/week/schedule.yaml", "home-assistant/get-schedule/answer.json"] {
      let read = try read("home-assistant", path) { $0.fileUnit = .fahrenheit }
      #expect(read.schedule == .standard(.fahrenheit), "\(path)")
    }
    let yaml = try export(.standard(.fahrenheit), "home-assistant", name: "Thermostat") {
      $0.target = "climate.hallway"
    }
    #expect(
      yaml.contains(
        "      - {from: \"00:00:00\", to: \"06:00:00\", "
          + "data: {target_temp_low: 62, target_temp_high: 82}}\n"))
    #expect(yaml.contains("to: \"24:00:00\""))
    #expect(yaml.contains("{{ state_attr('schedule.thermostat', 'target_temp_low') }}"))
    #expect(yaml.contains("target: {entity_id: \"climate.hallway\"}"))
  }

  @Test func honeywellIsReadAndWritten() throws {
    let read = try read("honeywell", "honeywell/request/schedule.json")
    #expect(read.schedule == .standard(.fahrenheit))
    let text = try export(.standard(.celsius), "honeywell") { $0.target = "LCC-1" }
    #expect(text.contains("\"deviceID\": \"LCC-1\""))
    #expect(text.contains("\"scheduleSubType\": \"EMEA\""))
    #expect(text.contains("\"periodType\": \"Away\""))
  }

  @Test func energyPlusFilesAreReadWhereTheTableCanHoldThem() throws {
    let read = try read("energyplus", "energyplus/epjson/model.epJSON") {
      $0.base = .standard(.celsius)
    }
    #expect(read.name == "setpoint")
    #expect(rows(read.schedule, .monday).prefix(1) == ["00:00 16.5/27"])
    let reader = try #require(DeviceFormats.named("energyplus") as? any ImportableFormat)
    let lines = #expect(throws: ImportRefusal.self) {
      try reader.importing(
        [try Fixture.input("energyplus/example/model.idf")], options: ImportOptions())
    }?.lines
    // On Monday the cooling of the weekend ends at 00:00, which makes a fifth period.
    #expect(
      lines?.first?.contains("monday has 5 periods, at 00:00 06:05 08:30 17:00 22:15") == true)
  }

  @Test func ecobeeMergesIntoTheDownloadedProgram() throws {
    let merge = try Fixture.input("ecobee/program/program.json")
    let same = try export(.standard(.fahrenheit), "ecobee") { $0.merge = merge }
    let read = try read("ecobee", "ecobee/program/program.json")
    #expect(read.schedule.day(.monday).first?.heat == Temperature(69))
    #expect(!same.contains("\"name\": \"setpoint"))
    #expect(same.contains("\"isOptimized\": false"))
    var schedule = Schedule.standard(.fahrenheit)
    schedule[RowAddress(.friday, .wake)].heat = Temperature(71)
    let output = try #require(DeviceFormats.named("ecobee"))
    var options = ExportOptions()
    options.merge = merge
    let first = try output.export(schedule, name: "Home", options: options)
    #expect(first.text.contains("\"name\": \"setpoint 71/78\""))
    #expect(first.notes.count == 1)
    options.merge = nil
    #expect(throws: ExportRefusal.self) {
      try output.export(schedule, name: "Home", options: options)
    }
  }

  @Test func aBACnetPropertyOfAnotherProgramIsRead() throws {
    let heating: (inout ImportOptions) -> Void = {
      $0.program = .heat
      $0.fileUnit = .celsius
      $0.cool = .value(Temperature(27))
    }
    // Sunday ends with 17 °C and Monday begins with 19: a fifth period at 00:00.
    let refusal = #expect(throws: ImportRefusal.self) {
      try self.read("bacnet", "bacnet/heating/weekly.hex", heating)
    }
    #expect(refusal?.lines.count == 1)
    let read = try read("bacnet", "bacnet/heating/weekly.hex") {
      heating(&$0)
      $0.allowances = .dropPeriods
    }
    #expect(
      rows(read.schedule, .tuesday) == ["06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 19/27"])
  }

  @Test func theCalendarRepeatsEachPeriodOnItsDays() throws {
    var schedule = Self.vector
    schedule[RowAddress(.saturday, .wake)].time = TimeOfDay(wrapping: 450)
    let lines = try export(schedule, "icalendar", name: "A;B\r\nATTENDEE:x")
      .split(separator: "\r\n").map(String.init)
    #expect(lines.contains("X-WR-CALNAME:A\\;B\\nATTENDEE:x"))
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == 6)
    #expect(lines.contains("RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA,SU"))
    #expect(lines.contains("DURATION:PT9H30M"))
    #expect(lines.contains("SUMMARY:Heat 19 °C / Cool 27 °C"))
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
  }
}
