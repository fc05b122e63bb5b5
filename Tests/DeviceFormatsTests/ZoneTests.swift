import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// Files that hold several programs.
@Suite struct ZoneTests {
  private let reader: any DeviceFormat

  init() throws {
    reader = try #require(DeviceFormats.device(named: "evohome")?.format)
  }

  private static func zone(_ heat: String) -> String {
    let days = Weekday.allCases.map { day in
      "{\"dayOfWeek\":\"\(day.name)\",\"switchpoints\":["
        + ["06", "08", "18", "22"].map {
          "{\"heatSetpoint\":\(heat),\"timeOfDay\":\"\($0):00:00\"}"
        }
        .joined(separator: ",") + "]}"
    }
    return "{\"dailySchedules\":[\(days.joined(separator: ","))]}"
  }

  private static func backup(_ zones: [(id: String, name: String, heat: String)]) -> DeviceInput {
    let members = zones.map {
      "\"\($0.id)\":{\"name\":\"\($0.name)\",\"schedule\":\(zone($0.heat))}"
    }
    return DeviceInput("{\(members.joined(separator: ","))}")
  }

  private func options(_ zone: String? = nil) -> ImportOptions {
    var options = ImportOptions()
    options.cool = .value(Temperature(30))
    options.zone = zone
    return options
  }

  private func refusal(_ input: DeviceInput, zone: String?) -> [String] {
    let error = #expect(throws: ImportRefusal.self) {
      try reader.read([input], options: options(zone))
    }
    return error?.lines ?? []
  }

  @Test("each zone becomes a schedule, named after the zone or its difference from the others")
  func eachBecomesASchedule() throws {
    let input = Self.backup([("1", "Bath", "20.0"), ("2", "Hall", "21.0"), ("3", "Bath", "22.0")])
    let read = try reader.readDocument([input], options: options()).programs
    #expect(read.map(\.name) == ["Bath", "Hall", "3"])
    #expect(
      read.map { $0.schedule[RowAddress(.monday, .wake)].heat }
        == [20, 21, 22].map { Temperature($0) })
  }

  @Test("schedules of a model without a thermostat are read one at a time, by their names")
  func schedulesWithoutThermostat() throws {
    let energyplus = try #require(DeviceFormats.device(named: "energyplus")?.format)
    let block = "Through: 12/31,For: AllDays,Until: 8:00,18,Until: 22:00"
    let input = DeviceInput(
      "Schedule:Compact,CLG,,\(block),26,Until: 24:00,30;\n"
        + "Schedule:Compact,HTG,,\(block),21,Until: 24:00,18;\n"
        + "Schedule:Compact,Doors,,For: AllDays,Until: 24:00,1;\n")
    var options = ImportOptions()
    options.heat = .value(Temperature(15))
    options.cool = .value(Temperature(28))
    for program in [nil, Side.heat] {
      options.program = program
      let error = #expect(throws: ImportRefusal.self) {
        try energyplus.read([input], options: options)
      }
      #expect(
        error?.lines.contains { $0.contains(#"--zone for one of "CLG", "Doors", "HTG""#) } == true)
    }
    options.program = .heat
    options.zone = "htg"
    let read = try energyplus.read([input], options: options)
    #expect(read.name == "HTG")
    #expect(read.schedule[RowAddress(.monday, .leave)].heat == Temperature(21))
    options.zone = "Doors"
    #expect(throws: ImportRefusal.self) { try energyplus.read([input], options: options) }
    options.zone = "Hall"
    let error = #expect(throws: ImportRefusal.self) {
      try energyplus.read([input], options: options)
    }
    #expect(error?.lines.contains { $0.contains("no zone") } == true)
  }

  @Test("--zone accepts a name in any case, or an id") func oneByName() throws {
    let input = Self.backup([("1", "Bath", "20.0"), ("2", "Hall", "21.0")])
    for zone in ["Hall", "hall", "2"] {
      let read = try reader.readDocument([input], options: options(zone)).programs
      #expect(read.map(\.name) == ["Hall"])
      #expect(read[0].schedule[RowAddress(.monday, .wake)].heat == Temperature(21))
    }
  }

  @Test("if one zone is needed, the refusal lists the names") func refusalListsNames() {
    let input = Self.backup([("1", "Bath", "20.0"), ("2", "Hall", "21.0"), ("3", "Bath", "22.0")])
    let names = "\"Bath\" (1), \"Hall\", \"Bath\" (3)"
    #expect(
      refusal(input, zone: nil) == [
        "the file contains 3 programs; pass --zone NAME: \(names)"
      ])
    #expect(refusal(input, zone: "Attic") == ["there is no zone \"Attic\"; the file has \(names)"])
    #expect(
      refusal(input, zone: "bath") == [
        "several zones are called \"bath\": \"Bath\" (1), \"Bath\" (3)"
      ])
  }

  @Test("--zone does not match a program without a name") func withoutAName() {
    let sentence = "the file contains one program without a name; omit --zone"
    #expect(refusal(DeviceInput(Self.zone("20.0")), zone: "Hall") == [sentence])
  }

  @Test("a fault in one zone does not prevent the import of another") func oneIsWrong() throws {
    let input = Self.backup([("1", "Bath", "\"warm\""), ("2", "Hall", "21.0")])
    #expect(throws: ImportRefusal.self) {
      try reader.readDocument([input], options: options()).programs
    }
    #expect(try reader.readDocument([input], options: options("Hall")).programs.count == 1)
  }

  @Test("losses of several zones are reported together, each with its name") func lossesOfSeveral()
  {
    let input = Self.backup([
      ("1", "Bath", "20.05"), ("2", "Hall", "21.0"), ("3", "Attic", "20.07"),
    ])
    let error = #expect(throws: ImportRefusal.self) {
      try reader.readDocument([input], options: options()).programs
    }
    guard case .losses(let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(findings.map(\.schedule)) == ["Bath", "Attic"])
    #expect(findings.count == 56)
  }

  @Test("schedules in two units are read into the requested unit") func twoUnits() throws {
    let csv = try #require(DeviceFormats.device(named: "csv")?.format)
    let rows = Weekday.allCases.flatMap { day in
      ["06", "08", "18", "22"].flatMap { hour in
        ["Hall,\(day.name),\(hour):00,68,86,F", "Bath,\(day.name),\(hour):00,20,30,C"]
      }
    }
    let input = DeviceInput(
      "schedule,day,time,heat,cool,unit\n" + rows.joined(separator: "\n") + "\n")
    let error = #expect(throws: ImportRefusal.self) {
      try csv.readDocument([input], options: ImportOptions()).programs
    }
    #expect(
      error?.lines == ["the programs are in °F and in °C; pass --unit for the schedules"])
    for unit in TemperatureUnit.allCases {
      var options = ImportOptions()
      options.unit = unit
      let read = try csv.readDocument([input], options: options).programs
      #expect(read.map(\.schedule.unit) == [unit, unit])
      #expect(read[0].schedule == read[1].schedule)
    }
  }

  private func advice(
    _ reader: any DeviceFormat, _ inputs: [DeviceInput], _ options: ImportOptions
  ) -> Sentence? {
    do throws(ImportRefusal) {
      _ = try reader.readDocument(inputs, options: options)
      return nil
    } catch {
      return reader.advice(after: error, for: inputs, options: options)
    }
  }

  @Test("the option that reads the same file is named") func adviceNamesTheOption() throws {
    let input = DeviceInput(Self.zone("15.56"))
    #expect(
      advice(reader, [input], options())?.line
        == "--unit F reads every value exactly")
    var other = options()
    other.unit = .fahrenheit
    let tenths = DeviceInput(Self.zone("20.05"))
    #expect(
      advice(reader, [tenths], other)?.line
        == "--round rounds to the nearest values and lists them")
    #expect(advice(reader, [DeviceInput("{}")], other) == nil)
  }
}
