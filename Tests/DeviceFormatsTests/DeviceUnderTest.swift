import DeviceFormats
import Diagnostics
import ScheduleModel
import TestSupport
import Testing

/// A kind of device that can be imported, with data for its tests.
struct DeviceUnderTest: CustomTestStringConvertible, Sendable {
  let format: any DeviceFormat
  let profile: DeviceProfile
  let scale: TemperatureScale

  var testDescription: String { "\(profile.id) \(scale.unit.symbol)" }

  /// Every importable kind of device in each of its units.
  static let all: [DeviceUnderTest] = DeviceFormats.all
    .flatMap { format in
      format.profiles.flatMap { profile in
        profile.scales.map { scale in
          DeviceUnderTest(format: format, profile: profile, scale: scale)
        }
      }
    }

  /// Makes a schedule on the device's own grid and within its limits.
  func schedule(using generator: inout SeededGenerator) -> Week {
    let limits = profile
    let times = Week.random(
      unit: scale.unit, timeGrid: limits.timeGrid, step: 10, using: &generator
    ).from(limits.firstMinute)
    let step = max(scale.step.count / 10, 1)
    let gap = max((scale.deadband ?? 0).count / 10, step)
    let usual = scale.unit == .fahrenheit ? 450...950 : 70...340
    let heat = scale.heat.map(Self.tenths) ?? usual
    let cool = scale.cool.map(Self.tenths) ?? usual
    let pair = { (generator: inout SeededGenerator) -> (Temperature, Temperature) in
      while true {
        let low = Int.random(in: heat, using: &generator) / step * step
        let high = Int.random(in: cool, using: &generator) / step * step
        guard heat.contains(low), cool.contains(high), high - low >= gap else { continue }
        return (Temperature(tenths: low), Temperature(tenths: high))
      }
    }
    let pool = (0..<7).map { _ in pair(&generator) }
    return times.mapRows { row in
      let (low, high) =
        limits.pairs == nil
        ? pair(&generator) : pool[Int.random(in: 0..<pool.count, using: &generator)]
      return Setpoint(time: times[row].time, heat: low, cool: high)
    }.sharingDays(of: profile)
  }

  /// Weeks in which each time of the grid begins a period, and each heat and each cool setpoint that
  /// has a partner; no week for a device that holds few pairs.
  func sweep() -> [Week] {
    let limits = profile
    guard limits.pairs == nil else { return [] }
    let step = max(scale.step.count / 10, 1)
    let gap = max((scale.deadband ?? 0).count / 10, step)
    let (heats, cools) = (values(of: .heat, step), values(of: .cool, step))
    let pairs =
      heats.compactMap { heat in cools.first { $0 >= heat + gap }.map { (heat, $0) } }
      + cools.compactMap { cool in heats.last { $0 <= cool - gap }.map { ($0, cool) } }
    // How many days can differ.
    let days = limits.grouping == .workdays ? 2 : 7
    let count = max(360 / limits.timeGrid / days + 1, pairs.count / (4 * days) + 1)
    return (0..<count).map { week in
      Week.standard(scale.unit).mapRows { row in
        let day = days * week + (days == 7 ? row.day.rawValue : row.day < .saturday ? 0 : 1)
        let offset = day * limits.timeGrid % 360
        let (heat, cool) = pairs[(4 * day + row.period.rawValue) % pairs.count]
        return Setpoint(
          time: TimeOfDay(wrapping: 360 * row.period.rawValue + offset),
          heat: Temperature(tenths: heat), cool: Temperature(tenths: cool))
      }.from(limits.firstMinute)
    }
  }

  private func values(of side: Side, _ step: Int) -> [Int] {
    let usual = scale.unit == .fahrenheit ? 450...950 : 70...340
    let range = scale.range(of: side).map(Self.tenths) ?? usual
    return range.filter { $0.isMultiple(of: step) }
  }

  private static func tenths(_ range: ClosedRange<Hundredths>) -> ClosedRange<Int> {
    range.lowerBound.count / 10...min(range.upperBound.count / 10, 1500)
  }

  /// Options that ask for this device.
  var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.kind = profile.id
    options.unit = scale.unit
    if format.id == "radiotherm" { options.program = .both }
    if !profile.sides.contains(.cool) { options.allowances.insert(.dropCool) }
    return options
  }

  /// Options that import into the unit of `schedule`, which also supplies missing setpoints.
  func importOptions(for schedule: Week) -> ImportOptions {
    var options = ImportOptions()
    options.kind = profile.id
    options.unit = schedule.unit
    options.fileUnit = scale.unit
    if !profile.sides.contains(.cool) { options.cool = .from(schedule) }
    return options
  }

  /// Exports; an ecobee is first given the climates that are new, as its server would.
  func exported(_ schedule: Week, _ options: ExportOptions) throws(ExportRefusal)
    -> ExportOutput
  {
    guard format.id == "ecobee" else {
      return try format.export(schedule, name: "Home", options: options)
    }
    var options = options
    options.merge = EcobeeServer.emptyProgram
    let first = try format.export(schedule, name: "Home", options: options)
    options.merge = EcobeeServer.answer(to: first)
    return try format.export(schedule, name: "Home", options: options)
  }

  /// Whether the two schedules are the same, for a device that keeps rows; or do the same in every
  /// half hour, for a device that stores slots.
  func isSame(_ schedule: Week, _ other: Week) -> Bool {
    guard format.id == "ecobee" else { return schedule == other }
    return stride(from: 0, to: 7 * 1440, by: 30).allSatisfy { minute in
      let moment = WeekTime(
        Weekday.allCases[minute / 1440], TimeOfDay(wrapping: minute % 1440))
      let (own, their) = (schedule[schedule.row(at: moment)], other[other.row(at: moment)])
      return own.heat == their.heat && own.cool == their.cool
    }
  }
}

/// What ecobee's server does with a request: it keeps the program and names new climates.
enum EcobeeServer {
  /// A program with three climates that no random schedule uses.
  static let emptyProgram: DeviceInput = {
    let climates = ["home", "away", "sleep"].map { name in
      "{\"name\":\"\(name)\",\"climateRef\":\"\(name)\",\"heatTemp\":10,\"coolTemp\":1990}"
    }
    let day = "[" + Array(repeating: "\"home\"", count: 48).joined(separator: ",") + "]"
    let days = Array(repeating: day, count: 7).joined(separator: ",")
    return DeviceInput(
      "{\"program\":{\"currentClimateRef\":\"home\",\"schedule\":[\(days)],"
        + "\"climates\":[\(climates.joined(separator: ","))]}}")
  }()

  static func answer(to request: ExportOutput) -> DeviceInput {
    var number = 0
    let lines = request.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.contains("\"name\": \"setpoint ") else { return String(line) }
      number += 1
      return "\"climateRef\": \"smart\(number)\", \(line)"
    }
    return DeviceInput(lines.joined(separator: "\n"))
  }
}

extension Week {
  /// The week with the days alike for which the device has one program.
  func sharingDays(of profile: DeviceProfile) -> Week {
    guard profile.grouping == .workdays else { return self }
    return mapRows { self[RowAddress($0.day < .saturday ? .monday : .saturday, $0.period)] }
  }

  /// The week with its times that are too early for a device moved to the first one.
  func from(_ minute: Int) -> Week {
    mapRows { row in
      var setpoint = self[row]
      if setpoint.time.minutes < minute { setpoint.time = TimeOfDay(wrapping: minute) }
      return setpoint
    }
  }
}
