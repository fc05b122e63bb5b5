import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Programs of devices and of other software, and their meaning.
@Suite struct FormatVectorTests: FormatVectors {
  @Test("a recorded evohome schedule of three periods repeats the setpoints in force")
  func recordedEvohomeSchedule() throws {
    let three = try read("evohome", "evohome/recorded-three-points/zone.json") {
      $0.cool = .value(Temperature(26))
    }
    #expect(
      rows(three.schedule, .monday) == [
        "06:30 18/26", "12:10 18/26", "18:00 20/26", "21:00 19/26",
      ])
    #expect(three.warnings.map(\.code) == Array(repeating: "SP525", count: 7))
  }

  @Test("evohome exports have decimal points in each form") func evohomeWrittenReals() throws {
    let options: (inout ExportOptions) -> Void = { $0.allowances = [.dropCool] }
    let text = try export(Self.vector, "evohome", options)
    #expect(text.contains("\"dayOfWeek\": \"Monday\""))
    #expect(text.contains("\"heatSetpoint\": 21.0"))
    #expect(text.contains("\"timeOfDay\": \"06:00:00\""))
    for form in ["put", "backup", "backup-put"] {
      let other = try export(Self.vector, "evohome") {
        options(&$0)
        $0.form = form
        $0.target = form == "put" ? nil : "3432576"
      }
      let reader = try #require(DeviceFormats.device(named: "evohome")?.format)
      var reading = ImportOptions()
      reading.cool = .from(Self.vector)
      let read = try reader.read([DeviceInput(other)], options: reading)
      #expect(read.schedule == Self.vector)
      #expect(read.name == (form == "put" ? nil : "Home"))
    }
  }

  @Test("Home Assistant is read from YAML and from the service") func homeAssistantRead() throws {
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

  @Test("Honeywell is read and written") func honeywellReadWritten() throws {
    let read = try read("honeywell", "honeywell/request/schedule.json")
    #expect(read.schedule == .standard(.fahrenheit))
    let text = try export(.standard(.celsius), "honeywell") { $0.target = "LCC-1" }
    #expect(text.contains("\"deviceID\": \"LCC-1\""))
    #expect(text.contains("\"scheduleSubType\": \"EMEA\""))
    let types = text.split(separator: "\"periodType\": \"").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
    #expect(types == Weekday.allCases.flatMap { _ in ["Wake", "Away", "Home", "Sleep"] })
  }

  @Test("EnergyPlus files are read if they fit the table") func energyplusFilesRead() throws {
    let read = try read("energyplus", "energyplus/epjson/model.epJSON") {
      $0.base = .standard(.celsius)
    }
    #expect(read.name == "setpoint")
    #expect(rows(read.schedule, .monday).prefix(1) == ["00:00 16.5/27"])
    let reader = try #require(DeviceFormats.device(named: "energyplus")?.format)
    let lines = #expect(throws: ImportRefusal.self) {
      try reader.read(
        [try Fixture.input("energyplus/example/model.idf")], options: ImportOptions())
    }?.lines
    // On Monday the cooling of the weekend ends at 00:00, which makes a fifth period.
    #expect(
      lines?.first?.contains("Monday has 5 periods, at 00:00 06:05 08:30 17:00 22:15") == true)
  }

  @Test("ecobee merges into the downloaded program") func ecobeeMergesInto() throws {
    let merge = try Fixture.input("ecobee/program/program.json")
    let same = try export(.standard(.fahrenheit), "ecobee") { $0.merge = merge }
    let read = try read("ecobee", "ecobee/program/program.json")
    #expect(read.schedule.day(.monday).first?.heat == Temperature(69))
    #expect(!same.contains("\"name\": \"setpoint"))
    #expect(same.contains("\"isOptimized\": false"))
    var schedule = Week.standard(.fahrenheit)
    schedule[RowAddress(.friday, .wake)].heat = Temperature(71)
    let output = try #require(DeviceFormats.device(named: "ecobee")?.format)
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

  @Test("a BACnet property of another program is read") func readsBACnetOfAnotherProgram() throws {
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
      $0.allowances = [.dropPeriods]
    }
    #expect(
      rows(read.schedule, .tuesday) == ["06:00 21/27", "08:00 16/27", "18:00 21/27", "22:00 19/27"])
  }

  @Test("the calendar repeats each period on its days") func calendarRepeatsPeriod() throws {
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
