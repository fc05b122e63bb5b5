import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// A program that is read without `--round` is written again unchanged.
@Suite struct LosslessImportTests {
  private static let seed: UInt64 = 20_261_122

  @Test(
    "a program that is imported without rounding is exported with the same values",
    arguments: DeviceUnderTest.all)
  func readWithoutRounding(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: Self.seed)
    var writing = device.exportOptions
    writing.allowances.insert(.round)
    for unit in TemperatureUnit.allCases {
      var (accepted, refused) = (0, 0)
      for index in 0..<Rounds.of(21) {
        let schedule = Self.schedule(index % 3, for: device, using: &generator)
        guard let bytes = try? device.exported(schedule, writing).bytes else { continue }
        var options = ImportOptions()
        options.kind = device.profile.id
        options.unit = unit
        options.fileUnit = device.scale.unit
        if !device.profile.sides.contains(.cool) {
          options.cool = .value(Temperature(unit == .celsius ? 40 : 104))
        }
        do throws(ImportRefusal) {
          let read = try device.format.read([DeviceInput(bytes: bytes)], options: options)
          accepted += 1
          let again = Result { try device.exported(read.schedule, device.exportOptions).bytes }
          #expect(
            (try? again.get()) == bytes,
            "\(device.testDescription) into \(unit.symbol), schedule \(index): \(again)")
        } catch {
          refused += 1
          #expect(error.lines.allSatisfy { $0.contains(" error[SP526] ") })
        }
      }
      #expect(accepted > 0, "\(device.testDescription) into \(unit.symbol)")
      // Whole and half degrees of a device survive tenths of either unit; finer ones do not.
      let isCoarse = device.scale.step >= 50 || device.scale.step == 10 && unit == .fahrenheit
      let isOwn = device.scale.unit == unit && device.scale.step >= 10
      #expect((refused > 0) == !(isCoarse || isOwn), "\(device.testDescription) \(unit.symbol)")
    }
  }

  /// A week for a device: on a grid that both units have, the same with one cell off it, or any
  /// tenths of either unit.
  private static func schedule(
    _ kind: Int, for device: DeviceUnderTest, using generator: inout SeededGenerator
  ) -> Week {
    let isCelsius = device.scale.unit == .celsius
    let base = device.schedule(using: &generator)
    if kind == 2 { return Bool.random(using: &generator) ? base : base.inOtherUnit() }
    // 0.5 °C is 0.9 °F; both scales meet at 32 °F.
    var result = base.mapRows { row in
      var setpoint = base[row]
      setpoint.heat = setpoint.heat.map { met($0, isCelsius) }
      setpoint.cool = setpoint.cool.map { met($0, isCelsius) }
      return setpoint
    }
    if kind == 1, let row = RowAddress.all.randomElement(using: &generator) {
      result[row].heat = result[row].heat.map { Temperature(tenths: $0.tenths + 1) }
    }
    return result
  }

  private static func met(_ value: Temperature, _ isCelsius: Bool) -> Temperature {
    isCelsius
      ? Temperature(tenths: value.tenths / 5 * 5)
      : Temperature(tenths: 320 + (value.tenths - 320) / 9 * 9)
  }

  @Test(
    "a day that changes only at its last time fits the device again",
    arguments: DeviceUnderTest.all)
  func lastTimeAlone(device: DeviceUnderTest) throws {
    let last = 1440 - max(1, device.profile.timeGrid)
    var generator = SeededGenerator(seed: Self.seed)
    var values = device.schedule(using: &generator)
    if device.profile.grouping == .workdays {
      // Days that share a program end as the others do.
      let own = values
      values = own.mapRows { own[RowAddress(.monday, $0.period)] }
    }
    let week = values.mapRows { row in
      // Until the evening, the setpoints of the day before stay in force.
      let isEvening = row.period == .sleep
      let holding = RowAddress(isEvening ? row.day : row.day.previous, .sleep)
      var setpoint = values[holding]
      setpoint.time = TimeOfDay(wrapping: isEvening ? last : row.period.rawValue * 360)
      return setpoint
    }.from(device.profile.firstMinute)
    let bytes = try device.exported(week, device.exportOptions).bytes
    let read = try device.format.read(
      [DeviceInput(bytes: bytes)], options: device.importOptions(for: week))
    #expect(throws: Never.self) { try device.exported(read.schedule, device.exportOptions) }
  }

  @Test("a day that starts at its last minute needs the day before it")
  func dayWithoutTheOneBefore()
    throws
  {
    let reader = try #require(DeviceFormats.device(named: "evohome")?.format)
    let monday = DeviceInput(
      "{\"dailySchedules\":[{\"dayOfWeek\":\"Monday\",\"switchpoints\":"
        + "[{\"heatSetpoint\":20.5,\"timeOfDay\":\"23:59:00\"}]}]}")
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(30))
    do throws(ImportRefusal) {
      _ = try reader.read([monday], options: options)
      Issue.record("read")
    } catch {
      #expect(
        error.lines == [
          "in:1:58: error[SP524] Monday begins at 23:59, and the file lacks Sunday's setpoints, which apply before"
        ])
    }
  }

  @Test("a value between tenths of the other unit is reported or rounded")
  func valueBetweenTenths() throws {
    let reader = try #require(DeviceFormats.device(named: "zcl")?.format)
    // 06:00 21.30, 08:00 31.00, 18:00 19.47, 22:00 10.00 °C
    let frame = DeviceInput("010101047f01" + "68015208" + "e0011c0c" + "38049b07" + "2805e803\n")
    var options = ImportOptions()
    options.unit = .fahrenheit
    options.cool = .value(Temperature(90))
    do throws(ImportRefusal) {
      _ = try reader.read([frame], options: options)
      Issue.record("a value was changed in silence")
    } catch {
      #expect(error.lines.count == 14)
      let expected: [String] = [
        "in:1:13: error[SP526] Monday wake heat 21.3 °C is not a multiple of 0.1 °F; 70.3 °F, which is "
          + "21.28 °C with --round",
        "in:1:29: error[SP526] Monday return heat 19.47 °C is not a multiple of 0.1 °F; 67 °F, which is "
          + "19.44 °C with --round",
      ]
      #expect(Array(error.lines.prefix(2)) == expected)
    }
    options.allowances = [.round]
    let read = try reader.read([frame], options: options)
    #expect(read.schedule[RowAddress(.monday, .wake)].heat == Temperature(tenths: 703))
    #expect(read.warnings.count == 14)
    #expect(
      read.warnings.first?.summary
        == "in:1:13: warning[SP526] Monday wake heat 21.3 °C is not a multiple of 0.1 °F; 70.3 °F, which is "
        + "21.28 °C")
  }

  @Test(
    "a value with too many decimals is not rounded silently",
    arguments: [
      (
        "evohome",
        "{\"dailySchedules\":[{\"dayOfWeek\":\"Monday\",\"switchpoints\":"
          + "[{\"heatSetpoint\":20.998,\"timeOfDay\":\"06:00\"}]}]}",
        "in:1:58: error[SP526] Monday wake heat 20.998 °C is not a multiple of 0.1; 21 with --round"
      ),
      (
        "csv", "day,time,heat,unit\nmonday,06:00,20.25,C\n",
        "in:2:1: error[SP526] Monday wake heat 20.25 °C is not a multiple of 0.1; 20.3 with --round"
      ),
      (
        "energyplus", "Schedule:Compact,A,,Through: 12/31,For: Monday,Until: 24:00,20.9999;",
        "in:1:61: error[SP526] Monday wake heat 20.9999 °C is not a multiple of 0.1; 21 with --round"
      ),
      (
        "zigbee2mqtt", "{\"schedule_monday\":\"06:00/20.999\"}",
        "in:1:20: error[SP526] Monday wake heat 20.999 °C is not a multiple of 0.1; 21 with --round"
      ),
    ])
  func valueManyDecimals(
    format: String, text: String, line: String
  ) throws {
    let reader = try #require(DeviceFormats.device(named: format)?.format)
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(30))
    options.program = .heat
    do throws(ImportRefusal) {
      _ = try reader.read([DeviceInput(text)], options: options)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.lines.first == line)
      #expect(error.lines.count == 4)
    }
    options.allowances = [.round]
    #expect(
      try reader.read([DeviceInput(text)], options: options).warnings
        .count { $0.code == "SP526" } == 4)
  }

  @Test("a single-precision value between hundredths is not rounded silently")
  func singleBetweenHundredths() throws {
    let reader = try #require(DeviceFormats.device(named: "bacnet")?.format)
    // 41aa6666 is the single next to 21.3, 41aa6667 the one above it.
    let day = { (bits: String) in "0eb40000000044\(bits)0f" }
    let week = { (bits: String) in String(repeating: day(bits), count: 7) }
    var options = ImportOptions()
    options.program = .heat
    options.fileUnit = .celsius
    options.cool = .value(Temperature(30))
    let exact = try reader.read([DeviceInput(week("41aa6666"))], options: options)
    #expect(exact.schedule[RowAddress(.monday, .wake)].heat == Temperature(tenths: 213))
    #expect(throws: ImportRefusal.self) {
      try reader.read([DeviceInput(week("41aa6667"))], options: options)
    }
  }

  @Test("the side of another schedule is not rounded silently") func sideAnotherSchedule() throws {
    let reader = try #require(DeviceFormats.device(named: "radiotherm")?.format)
    let days = (0..<7).map { "\"\($0)\":[360,68,480,59,1080,68,1320,59]" }
    let heat = DeviceInput("{\(days.joined(separator: ","))}")
    var options = ImportOptions()
    options.program = .heat
    options.unit = .celsius
    var other = Week.standard(.fahrenheit).mapRows { row in
      Setpoint(
        time: Week.standard(.fahrenheit)[row].time, heat: Temperature(50), cool: Temperature(77))
    }
    options.cool = .from(other)
    #expect(try reader.read([heat], options: options).warnings.isEmpty)
    other[RowAddress(.friday, .sleep)].cool = Temperature(tenths: 771)
    options.cool = .from(other)
    do throws(ImportRefusal) {
      _ = try reader.read([heat], options: options)
      Issue.record("a value was changed in silence")
    } catch {
      #expect(
        error.lines == [
          "in: error[SP526] added Friday sleep cool 77.1 °F is not a "
            + "multiple of 0.1 °C; 25.1 °C with --round"
        ])
    }
  }

  @Test("the side of another schedule keeps its times") func sideKeepsItsTimes() throws {
    let reader = try #require(DeviceFormats.device(named: "radiotherm")?.format)
    func file(_ days: Range<Int>, _ entries: String) -> DeviceInput {
      DeviceInput("{\(days.map { "\"\($0)\":[\(entries)]" }.joined(separator: ","))}")
    }
    // 06:00 70/78, 08:00 62/85, 18:00 70/78, 22:00 62/82
    var options = ImportOptions()
    (options.program, options.cool) = (.heat, .from(.standard(.fahrenheit)))
    func rows(_ input: DeviceInput, _ day: Weekday) throws -> [String] {
      let week = try reader.read([input], options: options).schedule
      return week.day(day).map {
        "\($0.time) \($0.heat?.description ?? "")/\($0.cool?.description ?? "")"
      }
    }
    // Two heat periods a day do not change the cool program.
    #expect(
      try rows(file(0..<7, "480,60,1080,71"), .monday) == [
        "06:00 71/78", "08:00 60/85", "18:00 71/78", "22:00 71/82",
      ])
    let other = file(0..<7, "375,71,490,60,1080,71,1320,60")
    do throws(ImportRefusal) {
      _ = try reader.read([other], options: options)
      Issue.record("cool setpoints moved")
    } catch {
      #expect(error.lines.count == 7)
      #expect(
        error.lines[0].hasSuffix(
          "error[SP522] Monday heats at 06:15 08:10 18:00 22:00 and cools at 06:00 08:00 18:00 22:00: 6 "
            + "times for 4 rows; pass --times heat or --times cool"))
    }
    options.times = .heat
    #expect(try rows(other, .monday)[0] == "06:15 71/78")
    #expect(
      try reader.read([other], options: options).warnings.count { $0.code == "SP522" } == 14)
    // Of a day alone, the evening before and the other days are those of the changed schedule.
    options.base = .standard(.fahrenheit)
    options.times = nil
    let monday = file(0..<1, "480,60,1080,71")
    #expect(try rows(monday, .monday)[0] == "06:00 62/78")
    #expect(try rows(monday, .tuesday)[1] == "08:00 62/85")
  }

  @Test("with several files, each finding names its file") func findingsNameFile() throws {
    let reader = try #require(DeviceFormats.device(named: "zigbee2mqtt")?.format)
    let files = ["06:00/20", "06:00/20.25"].enumerated().map { index, day in
      let text = "{\"schedule_\(index == 0 ? "monday" : "tuesday")\":\"\(day)\"}"
      return DeviceInput(file: "file\(index)", bytes: Array(text.utf8))
    }
    var options = ImportOptions()
    options.base = .standard(.celsius)
    options.cool = .value(Temperature(30))
    do throws(ImportRefusal) {
      _ = try reader.read(files, options: options)
      Issue.record("a value was rounded in silence")
    } catch {
      #expect(error.lines.allSatisfy { $0.hasPrefix("file1:1:21: error[SP526] Tuesday") })
    }
  }
}

extension Week {
  fileprivate func inOtherUnit() -> Week {
    let other: TemperatureUnit = unit == .celsius ? .fahrenheit : .celsius
    var result = mapRows { row in
      Setpoint(
        time: self[row].time, heat: self[row].heat?.converted(from: unit, to: other),
        cool: self[row].cool?.converted(from: unit, to: other))
    }
    result.unit = other
    return result
  }
}
