import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// Schedules of one side, to devices and back.
@Suite struct OneSideTests {
  @Test(
    "a heat-only schedule is exported without an option where a heat program fits, and comes back",
    arguments: DeviceUnderTest.all)
  func heat(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: 1)
    let isHeater = device.profile.sides == .heat
    let fits = device.profile.neededSides.isSubset(of: .heat)
    for _ in 0..<Rounds.of(4) {
      let week = device.schedule(using: &generator).only(.heat)
      // What a check says, an export says.
      let codes = DeviceCheck.issues(week, for: device.profile).map(\.code)
      #expect(codes == (fits ? [] : ["SP511"]), "\(device)")
      var options = ExportOptions()
      options.kind = device.profile.id
      options.unit = device.scale.unit
      guard fits else {
        let sentence = Self.refusal(device, week, options)
        #expect(
          sentence?.contains("setpoint set FILE sides=both") == true,
          "\(device): \(sentence ?? "written")")
        continue
      }
      let output = try device.exported(week, options)
      #expect(output.changes.isEmpty && output.schedule == week)
      var reading = ImportOptions()
      reading.kind = device.profile.id
      reading.unit = week.unit
      reading.fileUnit = device.scale.unit
      reading.program = device.format.id == "radiotherm" ? .heat : nil
      let read = try device.format.read([DeviceInput(bytes: output.bytes)], options: reading)
      #expect(read.schedule == week && read.sides == .heat, "\(device)\n\(output.text)")
      // A program that the schedule does not have, and a device that does not cool.
      options.program = .cool
      if device.format.options.contains(.program) {
        #expect(Self.refusal(device, week, options)?.contains("has no cool setpoints") == true)
      }
      let cool = device.schedule(using: &generator).only(.cool)
      options.program = nil
      if isHeater { #expect(throws: ExportRefusal.self) { try device.exported(cool, options) } }
    }
  }

  @Test("a cool-only schedule is exported without an option where a cool program fits")
  func cool() throws {
    for device in DeviceUnderTest.all
    where device.profile.sides.contains(.cool) {
      let week = Week.standard(device.scale.unit).only(.cool)
      var options = ExportOptions()
      options.kind = device.profile.id
      options.unit = device.scale.unit
      guard device.profile.neededSides.isSubset(of: .cool) else {
        let codes = DeviceCheck.issues(week, for: device.profile).map(\.code)
        #expect(codes.contains("SP511") && Self.refusal(device, week, options) != nil, "\(device)")
        continue
      }
      let output = try device.exported(week, options)
      var reading = ImportOptions()
      reading.kind = device.profile.id
      reading.program = device.format.id == "radiotherm" ? .cool : nil
      reading.unit = week.unit
      reading.fileUnit = week.unit
      let read = try device.format.read([DeviceInput(bytes: output.bytes)], options: reading)
      #expect(read.schedule == week, "\(device)\n\(output.text)")
    }
  }

  @Test("Home Assistant's file says that its schedules only cool, and has no others then")
  func homeAssistant() throws {
    let format = try #require(DeviceFormats.device(named: "home-assistant")?.format)
    for (sides, isCool) in [
      ([Sides.cool, .cool], true), ([.heat, .heat], false), ([.both, .heat], false),
      ([.cool, .heat], nil), ([.heat, .cool], nil), ([.both, .cool], nil),
    ] {
      let texts = try sides.enumerated().map { index, sides in
        let week = Week.standard(.celsius).only(sides)
        return try format.export(week, name: "Zone \(index)", options: .init()).bytes
      }
      guard let isCool else {
        #expect(throws: Refusal.self) { try format.joined(texts, .init()) }
        continue
      }
      let text = try format.joined(texts, .init())
      let head = String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)
      #expect(head.hasSuffix("°C, cool alone.") == isCool && head.hasSuffix("°C.") != isCool)
      let read = try format.readDocument([DeviceInput(bytes: text)], options: .init())
      #expect(read.programs.map(\.schedule.sides) == sides)
    }
  }

  @Test("EnergyPlus gets a single setpoint, as IDF and as epJSON")
  func energyPlus() throws {
    let format = try #require(DeviceFormats.device(named: "energyplus")?.format)
    for (sides, name) in [(Sides.heat, "SingleHeating"), (.cool, "SingleCooling")] {
      for form in ["idf", "epjson"] {
        var options = ExportOptions()
        options.form = form
        let week = Week.standard(.celsius).only(sides)
        let output = try format.export(week, name: "Home", options: options)
        #expect(output.text.contains("ThermostatSetpoint:\(name)"))
        #expect(!output.text.contains(sides == .heat ? "Cooling" : "Heating S"))
        #expect(
          try format.read([DeviceInput(bytes: output.bytes)], options: .init()).schedule == week)
      }
    }
  }

  private static func refusal(
    _ device: DeviceUnderTest, _ week: Week, _ options: ExportOptions
  ) -> String? {
    do throws(ExportRefusal) {
      _ = try device.exported(week, options)
      return nil
    } catch {
      if case .usage(let sentence) = error { return sentence.line }
      return "\(error)"
    }
  }
}
