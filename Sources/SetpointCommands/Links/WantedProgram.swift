import ScheduleText
import DeviceFormats
import Diagnostics
import LinkProtocol
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

/// Where what a device is to hold comes from.
enum WantedSource: Sendable {
  case schedule(OpenedSchedule)
  /// What the device stored before (`--undo`).
  case kept(KeptProgram)

  /// Whether something is put back.
  var isKept: Bool { if case .kept = self { true } else { false } }

  /// Returns what a device is to hold.
  ///
  /// - Throws: `Failure` for what it cannot hold.
  func program(
    for device: LinkedDevice, _ options: LinkOptions
  ) throws(Failure) -> WantedProgram {
    switch self {
    case .schedule(let opened): try WantedProgram(opened, for: device, options)
    case .kept(let kept): try WantedProgram(kept, for: device)
    }
  }
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
  /// The same, where neither the device nor the user said it.
  var assumedUnit: TemperatureUnit?
  /// What was changed on the way to the device, a line each.
  let changes: [String]
  /// Whether a device that turns out to hold one side alone gets that side alone.
  let followsDevice: Bool

  /// Exports a schedule for a device.
  ///
  /// - Throws: `Failure` for what the device cannot hold.
  init(
    _ opened: OpenedSchedule, for device: LinkedDevice, _ given: LinkOptions
  ) throws(Failure) {
    let format = try device.knownFormat()
    followsDevice = given.export.program == nil && format.options.contains(.program)
    var options = try Self.options(given.export, device)
    let profile = format.profiles.first { $0.isNamed(options.kind ?? device.kind) }
    if given.onlyHeatersDropCool, profile?.capabilities.sides.contains(.cool) == true {
      options.allowances.remove(.dropCool)
    }
    let sides = opened.schedule.week.sides
    if device.takesBothSides, sides != .both {
      throw Failure(
        .usage,
        "the device gets a heat and a cool program, and the schedule has \(sides.name) setpoints alone; "
          + "setpoint set FILE sides=both adds \(sides.first.other.name)")
    }
    let export = DeviceExport(format: format, options: options, each: given.each)
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
    assumedUnit = options.unit == nil ? week.unit : nil
    changes = export.changes(of: output)
  }

  /// Makes what was kept of a device what it is to hold again; what no schedule holds goes back as it came.
  fileprivate init(_ kept: KeptProgram, for device: LinkedDevice) throws(Failure) {
    let format = try device.knownFormat()
    guard format.id == kept.format else {
      throw Failure(
        .problems, "\(kept.link.shown): what is kept is \(kept.format), and the device \(format.id)"
      )
    }
    if let wanted = try? WantedProgram(kept, for: device, format) {
      self = wanted
      return
    }
    guard device.unit == nil || kept.unit == nil || device.unit == kept.unit else {
      throw Failure(
        .problems,
        "\(kept.link.shown): the device's unit has changed, and what is kept cannot be converted")
    }
    (text, title, unit) = (kept.program, Self.keptTitle, kept.unit)
    (held, reading, changes, followsDevice) = (nil, nil, [], false)
  }

  private static let keptTitle = "what it held before"

  /// Takes a text that a device held before, written as an export is.
  ///
  /// - Throws: `ExportRefusal` or `ImportRefusal` where no schedule holds it.
  private init(
    _ kept: KeptProgram, for device: LinkedDevice, _ format: any ImportableFormat
  ) throws {
    let (unit, title) = (kept.unit, Self.keptTitle)
    var options = ImportOptions()
    options.kind = device.kind
    options.fileUnit = unit
    let input = DeviceInput(file: title, bytes: Array(kept.program.utf8))
    let read = try format.read([input], options: options)
    var export = ExportOptions()
    export.kind = device.kind
    export.unit = device.unit ?? unit
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
    _ given: ExportOptions, _ device: LinkedDevice
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
    if device.takesBothSides, (given.program ?? .both) != .both {
      throw Failure(.usage, "the device gets both programs; leave --program out")
    }
    return options
  }
}
