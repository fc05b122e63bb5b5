import ArgumentParser
import CLibrary
import DeviceFormats
import ScheduleModel

/// The options of an export for the device and the text.
struct ExportOptionGroup: ParsableArguments {
  @Option(help: .hidden, completion: .forms)
  var form: String?

  @Flag(help: .hidden)
  var zha = false

  @Option(help: "Only this day.")
  var day: Weekday?

  @Option(
    name: [.long, .customLong("automation")],
    help: "The entity, device or zone to write to.")
  var target: String?

  @Option(
    help: "The device's current program to merge into (ecobee).",
    completion: .file())
  var merge: String?

  @Option(help: "The year, for a calendar in a format with dates.")
  var year: Int?

  @OptionGroup var fit: DeviceFitOptions

  func validate() throws {
    try Self.check(year: year)
    if let target, target.holdsBytes { throw ValidationError("--target is not UTF-8") }
  }

  /// Throws for a year whose days before and after are not in the calendar.
  static func check(year: Int?) throws {
    guard let year, !(1584...9997).contains(year) else { return }
    throw ValidationError("--year must be 1584 to 9997")
  }

  /// Returns the options for a device, without the file to merge into.
  func request(for choice: DeviceChoice?) throws(Failure) -> ExportOptions {
    var options = try fit.request()
    options.kind = choice?.kind
    options.form = zha ? "zha" : form ?? choice?.form
    options.day = day
    options.target = target
    options.year = year
    return options
  }
}

/// The option that names a device.
struct DeviceOption: ParsableArguments {
  @Option(help: "The device (`setpoint formats` lists the names).", completion: .devices)
  var device: String?

  @Option(name: .customLong("device-kind"), help: .hidden, completion: .devices)
  var deviceKind: String?

  /// The given name.
  var name: String? { device ?? deviceKind }
}

/// The options for a device's abilities and for permitted losses.
struct DeviceFitOptions: ParsableArguments {
  @OptionGroup var named: DeviceOption

  @Option(
    name: [.long, .customLong("mode")],
    help: "heat, cool or both (default: as usual for the format).",
    completion: .list(["heat", "cool", "both"]))
  var program: Sides?

  @Option(help: "The unit of the device.")
  var unit: TemperatureUnit?

  @Option(help: ArgumentHelp("Its heat setpoints, in its unit: 5..30.", valueName: "range"))
  var heatRange: TemperatureRange?

  @Option(help: ArgumentHelp("Its cool setpoints, in its unit: 16..32.", valueName: "range"))
  var coolRange: TemperatureRange?

  @Option(help: "Its smallest difference of heat and cool.")
  var deadband: Temperature?

  @Flag(help: "Write an entry at 00:00 if the device needs one.")
  var midnight = false

  @Flag(help: "Round values to those that the device supports.")
  var round = false

  @Flag(help: "Omit cool setpoints for a device that only heats.")
  var dropCool = false

  /// Whether no option is given.
  var isEmpty: Bool {
    named.name == nil && program == nil && unit == nil && heatRange == nil && coolRange == nil
      && deadband == nil && !midnight && !round && !dropCool
  }

  /// Returns the options for formats.
  func request() throws(Failure) -> ExportOptions {
    var options = ExportOptions()
    options.kind = try DeviceChoice(nil, device: named.name)?.kind
    options.program = program
    options.unit = unit
    options.addsMidnightEntry = midnight
    options.heatRange = heatRange?.bounds
    options.coolRange = coolRange?.bounds
    options.deadband = deadband
    if round { options.allowances.insert(.round) }
    if dropCool { options.allowances.insert(.dropCool) }
    return options
  }
}
