import Diagnostics
import ScheduleModel

/// A device's files, at least one, and how to read them.
package struct DeviceFiles {
  let texts: [DeviceText]
  let options: ImportOptions

  /// The only file, or the first.
  var text: DeviceText { texts[0] }
}

struct DeviceReading {
  let zones: [DeviceZone]
  /// The calendar of all programs; empty if only one is requested.
  let calendar: [CalendarEntry]
  private let files: [DeviceText]
  private let options: ImportOptions
  private let limits: DeviceProfile
  /// About the most schedules in a document.
  private static let mostZones = 600

  /// Finds the requested programs.
  init(
    _ inputs: [DeviceInput], _ format: any DeviceFormat, _ options: ImportOptions
  ) throws(ImportRefusal) {
    let limits = try format.profile(options.kind, or: ImportRefusal.usage)
    guard options.year == nil || format.needsYear else {
      let reason: Sentence = format.options.contains(.year) ? "; its dates have years" : ""
      throw .usage("an import from \(format.id) does not accept \(option: .year)\(reason)")
    }
    guard !inputs.isEmpty, format.readsSeveralFiles || inputs.count == 1 else {
      throw .usage("\(format.id) reads one file\(format.readsSeveralFiles ? " or more" : "")")
    }
    files = try inputs.map { input throws(ImportRefusal) in try DeviceText(input) }
    let found = try format.programs(in: DeviceFiles(texts: files, options: options))
    // With a year, the format itself selects the zone.
    let zone = options.year == nil ? options.zone : nil
    let zones = if let zone { [try found.zones.named(zone)] } else { found.zones }
    guard zones.count <= Self.mostZones else {
      throw files[0].fault(
        at: nil,
        "\(zones.count) programs do not fit into a schedule file; pass \(add: .zone) NAME")
    }
    if zone != nil, !found.calendar.isEmpty { files[0].leaveOut("the calendar", at: 0) }
    let names = zones.scheduleNames
    calendar = (zone == nil ? found.calendar : []).renamed { id in
      zones.firstIndex { $0.names.last == id }.flatMap { names[$0] }
    }
    self.zones = zones
    (self.options, self.limits) = (options, limits)
  }

  /// Reads the programs; reports the errors and losses of all of them together.
  func outputs() throws(ImportRefusal) -> [ImportOutput] {
    var outputs: [ImportOutput] = []
    var (losses, faults): ([Diagnostic], [Diagnostic]) = ([], [])
    for (zone, name) in zip(zones, zones.scheduleNames) {
      do throws(ImportRefusal) {
        outputs.append(try output(of: zone, name))
      } catch {
        guard zones.count > 1 else { throw error }
        switch error {
        case .losses(let findings): losses += findings.about(name)
        case .unreadable(let findings): faults += findings.about(name)
        case .usage(let sentence): throw .usage(sentence)
        }
        for file in files { _ = file.takeWarnings() }
      }
    }
    if options.allowances.contains(.skip), !outputs.isEmpty {
      outputs[0].warnings += faults + losses
    } else if !faults.isEmpty {
      throw .unreadable(faults + losses)
    } else if !losses.isEmpty {
      throw .losses(losses)
    }
    // A schedule file has one unit.
    guard Set(outputs.map(\.schedule.unit)).count < 2 else {
      throw .usage("the programs are in °F and in °C; pass \(add: .unit) for the schedules")
    }
    return outputs
  }

  private func output(of zone: DeviceZone, _ name: String?) throws(ImportRefusal) -> ImportOutput {
    let program = try zone.program()
    var assembly = WeekAssembly(program: program, text: files[0], options: options, limits: limits)
    let week = try assembly.week()
    guard options.program.map({ Sides($0) == program.heldSides }) ?? true else {
      let sides = program.heldSides.each.map(\.name).joined(separator: " and ")
      throw .usage("the program has \(sides) setpoints; omit \(option: .program)")
    }
    if let unit = options.fileUnit, unit != program.unit {
      throw .usage("the file is in \(program.unit.symbol), not in \(unit.symbol)")
    }
    return ImportOutput(
      schedule: week, name: zones.count == 1 ? program.name ?? name : name,
      sides: program.heldSides,
      warnings: files.flatMap { $0.takeWarnings() }.about(zones.count > 1 ? name : nil))
  }
}

extension [Diagnostic] {
  /// Attributes the findings to one of several schedules.
  fileprivate func about(_ schedule: String?) -> [Diagnostic] {
    map { finding in
      var finding = finding
      finding.schedule = schedule
      return finding
    }
  }
}
