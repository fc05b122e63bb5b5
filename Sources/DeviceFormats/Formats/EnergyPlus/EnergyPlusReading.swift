import Diagnostics
import ScheduleModel

extension EnergyPlusFormat {
  func programs(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> DevicePrograms {
    let text = files[0]
    var model = try EnergyPlusModel(text)
    var thermostats = try model.thermostats()
    if thermostats.isEmpty { thermostats = try Self.schedules(of: model, options, text) }
    guard let year = options.year else {
      return DevicePrograms(zones: thermostats.flatMap { Self.zones(of: $0, in: &model, text) })
    }
    if let zone = options.zone?.lowercased() {
      thermostats = thermostats.filter { $0.names.contains { $0.lowercased() == zone } }
    }
    guard thermostats.count == 1 else {
      throw .usage("--year reads one thermostat; the file has \(thermostats.count) (--zone NAME)")
    }
    let days = try Self.days(of: thermostats[0], in: &model, year, text)
    return try CalendarAssembly(days, name: thermostats[0].names[0], in: text)
      .programs(in: .celsius, areYearly: true)
  }

  /// The schedules of a model without thermostats: one side, of the schedule that is named.
  private static func schedules(
    of model: EnergyPlusModel, _ options: ImportOptions, _ text: DeviceText
  ) throws(ImportRefusal) -> [EnergyPlusModel.Thermostat] {
    let names = model.schedules
    guard let side = options.program?.each, side.count == 1,
      names.count == 1 || !names.isEmpty && options.zone != nil
    else {
      let isOne = names.count < 2
      let listing = names.map { name in DeviceZone([name.text]) { DeviceProgram(.celsius) } }
        .listing
      throw text.fault(
        at: nil,
        "there is no ThermostatSetpoint:DualSetpoint; a file with a "
          + (isOne ? "single " : "") + "schedule needs --program heat or cool"
          + (isOne ? "" : ", and --zone for one of \(listing)"))
    }
    return names.map { .init(names: [$0.text], schedules: [(side[0], $0)]) }
  }

  /// The days of a year of a thermostat.
  private static func days(
    of thermostat: EnergyPlusModel.Thermostat, in model: inout EnergyPlusModel, _ year: Int,
    _ text: DeviceText
  ) throws(ImportRefusal) -> [CalendarAssembly.Day] {
    var sides: [[ScheduleCompact.Part]] = []
    for (side, field) in thermostat.schedules {
      sides.append(try model.schedule(field).parts(side))
    }
    var days: [CalendarAssembly.Day] = []
    var next = CalendarDay(year: year, month: 1, day: 1)
    while let date = next, date.year == year {
      let end = SeasonEnd(month: date.parts.month, day: date.parts.day)
      let points = sides.compactMap { $0.first { end <= $0.end }?.days[date.weekday] }
      guard points.count == sides.count else {
        throw text.fault(at: nil, "\(thermostat.names[0].quoted()) has no program for \(date)")
      }
      days.append(CalendarAssembly.Day(date, points))
      next = date.adding(1)
    }
    return days
  }

  /// The programs of two schedules: one, or one for each season.
  private static func zones(
    of thermostat: EnergyPlusModel.Thermostat, in model: inout EnergyPlusModel, _ text: DeviceText
  ) -> [DeviceZone] {
    var schedules: [(side: Side, schedule: ScheduleCompact)] = []
    var seasons: [SeasonEnd] = []
    do throws(ImportRefusal) {
      for (side, field) in thermostat.schedules {
        schedules.append((side, try model.schedule(field)))
        seasons += try schedules[schedules.count - 1].schedule.seasons
      }
      seasons = Set(seasons).sorted()
    } catch {
      return [DeviceZone(thermostat.names) { () throws(ImportRefusal) in throw error }]
    }
    return seasons.map { [schedules, seasons] season in
      let names = thermostat.names.map { seasons.count == 1 ? $0 : "\($0), until \(season)" }
      return DeviceZone(names) { () throws(ImportRefusal) in
        var program = DeviceProgram(.celsius)
        for (side, schedule) in schedules { try schedule.read(season, side, into: &program, text) }
        return program
      }
    }
  }
}

/// The setpoints of the zones in a model.
struct EnergyPlusModel {
  /// The thermostats with the same schedules.
  struct Thermostat {
    /// The names of the thermostats, then of their zones, then of the schedules.
    var names: [String]
    let schedules: [(side: Side, field: IDFField)]
  }

  /// The compact and constant schedules, and years that were asked for, by their names in lower case: names are
  /// the same in any case.
  private var compact: [String: Result<ScheduleCompact, ImportRefusal>] = [:]
  private var years: ScheduleYears
  /// The classes of the others, by name.
  private var others: [String: String] = [:]
  private let objects: [[IDFField]]
  private let text: DeviceText

  /// Finds the schedules of a model.
  init(_ text: DeviceText) throws(ImportRefusal) {
    self.text = text
    years = ScheduleYears(text)
    let isJSON = text.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    objects = try isJSON ? EnergyPlusObjects.epJSON(text) : EnergyPlusObjects.idf(text)
    for object in objects where object[0].text.hasPrefix("schedule:") {
      guard object.count > 1 else { continue }
      let name = object[1].text.lowercased()
      if let kind = ScheduleYears.Kind(object[0].text) {
        try years.add(object, kind)
        continue
      }
      let isConstant = object[0].text == "schedule:constant" && object.count == 4
      guard isConstant || object[0].text == "schedule:compact" else {
        guard EnergyPlusObjects.otherSchedules.contains(object[0].text) else {
          throw text.fault(
            at: object[0].offset, "\(object[0].text.quoted()) is not a class of EnergyPlus")
        }
        others[name] = object[0].text
        continue
      }
      guard object.count > 3 else {
        throw text.fault(at: object[0].offset, "a Schedule:Compact without name, limits and blocks")
      }
      let schedule =
        isConstant
        ? ScheduleCompact(constant: object[3], name: object[1].text, in: text)
        : ScheduleCompact(object, in: text)
      guard compact.updateValue(.success(schedule), forKey: name) == nil else {
        throw text.fault(
          at: object[1].offset, "a second Schedule:Compact \(object[1].text.quoted())")
      }
    }
    for (name, year) in years.years where compact[name] != nil || others[name] != nil {
      throw text.fault(at: year[1].offset, "a second schedule \(year[1].text.quoted())")
    }
  }

  /// The names of the schedules that can be read, in their order.
  var schedules: [IDFField] {
    let names =
      compact.values.compactMap { try? $0.get().name } + years.years.values.map { $0[1].text }
    return names.sorted { $0.lowercased() < $1.lowercased() }.map {
      IDFField(text: $0, offset: nil)
    }
  }

  /// Returns the schedule named in a field.
  ///
  /// - Throws: `ImportRefusal.unreadable` where there is none of a class that can be read.
  mutating func schedule(_ reference: IDFField) throws(ImportRefusal) -> ScheduleCompact {
    let name = reference.text.lowercased()
    if let schedule = compact[name] { return try schedule.get() }
    if let year = years.years[name] {
      do throws(ImportRefusal) {
        compact[name] = .success(try years.compact(year))
      } catch {
        compact[name] = .failure(error)
      }
      return try schedule(reference)
    }
    let quoted = reference.text.quoted()
    throw text.fault(
      at: reference.offset,
      others[name].map { "\(quoted) is a \($0.quoted()), which cannot be read" }
        ?? "there is no schedule \(quoted) that can be read")
  }

  /// Returns the thermostats; those with the same schedules are combined.
  ///
  /// - Throws: `ImportRefusal.unreadable` for a thermostat without schedules.
  func thermostats() throws(ImportRefusal) -> [Thermostat] {
    var zones: [String: [String]] = [:]
    for control in objects where control[0].text == "zonecontrol:thermostat" && control.count > 5 {
      for index in stride(from: 5, to: control.count, by: 2) {
        zones[control[index].text.lowercased(), default: []].append(control[2].text)
      }
    }
    var result: [Thermostat] = []
    var known: [[String]: Int] = [:]
    var taken: Set<[String]> = []
    for object in objects {
      guard let sides = EnergyPlusObjects.thermostats[object[0].text] else { continue }
      guard object.count == sides.count + 2 else {
        let kind =
          sides.count == 2 ? "DualSetpoint" : sides == [.heat] ? "SingleHeating" : "SingleCooling"
        throw text.fault(
          at: object[0].offset,
          "a ThermostatSetpoint:\(kind) of \(object.count - 1) fields; expected a name and "
            + (sides.count == 2 ? "two schedules" : "a schedule"))
      }
      let own = object[1].text
      guard taken.insert([object[0].text, own.lowercased()]).inserted else {
        throw text.fault(at: object[1].offset, "a second \(object[0].text) \(own.quoted())")
      }
      let names = [Self.trimmed(own, "thermostat"), own] + (zones[own.lowercased()] ?? [])
      let schedules = Array(zip(sides, object[2...]))
      let key = schedules.map { "\($0.0) \($0.1.text.lowercased())" }
      if let index = known[key] {
        result[index].names += names
      } else {
        known[key] = result.count
        result.append(Thermostat(names: names, schedules: schedules))
      }
    }
    for index in result.indices {
      result[index].names.append(result[index].schedules[0].field.text)
    }
    return result
  }

  /// A name without the suffix that an export adds.
  private static func trimmed(_ name: String, _ word: String) -> String {
    name.lowercased().hasSuffix(" " + word) ? String(name.dropLast(word.count + 1)) : name
  }
}
