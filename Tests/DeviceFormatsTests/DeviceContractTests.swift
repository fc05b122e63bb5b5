import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// What holds for every format of the registry.
@Suite struct DeviceContractTests {
  private static let seed: UInt64 = 20_261_121

  @Test("the registry names each format and device once") func registry() {
    let names = DeviceFormats.all.flatMap(\.profiles).flatMap { [$0.id] + $0.aliases }
    #expect(Set(names).count == names.count)
    for format in DeviceFormats.all {
      #expect(DeviceFormats.device(named: format.id.uppercased())?.format.id == format.id)
      for profile in format.profiles {
        #expect(DeviceFormats.device(named: profile.id)?.profile == profile)
        #expect(1440 % profile.timeGrid == 0)
      }
    }
  }

  @Test(
    "weeks with every time and setpoint of a device, and random weeks, come back unchanged",
    arguments: DeviceUnderTest.all)
  func weeksOnItsGridComeBack(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: Self.seed)
    let weeks = device.sweep() + (0..<Rounds.of(10)).map { _ in device.schedule(using: &generator) }
    let changes = device.profile.sides.contains(.cool) ? 0 : 28
    for (index, week) in weeks.enumerated() {
      let output = try device.exported(week, device.exportOptions)
      let read = try device.format.read(
        [DeviceInput(bytes: output.bytes)], options: device.importOptions(for: week))
      let isKept = output.schedule == week && output.changes.count == changes
      let isQuiet = read.warnings.isEmpty || device.format.id == "ecobee"
      guard isKept, isQuiet, device.isSame(read.schedule, week) else {
        Issue.record("week \(index) of seed \(Self.seed): \(output.text)")
        return
      }
    }
  }

  @Test("rounded schedules come back as rounded", arguments: DeviceUnderTest.all)
  func roundedSchedules(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: Self.seed)
    var exported = 0
    for index in 0..<Rounds.of(24) {
      let unit = TemperatureUnit.allCases[index % 2]
      var schedule = Week.random(unit: unit, step: 1, using: &generator)
      if device.scale.deadband != nil {
        // Most random weeks have a row that is too close, which rounding cannot mend.
        let (most, apart) = unit == .celsius ? (270, 45) : (800, 90)
        schedule = schedule.mapRows { row in
          var setpoint = schedule[row]
          setpoint.heat = setpoint.heat.map { Temperature(tenths: min($0.tenths, most)) }
          setpoint.cool = setpoint.heat.map { Temperature(tenths: $0.tenths + apart) }
          return setpoint
        }
      }
      // A random week has 28 pairs of heat and cool.
      if device.profile.pairs != nil {
        schedule = schedule.mapRows { schedule[RowAddress(.monday, $0.period)] }
      }
      schedule = schedule.sharingDays(of: device.profile)
      var options = device.exportOptions
      options.allowances.insert(.round)
      do throws(ExportRefusal) {
        let output = try device.exported(schedule, options)
        exported += 1
        let issues = DeviceCheck.issues(
          output.schedule, for: device.profile, unit: device.scale.unit)
        #expect(issues.allSatisfy { $0.fixedBy == .dropCool })
        let changed = schedule.changes(to: output.schedule).map(\.cell)
        #expect(output.changes.filter { $0.new != "none" }.map(\.cell) == changed)
        let read = try? device.format.read(
          [DeviceInput(bytes: output.bytes)],
          options: device.importOptions(for: output.schedule))
        #expect(
          read.map { device.isSame($0.schedule, output.schedule) } == true,
          "\(device.testDescription) schedule \(index) of seed \(Self.seed)")
      } catch {
        // Only problems that rounding cannot fix may prevent the export.
        #expect(!error.issues.isEmpty && error.issues.allSatisfy { $0.fixedBy == nil })
      }
    }
    #expect(exported > 0)
  }

  @Test("exactly the cells that do not fit are named", arguments: DeviceUnderTest.all)
  func cellsThatDoNotFit(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: Self.seed)
    for _ in 0..<Rounds.of(10) {
      var schedule = device.schedule(using: &generator)
      var expected: [String] = []
      let limits = device.profile
      let clock = CellAddress(.monday, .sleep, .time)
      if limits.timeGrid > 1, case .time(let time) = schedule[clock] {
        schedule[clock] = .time(TimeOfDay(wrapping: time.minutes + 1))
        expected.append("SP501 \(clock)")
      }
      let grid = CellAddress(.tuesday, .wake, .heat)
      if device.scale.step > 10, case .temperature(let heat) = schedule[grid] {
        let up = heat.tenths * 10 + 10 <= (device.scale.heat?.upperBound.count ?? Int.max)
        schedule[grid] = .temperature(Temperature(tenths: heat.tenths + (up ? 1 : -1)))
        // Half a degree nearer to cool must not also break the deadband.
        schedule[RowAddress(.tuesday, .wake)].cool = Temperature(tenths: heat.tenths + 300)
        if let cool = device.scale.cool {
          schedule[RowAddress(.tuesday, .wake)].heat = Temperature(
            tenths: cool.lowerBound.count / 10 + 1)
          schedule[RowAddress(.tuesday, .wake)].cool = Temperature(
            tenths: cool.upperBound.count / 10)
        }
        expected.append("SP502 \(grid)")
      }
      let far = CellAddress(.friday, .return, .heat)
      if let range = device.scale.heat {
        schedule[far] = .temperature(Temperature(tenths: range.lowerBound.count / 10 - 100))
        expected.append("SP503 \(far)")
      }
      if limits.grouping == .workdays {
        // A day that differs has no program of its own there.
        expected += expected.map { $0.replacing(/^SP\d+/, with: "SP509") }
      }
      var found = DeviceCheck.issues(schedule, for: device.profile, unit: device.scale.unit)
      if !limits.sides.contains(.cool) {
        let cool = found.filter { $0.code == "SP504" }
        #expect(cool.compactMap(\.cell) == RowAddress.all.map { CellAddress($0, .cool) })
        found.removeAll { $0.code == "SP504" }
      }
      found.removeAll { $0.code == "SP507" }
      #expect(found.map { "\($0.code) \($0.cell?.description ?? "")" } == expected)
      if !expected.isEmpty {
        #expect(throws: ExportRefusal.self) {
          try device.exported(schedule, device.exportOptions)
        }
      }
    }
  }

  @Test("bytes that are not a program never crash a reader", arguments: DeviceUnderTest.all)
  func otherBytes(device: DeviceUnderTest) throws {
    var generator = SeededGenerator(seed: Self.seed)
    let schedule = device.schedule(using: &generator)
    let good = try device.exported(schedule, device.exportOptions).bytes
    let options = device.importOptions(for: schedule)
    var refused = 0
    let rounds = Rounds.of(20)
    for _ in 0..<rounds {
      var bytes = good
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
      case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &generator))
      case 2:
        bytes.insert(
          UInt8.random(in: 0...255, using: &generator),
          at: Int.random(in: 0...bytes.count, using: &generator))
      default:
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      do throws(ImportRefusal) {
        _ = try device.format.read([DeviceInput(bytes: bytes)], options: options)
      } catch {
        refused += 1
        #expect(!error.lines.isEmpty)
        #expect(!error.lines.joined().unicodeScalars.contains { $0.isControl })
      }
    }
    #expect(8 * refused > rounds)
  }
}
