import ArgumentParser
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

/// The options for a device's abilities and for permitted losses.
struct DeviceFitOptions: ParsableArguments {
  @Option(help: "The device (`setpoint formats` lists the names).", completion: .devices)
  var device: String?

  @Option(
    help: "heat, cool or both (default: depends on the format).",
    completion: .list(["heat", "cool", "both"]), transform: Sides.typed)
  var program: Sides?

  @Option(help: "The unit of the device.")
  var unit: TemperatureUnit?

  @Option(
    help: ArgumentHelp("The device's heat range, in its unit: 5..30.", valueName: "range"),
    transform: ClosedRange.typed)
  var heatRange: ClosedRange<Temperature>?

  @Option(
    help: ArgumentHelp("The device's cool range, in its unit: 16..32.", valueName: "range"),
    transform: ClosedRange.typed)
  var coolRange: ClosedRange<Temperature>?

  @Option(
    help: "The device's smallest difference of heat and cool.",
    transform: Temperature.differenceTyped)
  var deadband: Temperature?

  @Flag(help: "Also write an entry at 00:00.")
  var midnight = false

  @Flag(help: "Round values to those that the device supports.")
  var round = false

  @Flag(help: "Omit cool setpoints for a heat-only device.")
  var dropCool = false

  func validate() throws {
    guard let side = program?.first.other.name, program != .both else { return }
    let range = side == "heat" ? heatRange : coolRange
    for (option, isGiven) in [("--\(side)-range", range != nil), ("--deadband", deadband != nil)] {
      try refuse(if: isGiven, "no \(side) setpoints are written; omit \(option)")
    }
  }

  var isEmpty: Bool { device == nil && options == ExportOptions() }

  /// The options without the kind of device.
  var options: ExportOptions {
    var options = ExportOptions()
    options.program = program
    options.unit = unit
    options.addsMidnightEntry = midnight
    options.heatRange = heatRange
    options.coolRange = coolRange
    options.deadband = deadband
    if round { options.allowances.insert(.round) }
    if dropCool { options.allowances.insert(.dropCool) }
    return options
  }
}

/// The options of an import for what the file does not contain.
struct ImportOptionGroup: ParsableArguments {
  @Option(help: "The device (`setpoint formats` lists the names).", completion: .devices)
  var device: String?

  @Option(
    help: "The side of a single program: heat or cool.",
    completion: .list(["heat", "cool"]), transform: Side.typed)
  var program: Side?

  @Option(
    name: .customLong("zone"), parsing: .unconditionalSingleValue,
    help: "The zone, helper or profile to read.")
  var zones: [String] = []

  @Option(help: "The unit of the result.")
  var unit: TemperatureUnit?

  @Option(help: ArgumentHelp("The unit of the program.", valueName: "unit"))
  var fileUnit: TemperatureUnit?

  @Option(help: "The heat setpoint, if the program has none.", transform: Temperature.typed)
  var heat: Temperature?

  @Option(help: "The cool setpoint, if the program has none.", transform: Temperature.typed)
  var cool: Temperature?

  @Option(
    help: ArgumentHelp("A file with the missing setpoints.", valueName: "file"),
    completion: .file())
  var missingFrom: String?

  @Option(help: "Setpoint during gaps (off, NULL): 16, or 16/28.", transform: GapValues.typed)
  var gaps: GapValues?

  @Option(
    help: "Whose times to keep if they differ: heat or cool.",
    completion: .list(["heat", "cool"]), transform: Side.typed)
  var times: Side?

  @Flag(help: "Round to tenths of a degree and minutes.")
  var round = false

  @Flag(help: "Omit periods beyond four a day that matter least.")
  var dropPeriods = false

  @Flag(help: "Omit zones and events that cannot be read (status 1).")
  var skip = false

  var isEmpty: Bool {
    device == nil && missingFrom == nil && (try? options(year: nil)) == ImportOptions()
  }

  func validate() throws {
    try refuse(if: zones.count > 1, "--zone reads one program; without it, all are read")
  }

  /// The given options for setpoints that a file lacks, each with the options without it.
  var withoutSetpoints: [(option: String, others: ImportOptionGroup)] {
    var (noHeat, noCool, noFile) = (self, self, self)
    (noHeat.heat, noCool.cool, noFile.missingFrom) = (nil, nil, nil)
    return (heat == nil ? [] : [("--heat", noHeat)]) + (cool == nil ? [] : [("--cool", noCool)])
      + (missingFrom == nil ? [] : [("--missing-from", noFile)])
  }

  /// Returns the options for formats; reads the schedule that supplies the missing side.
  func options(base: Week? = nil, year: Int?) throws -> ImportOptions {
    var options = ImportOptions()
    options.year = year
    options.kind = try DeviceChoice(nil, device: device)?.kind
    options.program = program
    options.zone = zones.first
    options.unit = unit
    options.fileUnit = fileUnit
    options.times = times
    // Keep the other values of the changed schedule.
    var other = base
    if let base {
      guard unit == nil || unit == base.unit else {
        throw Failure(
          .usage, "--unit must be the unit of the file that --into changes: \(base.unit.rawValue)")
      }
      options.base = base
      options.unit = base.unit
    }
    if let missingFrom {
      let schedules = try DocumentFile.open(missingFrom).contents.schedules
      guard schedules.count == 1 else {
        throw Failure(
          .usage,
          "\(missingFrom) has \(schedules.count) schedules; --missing-from requires a file with one"
        )
      }
      other = schedules[0].week
    }
    if let other { (options.heat, options.cool) = (.from(other), .from(other)) }
    if let heat { options.heat = .value(heat) }
    if let cool { options.cool = .value(cool) }
    if round { options.allowances.insert(.round) }
    options.gaps = gaps
    if dropPeriods { options.allowances.insert(.dropPeriods) }
    if skip { options.allowances.insert(.skip) }
    return options
  }
}

/// The target of an import: a new file, or an existing one to change.
struct ImportTarget: ParsableArguments {
  @Option(output: "The schedule file") var output: String?

  @Option(parsing: .unconditional, help: "The schedule's name (default: from device or file).")
  var name: String?

  @Flag(help: .force) var force = false

  @Option(help: "A schedule file to change.", completion: .file())
  var into: String?

  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?

  @OptionGroup var writing: WritingOptions

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false

  func validate() throws {
    try refuse(
      if: into != nil && (output != nil || name != nil || force),
      "--into cannot be combined with --output, --name or --force")
    try refuse(if: into == nil && schedule != nil, "--schedule requires --into")
    if let name { try ScheduleName.check(typed: name) }
    try refuse(if: force && output == nil, "--force requires --output")
    try writing.refuse(where: into == nil || into == "-", "they require --into FILE")
  }

  func file(notOver inputs: [String]) -> OutputFile {
    OutputFile(path: output, isForced: force, inputs: Set(of: inputs), isDry: dryRun)
  }
}

/// The device named by options: a format, a device or an alias, optionally with a form (`energyplus/epjson`).
struct DeviceChoice {
  let format: any DeviceFormat
  let profile: DeviceProfile
  let form: String?

  /// The kind of device; nil for the default of the format, which other options can change.
  var kind: String? { profile.id == format.id ? nil : profile.id }

  /// Finds the device with a name; another name of it may be only that of its format.
  init(_ name: String, alsoNamed other: String? = nil) throws(Failure) {
    let (parts, others) = (Self.parts(name), other.map(Self.parts))
    (format, profile) = try Failure.usage(try DeviceFormats.found(parts[0], alsoNamed: others?[0]))
    let forms = (own: parts.dropFirst().first, other: others?.dropFirst().first)
    if let own = forms.own, let other = forms.other, own != other {
      throw Failure(
        .usage, "\(own.quoted()) and \(other.quoted()) are different forms; name one of them")
    }
    form = forms.own ?? forms.other
    if let reason = form.flatMap(format.refusal(toWrite:)) { throw Failure(.usage, reason) }
  }

  private static func parts(_ name: String) -> [String] {
    name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  }

  /// Throws for the name of a device among `files` that is not a file; `option` names the device, and may be given.
  static func refuse(amongFiles files: [String], _ option: String, isGiven: Bool) throws(Failure) {
    for name in files where (try? DeviceChoice(name)) != nil && !FileReading.isAnything(at: name) {
      let way = isGiven ? "name a file before \(option)" : "pass it with \(option) \(name)"
      throw Failure(.usage, "\(name) is a device or format, not a file; \(way)")
    }
  }

  /// Finds the device named by two options; nil if neither is given.
  init?(_ name: String?, device: String?) throws(Failure) {
    guard let last = device ?? name else { return nil }
    try self.init(last, alsoNamed: device == nil ? nil : name)
  }
}
