import DeviceFormats
import Diagnostics
import ScheduleModel
import Testing

/// Grids, ranges and units of devices.
@Suite struct DeviceCheckTests {
  private static let wholeF = TemperatureScale(.fahrenheit, step: 100)
  private static let halfC = TemperatureScale(.celsius, step: 50)
  private static let finest = TemperatureScale(.celsius, step: 1)

  @Test("every tenth of Fahrenheit is exact in hundredths of Celsius") func everyTenthFahrenheit() {
    for tenths in -400...2000 {
      let value = Temperature(tenths: tenths)
      #expect(Self.finest.holds(value, in: .fahrenheit))
      #expect(TemperatureScale(.fahrenheit, step: 10).holds(value, in: .celsius))
    }
  }

  @Test("only seven whole degrees of Fahrenheit lie on the half-degree grid")
  func sevenWholeDegrees() {
    let exact = (40...95).filter { Self.halfC.holds(Temperature($0), in: .fahrenheit) }
    #expect(exact == [41, 50, 59, 68, 77, 86, 95])
  }

  @Test("the nearest value is rounded half away from zero") func nearestHalfAway() {
    let cases: [(TemperatureScale, Int, TemperatureUnit, Hundredths)] = [
      (Self.wholeF, 705, .fahrenheit, 7100), (Self.wholeF, 704, .fahrenheit, 7000),
      (Self.wholeF, -5, .fahrenheit, -100), (Self.halfC, 212, .celsius, 2100),
      (Self.halfC, 213, .celsius, 2150), (Self.halfC, -22, .celsius, -200),
      (Self.halfC, 700, .fahrenheit, 2100), (Self.finest, 700, .fahrenheit, 2111),
      (Self.wholeF, 210, .celsius, 7000), (Self.finest, 0, .fahrenheit, -1778),
    ]
    for (scale, tenths, unit, expected) in cases {
      #expect(scale.nearest(to: Temperature(tenths: tenths), in: unit) == expected, "\(tenths)")
    }
    #expect(Self.wholeF.neighbours(of: Temperature(tenths: -5), in: .fahrenheit) == [-100, 0])
    #expect(Self.halfC.neighbours(of: Temperature(70), in: .fahrenheit) == [2100, 2150])
    #expect(Self.halfC.neighbours(of: Temperature(68), in: .fahrenheit) == [2000])
  }

  @Test("a range that is off the grid is narrowed to it") func rangeOffGrid() {
    let scale = TemperatureScale(.celsius, step: 50, heat: 510...2990)
    let low = scale.nearestAllowed(to: Temperature(1), in: .celsius, for: .heat)
    let high = scale.nearestAllowed(to: Temperature(40), in: .celsius, for: .heat)
    #expect((low, high) == (550, 2950))
  }

  private func issues(
    _ device: String, _ change: (inout Week) -> Void
  ) throws -> [String] {
    var schedule = Week.standard(.celsius)
    change(&schedule)
    let profile = try #require(DeviceFormats.device(named: device)?.profile)
    return DeviceCheck.issues(schedule, for: profile).filter { $0.code != "SP504" }.map {
      "\($0.code) \($0.message)"
    }
  }

  @Test("messages name the cell, the limit and the nearest values") func messages() throws {
    let found = try issues("ecobee") {
      $0[RowAddress(.monday, .leave)].time = TimeOfDay(wrapping: 370)
    }
    #expect(
      found == ["SP501 Monday leave 06:10 is between ecobee's 30-minute steps; use 06:00 or 06:30"])
    let last = try issues("ecobee") {
      $0[RowAddress(.monday, .sleep)].time = TimeOfDay(wrapping: 1430)
    }
    #expect(last == ["SP501 Monday sleep 23:50 is between ecobee's 30-minute steps; use 23:30"])
    let half = try issues("evohome") {
      $0[RowAddress(.friday, .wake)].heat = Temperature(tenths: 212)
    }
    #expect(
      half == ["SP502 Friday wake heat 21.2 °C is between evohome's 0.5 °C steps; use 21 or 21.5"])
    let close = try issues("zcl-thermostat") {
      $0[RowAddress(.friday, .wake)].heat = Temperature(tenths: 236)
    }
    #expect(
      close == [
        "SP505 Friday wake heat 23.6 °C is too close to cool 26 °C; zcl-thermostat needs 2.5 °C between them"
      ])
    let inverted = try issues("csv") { $0[RowAddress(.friday, .wake)].heat = Temperature(26) }
    #expect(
      inverted == ["SP505 Friday wake heat 26 °C is not below cool 26 °C"])
  }

  @Test("all times of a message are of one clock") func oneClock() throws {
    let profile = try #require(DeviceFormats.device(named: "ecobee")?.profile)
    var week = Week.standard(.celsius)
    week[RowAddress(.monday, .wake)].time = TimeOfDay(wrapping: 380)
    let found = DeviceCheck.issues(week, for: profile).first?.sentence.text(.twelveHour)
    #expect(
      found == "Monday wake 6:20a is between ecobee's 30-minute steps; use 6:00a or 6:30a",
      "\(found ?? "")")
  }

  @Test("a degree of the other unit is shown in both") func bothUnits() throws {
    let profile = try #require(DeviceFormats.device(named: "evohome")?.profile)
    let found = DeviceCheck.issues(.standard(.fahrenheit), for: profile)
    #expect(
      found.first?.message
        == "Monday wake heat 70 °F is between evohome's 0.5 °C steps; use 21 °C (69.8 °F) or 21.5 °C "
        + "(70.7 °F)")
    #expect(found.first?.replacement == .temperature(Temperature(tenths: 698)))
  }

  private func refusal(
    _ format: String, _ schedule: Week, _ change: (inout ExportOptions) -> Void
  ) -> ExportRefusal? {
    var options = ExportOptions()
    change(&options)
    do throws(ExportRefusal) {
      _ = try DeviceFormats.device(named: format)?.format.export(
        schedule, name: "Home", options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test("times that become equal by rounding are refused") func timesMadeEqual() {
    var schedule = Week.standard(.celsius)
    schedule[RowAddress(.monday, .leave)].time = TimeOfDay(wrapping: 364)
    let issues = refusal("evohome", schedule) { $0.allowances = [.round, .dropCool] }?.issues
    #expect(
      issues?.map(\.message) == [
        "Monday leave 06:04 rounds to 06:00, not after wake 06:00, which rounds to 06:00"
      ])
    #expect(issues?.first?.code == "SP508")
  }

  @Test("setpoints that rounding brings too close are refused") func roundedTooClose() {
    var schedule = Week.standard(.fahrenheit)
    schedule[RowAddress(.monday, .wake)].heat = Temperature(tenths: 705)
    schedule[RowAddress(.monday, .wake)].cool = Temperature(tenths: 709)
    let issues = refusal("radiotherm", schedule) { $0.allowances = [.round] }?.issues
    #expect(issues?.map(\.code) == ["SP505"])
  }

  @Test("limits that the device reports win") func reportedLimits() {
    let schedule = Week.standard(.celsius)
    #expect(refusal("honeywell", schedule) { $0.unit = .celsius } == nil)
    let issues = refusal("honeywell", schedule) {
      $0.unit = .celsius
      $0.heatRange = Temperature(18)...Temperature(25)
      $0.deadband = Temperature(6)
    }?.issues
    #expect(issues?.filter { $0.code == "SP503" }.count == 14)
    #expect(issues?.filter { $0.code == "SP505" }.count == 14)
  }

  @Test("a single day is checked alone") func singleDay() {
    var schedule = Week.standard(.fahrenheit)
    schedule[RowAddress(.tuesday, .wake)].heat = Temperature(tenths: 705)
    for (day, count) in [(Weekday.monday, nil), (.tuesday, 1)] {
      let refusal = refusal("radiotherm", schedule) { ($0.day, $0.program) = (day, .both) }
      #expect(refusal?.issues.count == count)
    }
  }

  @Test("every form writes the receiver or refuses it") func receivers() throws {
    let (entity, address) = ("climate.hallway", "00:11:22:33:44:55:66:77")
    var writing: [String] = []
    for format in DeviceFormats.all where format.options.contains(.target) {
      for form in format.forms.map(\.id) {
        func written(_ target: String) -> [UInt8]? {
          var options = ExportOptions()
          (options.form, options.target, options.program) = (form, target, .heat)
          if !format.options.contains(.program) { options.program = nil }
          return try? format.export(Week.standard(.celsius), name: "Home", options: options).bytes
        }
        for receiver in [entity, address] {
          guard let text = written(receiver) else { continue }
          #expect(String(decoding: text, as: UTF8.self).contains(receiver), "\(format.id)/\(form)")
          writing.append("\(format.id)/\(form) \(receiver)")
        }
      }
    }
    #expect(
      writing == [
        "home-assistant/helper \(entity)", "home-assistant/scheduler \(entity)",
        "zcl/zha \(address)",
        "evohome/backup \(entity)", "evohome/backup \(address)", "evohome/backup-put \(entity)",
        "evohome/backup-put \(address)", "neohub/device \(entity)", "neohub/device \(address)",
      ])
  }

  @Test("options that a format does not have are refused") func refusedOptions() {
    let schedule = Week.standard(.celsius)
    let cases: [(String, (inout ExportOptions) -> Void, String)] = [
      ("csv", { $0.day = .monday }, "csv does not accept --day"),
      ("csv", { $0.target = "x" }, "csv does not accept --target"),
      ("csv", { $0.merge = DeviceInput("{}") }, "csv does not accept --merge"),
      ("evohome", { $0.target = "x" }, "evohome/get does not accept --target"),
      (
        "honeywell", { $0.program = .heat },
        "honeywell writes heat and cool together; omit --program"
      ),
      ("csv", { $0.form = "x" }, "csv has no form \"x\""),
      ("zcl", { $0.form = "x" }, "zcl has no form \"x\"; it has hex, zha"),
      (
        "radiotherm", { $0.allowances = [.round] },
        "the thermostat accepts one program per request; choose --program heat or --program cool"
      ),
      (
        "radiotherm", { $0.kind = "x" },
        "\"x\" is not a device of radiotherm; it has radiotherm, ct80"
      ),
      ("evohome", { $0.unit = .fahrenheit }, "evohome does not support °F; omit --unit"),
      (
        "evohome",
        {
          $0.program = .cool
          $0.allowances = [.dropCool]
        }, "evohome supports no cool setpoints"
      ),
      (
        "home-assistant", { $0.target = "climate.x\"\nevil:" },
        "--target must be a climate entity such as climate.hallway"
      ),
    ]
    for (format, change, sentence) in cases {
      guard case .usage(let found) = refusal(format, schedule, change) else {
        Issue.record("\(sentence)")
        continue
      }
      #expect(found.line == sentence)
    }
    let broken = refusal("ecobee", .standard(.fahrenheit)) { $0.merge = DeviceInput("{\"a\"") }
    guard case .unreadable(let diagnostics) = broken else {
      Issue.record("\(String(describing: broken))")
      return
    }
    #expect(diagnostics.count == 1 && diagnostics[0].location?.column == 5)
  }

  @Test("ecobee refuses a program with too many pairs") func tooManyPairs() {
    var schedule = Week.standard(.fahrenheit)
    for (index, row) in RowAddress.all.enumerated() {
      schedule[row].heat = Temperature(50 + index / 2)
    }
    let issues = refusal("ecobee", schedule) { $0.merge = EcobeeServer.emptyProgram }?.issues
    #expect(issues?.map(\.code) == ["SP507"])
    for (index, row) in RowAddress.all.enumerated() {
      schedule[row] = Setpoint(
        time: schedule[row].time, heat: Temperature(50 + index % 8), cool: Temperature(80))
    }
    // Eight pairs are few enough by themselves, but three climates are there already.
    let full = refusal("ecobee", schedule) { $0.merge = EcobeeServer.emptyProgram }?.issues
    #expect(
      full?.map(\.message) == [
        "the program has 3 climates and needs 8 more; the limit is 10"
      ])
  }

  @Test("every code is listed once, in order") func codesAreSorted() {
    let codes = DeviceRules.infos.map(\.code)
    #expect(codes == Set(codes).sorted())
  }
}
