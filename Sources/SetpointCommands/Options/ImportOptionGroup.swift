import ArgumentParser
import DeviceFormats
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// The options of an import for what the file does not contain.
struct ImportOptionGroup: ParsableArguments {
  @OptionGroup var named: DeviceOption

  @Option(
    help: "The program in the file, if only one: heat or cool.",
    completion: .list(["heat", "cool"]))
  var program: Sides?

  @Option(
    parsing: .unconditional,
    help: "The zone, helper or profile to read.", completion: .zones)
  var zone: String?

  @Option(help: "The unit of the result.")
  var unit: TemperatureUnit?

  @Option(help: ArgumentHelp("The unit of the file.", valueName: "unit"))
  var fileUnit: TemperatureUnit?

  @Option(help: "The heat setpoint, if the file has none.")
  var heat: Temperature?

  @Option(help: "The cool setpoint, if the file has none.")
  var cool: Temperature?

  @Option(
    help: ArgumentHelp("A file with the missing setpoints.", valueName: "file"),
    completion: .file())
  var missingFrom: String?

  @Option(
    help: "Setpoint during gaps (off, NULL): 16, or 16/28.")
  var gaps: GapValues?

  @Option(
    help: "If times differ, those to keep: heat or cool.",
    completion: .list(["heat", "cool"]))
  var times: Sides?

  @Flag(help: "Round to tenths of a degree and minutes.")
  var round = false

  @Flag(help: "Omit the shortest periods beyond four a day.")
  var dropPeriods = false

  @Flag(help: "Omit zones that cannot be read (status 1).")
  var skip = false

  /// Whether no option is given.
  var isEmpty: Bool {
    named.name == nil && program == nil && zone == nil && unit == nil && fileUnit == nil
      && heat == nil && cool == nil && missingFrom == nil && gaps == nil && times == nil && !round
      && !dropPeriods && !skip
  }

  /// Returns the options for formats; reads the schedule that supplies the missing side.
  func options(base: Week? = nil) throws -> ImportOptions {
    var options = ImportOptions()
    options.kind = try DeviceChoice(nil, device: named.name)?.kind
    options.program = program
    options.zone = zone
    options.unit = unit
    options.fileUnit = fileUnit
    options.times = times
    if let base {
      // Keep the other values of the changed schedule.
      guard unit == nil || unit == base.unit else {
        throw Failure(
          .usage, "--unit must be the unit of the file that --into changes: \(base.unit.rawValue)")
      }
      options.base = base
      options.unit = base.unit
      options.heat = .from(base)
      options.cool = .from(base)
    }
    if let missingFrom {
      let schedules = try DocumentFile.open(missingFrom).document.contents.schedules
      guard let other = schedules.first?.week, schedules.count == 1 else {
        throw Failure(
          .usage,
          "\(missingFrom) has \(schedules.count) schedules; --missing-from requires a file with one"
        )
      }
      options.heat = .from(other)
      options.cool = .from(other)
    }
    if let heat { options.heat = .value(heat) }
    if let cool { options.cool = .value(cool) }
    if round { options.allowances.insert(.round) }
    options.gaps = gaps
    if dropPeriods { options.allowances.insert(.dropPeriods) }
    if skip { options.allowances.insert(.skip) }
    return options
  }
}
