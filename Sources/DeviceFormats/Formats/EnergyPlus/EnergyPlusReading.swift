import Diagnostics
import ScheduleModel

extension EnergyPlusFormat {
  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    let isJSON = text.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    let objects = try isJSON ? EnergyPlusObjects.epJSON(text) : EnergyPlusObjects.idf(text)
    var schedules = try EnergyPlusSchedules(objects)
    var thermostats = try EnergyPlusThermostat.all(in: objects)
    if thermostats.isEmpty { thermostats = try Self.thermostats(schedules.names, files) }
    guard let year = files.options.year else {
      return DevicePrograms(zones: thermostats.flatMap { Self.zones(of: $0, &schedules, text) })
    }
    let names = thermostats.map { ($0.names.first ?? "").quoted() }.listed()
    if let zone = files.options.zone?.lowercased() {
      thermostats = thermostats.filter { $0.names.contains { $0.lowercased() == zone } }
    }
    guard thermostats.count == 1 else {
      throw .usage(
        "\(option: .year) reads one thermostat; choose one with \(add: .zone): \(names)")
    }
    let days = try Self.days(of: thermostats[0], &schedules, year, text)
    return try CalendarAssembly(days, name: thermostats[0].names[0], in: text)
      .programs(in: .celsius, areYearly: true)
  }

  /// The schedules of a model without thermostats: one side, of the schedule that is named.
  private static func thermostats(
    _ names: [IDFField], _ files: DeviceFiles
  ) throws(ImportRefusal) -> [EnergyPlusThermostat] {
    guard let side = files.options.program,
      names.count == 1 || !names.isEmpty && files.options.zone != nil
    else {
      let isOne = names.count < 2
      let listing = names.map { $0.text.quoted() }.listed()
      throw files.text.fault(
        at: nil,
        "there is no ThermostatSetpoint:DualSetpoint; a file with a "
          + "\(isOne ? "single " : "")schedule needs \(add: .program) heat or cool"
          + (isOne ? "" : ", and \(add: .zone) for one of \(listing)"))
    }
    return names.map { .init(names: [$0.text], schedules: [(side, $0)]) }
  }

  private static func days(
    of thermostat: EnergyPlusThermostat, _ schedules: inout EnergyPlusSchedules, _ year: Int,
    _ text: DeviceText
  ) throws(ImportRefusal) -> [CalendarAssembly.Day] {
    let sides = try thermostat.schedules.map { side, field throws(ImportRefusal) in
      let schedule = try schedules.schedule(field, side)
      schedule.reportSpecialDays()
      return schedule.parts
    }
    let dates = CalendarDay.days(of: year).map(Array.init) ?? []
    return try dates.map { date throws(ImportRefusal) in
      let end = date.ofSeason
      let points = sides.compactMap { $0.first { end <= $0.end }?.days[date.weekday] }
      guard points.count == sides.count else {
        throw text.fault(at: nil, "\(thermostat.names[0].quoted()) has no program for \(date)")
      }
      return CalendarAssembly.Day(date, points)
    }
  }

  /// The programs of a thermostat: one, or one for each season.
  private static func zones(
    of thermostat: EnergyPlusThermostat, _ schedules: inout EnergyPlusSchedules, _ text: DeviceText
  ) -> [DeviceZone] {
    do throws(ImportRefusal) {
      let years = try thermostat.schedules.map { side, field throws(ImportRefusal) in
        try schedules.schedule(field, side)
      }
      let seasons = Set(years.flatMap(\.seasons).map(\.end)).sorted()
      return seasons.map { season in
        let until = seasons.count == 1 ? "" : ", until \(season.seasonText)"
        let names = thermostat.names.map { $0 + until }
        return DeviceZone(names) { () throws(ImportRefusal) in
          var program = DeviceProgram(.celsius)
          for year in years { try year.read(season, into: &program, text) }
          if seasons.count > 1 {
            text.warn(
              .unknownMember, at: nil, "the dates were skipped; \(option: .year) YEAR imports them")
          }
          return program
        }
      }
    } catch {
      return [DeviceZone(thermostat.names) { () throws(ImportRefusal) in throw error }]
    }
  }
}

/// The thermostats with the same schedules.
struct EnergyPlusThermostat {
  /// The names of the thermostats, then of their zones, then of the schedules.
  var names: [String]
  let schedules: [(side: Side, field: IDFField)]

  /// Returns the thermostats of a model; throws for a thermostat without schedules.
  static func all(in objects: [[IDFField]]) throws(ImportRefusal) -> [EnergyPlusThermostat] {
    var zones: [String: [String]] = [:]
    for control in objects where control[0].text == "zonecontrol:thermostat" && control.count > 5 {
      for index in stride(from: 5, to: control.count, by: 2) {
        zones[control[index].text.lowercased(), default: []].append(control[2].text)
      }
    }
    var result: [EnergyPlusThermostat] = []
    var known: [[String]: Int] = [:]
    var taken: Set<[String]> = []
    for object in objects {
      guard let sides = EnergyPlusObjects.thermostats[object[0].text] else { continue }
      guard object.count == sides.count + 2 else {
        throw object[0].fault(
          "a \(EnergyPlusObjects.thermostat(sides)) of \(object.count - 1) fields; expected a name "
            + (sides.count == 2 ? "and two schedules" : "and a schedule"))
      }
      let own = object[1].text
      guard taken.insert([object[0].text, own.lowercased()]).inserted else {
        throw object[1].fault("a second \(object[0].text) \(own.quoted())")
      }
      // An export adds this word to the name of the schedule.
      let suffix = " thermostat"
      let name = own.lowercased().hasSuffix(suffix) ? String(own.dropLast(suffix.count)) : own
      let names = [name, own] + (zones[own.lowercased()] ?? [])
      let schedules = Array(zip(sides, object[2...]))
      let key = schedules.map { "\($0.0) \($0.1.text.lowercased())" }
      if let index = known[key] {
        result[index].names += names
      } else {
        known[key] = result.count
        result.append(EnergyPlusThermostat(names: names, schedules: schedules))
      }
    }
    for index in result.indices { result[index].names += [result[index].schedules[0].field.text] }
    return result
  }
}
