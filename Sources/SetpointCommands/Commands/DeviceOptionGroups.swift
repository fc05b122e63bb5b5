import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel

/// The options of an export that describe the device and the text.
struct ExportOptionGroup: ParsableArguments {
  @Option(help: "The kind of device; `setpoint formats ID` lists them.")
  var deviceKind: String?

  @Option(help: "Another form of the text; `setpoint formats ID` lists them.")
  var form: String?

  @Flag(help: "The same as --form zha: actions for Home Assistant's ZHA (zcl).")
  var zha = false

  @Option(
    name: [.long, .customLong("mode")],
    help: "heat, cool or both: which programs are written; the format's usual when left out.")
  var program: Sides?

  @Option(help: "Only this day, where the device takes a text for one day.")
  var day: Weekday?

  @Option(help: "F or C, where the device can be set to either.")
  var unit: TemperatureUnit?

  @Option(
    name: [.long, .customLong("automation")],
    help: "The entity, device or zone that receives the program.")
  var target: String?

  @Option(help: "The device's present program, into which the schedule is merged (ecobee).")
  var merge: String?

  @Option(help: "The heat setpoints that the device takes, in its scale: 5..30.")
  var heatRange: TemperatureRange?

  @Option(help: "The cool setpoints that the device takes, in its scale: 16..32.")
  var coolRange: TemperatureRange?

  @Option(help: "The least difference of cool and heat, in the device's scale.")
  var deadband: Temperature?

  @Flag(help: "Write an entry at 00:00 for a device that does not carry the evening over.")
  var midnight = false

  @Flag(help: "Move values to the nearest one that the device takes.")
  var round = false

  @Flag(help: "Leave cooling out for a device that only heats.")
  var dropCool = false

  func validate() throws {
    if zha, let form, form != "zha" {
      throw ValidationError("--zha does not go with --form \(form)")
    }
  }

  /// The options as formats take them; reads the file to merge into.
  func options() throws -> ExportOptions {
    var options = ExportOptions()
    options.kind = deviceKind
    options.form = zha ? "zha" : form
    options.program = program
    options.day = day
    options.unit = unit
    options.target = target
    options.merge = try merge.map(DeviceInput.reading)
    options.midnight = midnight ? .needsEntry : nil
    options.limits.heat = heatRange?.bounds
    options.limits.cool = coolRange?.bounds
    options.limits.deadband = deadband
    if round { options.allowances.insert(.round) }
    if dropCool { options.allowances.insert(.dropCool) }
    return options
  }
}

/// The options of an import that say what the file does not.
struct ImportOptionGroup: ParsableArguments {
  @Option(help: "The kind of device; `setpoint formats ID` lists them.")
  var deviceKind: String?

  @Option(help: "Which program a file with a single one holds: heat or cool.")
  var program: Sides?

  @Option(help: "The unit of the result; the device's own when left out.")
  var unit: TemperatureUnit?

  @Option(help: "The unit of the file, where it does not say.")
  var fileUnit: TemperatureUnit?

  @Option(help: "The heat setpoint for every period, when the file has none.")
  var heat: Temperature?

  @Option(help: "The cool setpoint for every period, when the file has none.")
  var cool: Temperature?

  @Option(help: "A schedule file that gives the heat or cool setpoints which the file lacks.")
  var missingFrom: String?

  @Option(help: "Whose times hold when heat and cool change at different ones: heat or cool.")
  var times: Sides?

  @Flag(help: "Round temperatures to tenths of a degree.")
  var round = false

  @Flag(help: "Leave the shortest periods out when a day has more than four.")
  var dropPeriods = false

  /// The options as formats take them; reads the schedule that gives the missing side.
  func options(base: Week? = nil) throws -> ImportOptions {
    var options = ImportOptions()
    options.kind = deviceKind
    options.program = program
    options.unit = unit
    options.fileUnit = fileUnit
    options.times = times
    if let base {
      // What the device does not hold stays as it is in the schedule that is changed.
      guard unit == nil || unit == base.unit else {
        Console.say("--unit is that of the file, which --into changes: \(base.unit.rawValue)")
        throw ExitStatus.usage.exit
      }
      options.base = base
      options.unit = base.unit
      options.heat = .from(base)
      options.cool = .from(base)
    }
    if let missingFrom {
      let schedules = try DocumentFile.open(missingFrom).document.contents.schedules
      guard let other = schedules.first?.week, schedules.count == 1 else {
        Console.say(
          "\(missingFrom.printable) holds \(schedules.count) schedules; --missing-from takes a file of one"
        )
        throw ExitStatus.usage.exit
      }
      options.heat = .from(other)
      options.cool = .from(other)
    }
    if let heat { options.heat = .value(heat) }
    if let cool { options.cool = .value(cool) }
    if round { options.allowances.insert(.round) }
    if dropPeriods { options.allowances.insert(.dropPeriods) }
    return options
  }
}

/// Two temperatures with two full stops between them, `5..30`.
struct TemperatureRange: ExpressibleByArgument {
  /// The lowest and the highest.
  let bounds: ClosedRange<Temperature>

  init?(argument: String) {
    guard let dots = argument.firstRange(of: ".."),
      let low = Temperature(argument[..<dots.lowerBound]),
      let high = Temperature(argument[dots.upperBound...]), low <= high
    else { return nil }
    bounds = low...high
  }
}

extension Sides: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Weekday: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map(\.name) }

  init?(argument: String) { self.init(argument) }
}

extension DeviceInput {
  /// Reads a file, or says why not and ends the command.
  static func reading(_ path: String) throws -> DeviceInput {
    do {
      return DeviceInput(file: path, bytes: try FileReading.bytes(at: path))
    } catch {
      throw DocumentFileError.system(error).reported(path)
    }
  }
}

/// Finding a format by its id, for several commands.
enum DeviceFormatOption {
  /// Returns the format, or says which there are and ends the command.
  static func named(_ id: String) throws -> any DeviceFormat {
    guard let format = DeviceFormats.named(id) else {
      let known = DeviceFormats.all.map(\.id).joined(separator: ", ")
      Console.say("there is no format \(id.quoted()); there is \(known)")
      throw ExitStatus.usage.exit
    }
    return format
  }

  /// Returns the kind of device, or says which there are and ends the command.
  static func profile(named id: String) throws -> DeviceProfile {
    guard let profile = DeviceFormats.profile(named: id) else {
      let known = DeviceFormats.all.flatMap(\.profiles).map(\.id).joined(separator: ", ")
      Console.say("there is no device \(id.quoted()); there is \(known)")
      throw ExitStatus.usage.exit
    }
    return profile
  }
}
