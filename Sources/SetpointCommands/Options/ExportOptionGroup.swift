import ArgumentParser
import CLibrary
import DeviceFormats
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// The options of an export that describe the device and the text.
struct ExportOptionGroup: ParsableArguments {
  @Option(help: "Another form of the text; `setpoint formats ID` lists them.", completion: .forms)
  var form: String?

  @Flag(help: "The same as --form zha: actions for Home Assistant's ZHA (zcl).")
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
    if zha, let form, form != "zha" {
      throw ValidationError("--zha does not go with --form \(form)")
    }
  }

  /// The options as formats take them, without the file to merge into.
  var request: ExportOptions {
    var options = fit.request
    options.form = zha ? "zha" : form
    options.day = day
    options.target = target
    return options
  }
}

/// The options that say what a device can hold, and what may be lost on the way to it.
struct DeviceFitOptions: ParsableArguments {
  @Option(help: "The kind of device; `setpoint formats ID` lists them.", completion: .deviceKinds)
  var deviceKind: String?

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

  /// Whether none is given.
  var isEmpty: Bool {
    deviceKind == nil && program == nil && unit == nil && heatRange == nil && coolRange == nil
      && deadband == nil && !midnight && !round && !dropCool
  }

  /// The options as formats take them.
  var request: ExportOptions {
    var options = ExportOptions()
    options.kind = deviceKind
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
