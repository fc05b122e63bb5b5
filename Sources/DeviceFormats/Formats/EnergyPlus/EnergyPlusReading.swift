import Diagnostics
import ScheduleModel

extension EnergyPlusFormat {
  func zones(
    in files: [DeviceText], options: ImportOptions
  ) throws(ImportRefusal) -> [DeviceZone] {
    let text = files[0]
    let model = try EnergyPlusModel(text)
    let thermostats = try model.thermostats()
    guard thermostats.isEmpty else {
      var zones: [DeviceZone] = []
      for thermostat in thermostats { zones += Self.zones(of: thermostat, in: model, text) }
      return zones
    }
    return try Self.zones(of: model.schedules, options, text)
  }

  /// The programs of schedules without a thermostat: one side of the selected schedule.
  private static func zones(
    of schedules: [ScheduleCompact], _ options: ImportOptions, _ text: DeviceText
  ) throws(ImportRefusal) -> [DeviceZone] {
    guard let side = options.program?.each, side.count == 1,
      schedules.count == 1 || !schedules.isEmpty && options.zone != nil
    else {
      let isOne = schedules.count < 2
      let names = schedules.map { DeviceZone([$0.name]) { DeviceProgram(.celsius) } }.listing
      throw text.fault(
        at: nil,
        "there is no ThermostatSetpoint:DualSetpoint; a file with a "
          + (isOne ? "single " : "") + "Schedule:Compact needs --program heat or cool"
          + (isOne ? "" : ", and --zone for one of \(names)"))
    }
    var zones: [DeviceZone] = []
    for schedule in schedules {
      do throws(ImportRefusal) {
        zones += try schedule.seasons.map { season in
          DeviceZone(schedule.names(season)) { () throws(ImportRefusal) in
            var program = DeviceProgram(.celsius)
            try schedule.read(season, side[0], into: &program, text)
            return program
          }
        }
      } catch {
        zones.append(DeviceZone([schedule.name]) { () throws(ImportRefusal) in throw error })
      }
    }
    return zones
  }

  /// The programs of two schedules: one, or one for each season.
  private static func zones(
    of thermostat: EnergyPlusModel.Thermostat, in model: EnergyPlusModel, _ text: DeviceText
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

  /// The compact and constant schedules by lower-case name, since names are case-insensitive.
  private(set) var compact: [String: ScheduleCompact] = [:]
  /// The classes of other schedules, by name.
  private var others: [String: String] = [:]
  private let objects: [[IDFField]]
  private let text: DeviceText

  /// Finds the schedules of a model.
  ///
  /// - Throws: `ImportRefusal.unreadable` for the first error.
  init(_ text: DeviceText) throws(ImportRefusal) {
    self.text = text
    let isJSON = text.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    objects = try isJSON ? EnergyPlusObjects.epJSON(text) : EnergyPlusObjects.idf(text)
    for object in objects where object[0].text.hasPrefix("schedule:") {
      guard object.count > 1 else { continue }
      let name = object[1].text.lowercased()
      let isConstant = object[0].text == "schedule:constant" && object.count == 4
      guard isConstant || object[0].text == "schedule:compact" else {
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
      guard compact.updateValue(schedule, forKey: name) == nil else {
        throw text.fault(
          at: object[1].offset, "a second Schedule:Compact \(object[1].text.quoted())")
      }
    }
  }

  /// The compact and constant schedules, sorted by name.
  var schedules: [ScheduleCompact] { compact.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns the schedule named in a field.
  ///
  /// - Throws: `ImportRefusal.unreadable` if there is none of a supported class.
  func schedule(_ reference: IDFField) throws(ImportRefusal) -> ScheduleCompact {
    let name = reference.text.lowercased()
    if let schedule = compact[name] { return schedule }
    let quoted = reference.text.quoted()
    throw text.fault(
      at: reference.offset,
      others[name].map {
        "\(quoted) is a \($0.quoted()); only Schedule:Compact and Schedule:Constant can be read"
      } ?? "there is no Schedule:Compact \(quoted)")
  }

  /// Returns the thermostats; those with the same schedules are combined.
  ///
  /// - Throws: `ImportRefusal.unreadable` for one that does not name its schedules.
  func thermostats() throws(ImportRefusal) -> [Thermostat] {
    var zones: [String: [String]] = [:]
    for control in objects where control[0].text == "zonecontrol:thermostat" && control.count > 5 {
      for index in stride(from: 5, to: control.count, by: 2) {
        zones[control[index].text.lowercased(), default: []].append(control[2].text)
      }
    }
    var result: [Thermostat] = []
    var known: [[String]: Int] = [:]
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
