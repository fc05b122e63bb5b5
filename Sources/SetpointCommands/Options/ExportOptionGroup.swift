import ArgumentParser
import CLibrary
import DeviceFormats
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// The options of an export for the device and the text.
struct ExportOptionGroup: ParsableArguments {
  @Option(help: .hidden, completion: .forms)
  var form: String?

  @Flag(help: .hidden)
  var zha = false

  @Option(help: "Only this day, for a device that takes days one by one.")
  var day: Weekday?

  @Option(
    name: [.long, .customLong("automation")],
    help: "The entity, device or zone that receives the program.")
  var target: String?

  @Option(
    help: "The device's present program, into which the schedule is merged (ecobee).",
    completion: .file())
  var merge: String?

  @OptionGroup var fit: DeviceFitOptions

  func validate() throws {
    if let target, target.holdsBytes { throw ValidationError("--target is no UTF-8") }
  }

  /// Returns the options for a device, without the file to merge into.
  func request(for choice: DeviceChoice?) throws(Failure) -> ExportOptions {
    var options = try fit.request()
    options.kind = choice?.kind
    options.form = zha ? "zha" : form ?? choice?.form
    options.day = day
    options.target = target
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
    help: "Which programs to write: heat, cool or both; as usual for the format when left out.",
    completion: .list(["heat", "cool", "both"]))
  var program: Sides?

  @Option(help: "F or C, where the device can be set to either.")
  var unit: TemperatureUnit?

  @Option(help: "The heat setpoints that the device takes, in its scale: 5..30.")
  var heatRange: TemperatureRange?

  @Option(help: "The cool setpoints that the device takes, in its scale: 16..32.")
  var coolRange: TemperatureRange?

  @Option(help: "The smallest difference of cool and heat, in the device's scale.")
  var deadband: Temperature?

  @Flag(help: "Write an entry at 00:00 for a device that does not carry the evening over.")
  var midnight = false

  @Flag(help: "Move values to the nearest one that the device takes.")
  var round = false

  @Flag(help: "Leave cool setpoints out for a device that only heats.")
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
    options.midnight = midnight ? .needsEntry : nil
    options.limits.heat = heatRange?.bounds
    options.limits.cool = coolRange?.bounds
    options.limits.deadband = deadband
    if round { options.allowances.insert(.round) }
    if dropCool { options.allowances.insert(.dropCool) }
    return options
  }
}
