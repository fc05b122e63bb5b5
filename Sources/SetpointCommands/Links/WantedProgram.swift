import ScheduleText
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel

/// One schedule of a file that was opened.
struct OpenedSchedule: Sendable {
  let document: DocumentFile
  let index: Int

  /// Opens the file at `path` and finds the schedule of that name, or the first one.
  ///
  /// - Throws: `Failure`.
  init(_ path: String, named name: String?) throws(Failure) {
    document = try DocumentFile.open(path)
    index = try document.scheduleIndex(named: name)
  }

  var schedule: Schedule { document.document.contents.schedules[index] }
}

/// What a device is to hold, in its own text.
struct WantedProgram: Sendable {
  let text: String
  /// How messages call it: `"Home" of home.json`.
  let title: String
  /// What comes back when the text is read; nil for what a schedule cannot hold.
  let held: HeldProgram?
  /// How the device's answers are read.
  let reading: ProgramReading?
  /// The scale that the text is in.
  let unit: TemperatureUnit?
  /// What was changed on the way to the device, a line each.
  let changes: [String]
  /// Whether a device that turns out to hold one side alone gets that side alone.
  let followsDevice: Bool

  /// Exports a schedule for a device, which `isAlone` or one of many with the same options.
  ///
  /// - Throws: `Failure` for what the device cannot hold.
  init(
    _ opened: OpenedSchedule, for device: LinkedDevice, _ options: ExportOptions, each: Bool,
    isAlone: Bool = true
  ) throws(Failure) {
    let format = try device.knownFormat()
    followsDevice = options.program == nil && format.options.contains(.program)
    var options = try Self.options(options, format, device)
    // Of many devices, those that only heat are meant.
    let profile = format.profiles.first { $0.isNamed(options.kind ?? device.kind) }
    if !isAlone, profile?.capabilities.sides.contains(.cool) == true {
      options.allowances.remove(.dropCool)
    }
    let export = DeviceExport(format: format, options: options, each: each)
    let output = try export.output(opened.index, of: opened.document)
    let week = opened.schedule.week
    let reading = ProgramReading(format, of: device, options, like: week)
    text = output.text
    title = "\(opened.schedule.name.quoted()) of \(opened.document.path)"
    do {
      held = try reading.read(output.text, from: title)
    } catch {
      throw Failure(
        .notProved, "\(title): what was exported for \(device.kind) cannot be read back")
    }
    self.reading = reading
    unit = options.unit ?? week.unit
    changes = export.changes(of: output)
  }

  /// Takes a text that a device held before, for what no schedule can.
  init(kept text: String, title: String, unit: TemperatureUnit?) {
    (self.text, self.title, self.unit) = (text, title, unit)
    (held, reading, changes, followsDevice) = (nil, nil, [], false)
  }

  /// Takes a text that a device held before, written as an export is.
  ///
  /// - Throws: `ExportRefusal` or `ImportRefusal` where no schedule holds it.
  init(
    kept text: String, title: String, unit: TemperatureUnit?, for device: LinkedDevice,
    _ format: any ImportableFormat
  ) throws {
    var options = ImportOptions()
    options.kind = device.kind
    options.fileUnit = unit
    // The setpoints that the device does not hold; nothing is made of them.
    options.heat = .from(.standard(unit ?? .celsius))
    options.cool = options.heat
    let input = DeviceInput(file: title, bytes: Array(text.utf8))
    let read = try format.read([input], options: options)
    var export = ExportOptions()
    export.kind = device.kind
    export.unit = unit
    if read.sides != .both { export.program = read.sides }
    let output = try format.export(read.schedule, name: read.name ?? "Kept", options: export)
    let reading = ProgramReading(format, of: device, export, like: read.schedule)
    held = try reading.read(output.text, from: title)
    self.text = output.text
    (self.title, self.unit, self.reading, changes, followsDevice) = (
      title, unit, reading, [], false
    )
  }

  /// The options for a device, with what it says of itself.
  private static func options(
    _ given: ExportOptions, _ format: any ImportableFormat, _ device: LinkedDevice
  ) throws(Failure) -> ExportOptions {
    var options = given
    options.kind = given.kind ?? device.kind
    options.program = given.program ?? device.onlySide
    if let own = device.unit {
      if let unit = given.unit, unit != own {
        throw Failure(.usage, "the device is set to \(own.symbol), not to \(unit.symbol)")
      }
      options.unit = own
    }
    if format.id == "radiotherm", (given.program ?? .both) != .both {
      throw Failure(.usage, "radiotherm gets both programs; leave --program out")
    }
    return options
  }
}
