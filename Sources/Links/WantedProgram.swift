import DeviceFormats
import Diagnostics
import LinkProtocol
package import Reporting
package import ScheduleFiles
import ScheduleModel
import ScheduleText

package enum WantedSource: Sendable {
  /// A schedule of an open file, by its index.
  case schedule(DocumentFile, Int)
  /// The program that the device stored before (`--undo`).
  case kept(KeptProgram)

  /// Opens the file at `path` and finds the schedule with that name, the one due today, or the only one.
  package init(_ path: String, named name: String?, due: Bool, hint: String?) throws(Failure) {
    let document = try DocumentFile.open(path)
    self = .schedule(document, try document.scheduleIndex(named: name, due: due, hint: hint))
  }

  /// The schedule; nil for an earlier program.
  var schedule: Schedule? {
    guard case .schedule(let file, let index) = self else { return nil }
    return file.contents.schedules[index]
  }

  var isKept: Bool { if case .kept = self { true } else { false } }

  /// Throws if the file has changed since it was opened. Standard input and a pipe cannot be read again.
  func refuseChange() throws(Failure) {
    guard case .schedule(let file, _) = self, file.path != "-" else { return }
    let bytes = try? FileReading.bytes(at: file.path, ofFilesAlone: true)
    if bytes != file.document.original, bytes != nil || !FileReading.isAnything(at: file.path) {
      throw Failure(.notProved, "\(file.path) was changed meanwhile; nothing was written")
    }
  }
}

struct WantedProgram: Sendable {
  let text: String
  /// The name in messages: `"Home" of home.json`.
  let title: String
  /// What reading it back would give; nil if it is not a valid schedule.
  let expected: ExpectedProgram?
  /// The unit of the text.
  let unit: TemperatureUnit?
  /// The unit, if it is a default.
  var assumedUnit: TemperatureUnit?
  /// The changes made by the export, one line each.
  var changes: [String] = []
  /// Whether to write only one side if the device turns out to support only that.
  var followsDevice = false

  init(
    _ file: DocumentFile, _ index: Int, for device: LinkedDevice, _ given: LinkOptions
  ) throws(Failure) {
    let format = try device.knownFormat()
    let schedule = file.contents.schedules[index]
    let week = schedule.week
    followsDevice =
      given.export.program == nil && device.neededSides == nil && format.options.contains(.program)
    var options = given.export
    let kind = options.kind ?? device.kind
    options.kind = kind
    let profile = format.profiles.first { $0.isNamed(kind) }
    if given.onlyHeatersDropCool, profile?.sides.contains(.cool) == true {
      options.allowances.remove(.dropCool)
    }
    try Self.refuseSides(file, index, for: device, options, isAlone: given.isAlone)
    options.program = device.neededSides ?? options.program
    options.unit = try device.unit(agreeingWith: options.unit)
    options.areShared = !given.isAlone
    let output = try DeviceExport(format: format, options: options, each: given.each)
      .output(index, of: file)
    let reading = ProgramReading(format, of: device, options, like: week)
    text = output.text
    title = "\(schedule.name.quoted()) of \(file.path)"
    do {
      expected = try ExpectedProgram(text: text, reading, title: title)
    } catch {
      throw Failure(
        .notProved, "\(title): what was exported for \(device.kind) cannot be read back")
    }
    unit = options.unit ?? week.unit
    assumedUnit = options.unit == nil ? week.unit : nil
    changes = output.changes.lines(each: given.each)
  }

  /// Throws for a schedule and options that do not have the sides that the device's address asks for.
  private static func refuseSides(
    _ file: DocumentFile, _ index: Int, for device: LinkedDevice, _ options: ExportOptions,
    isAlone: Bool
  ) throws(Failure) {
    let sides = file.contents.schedules[index].week.sides
    if let needed = device.neededSides, !sides.isSuperset(of: needed) {
      let programs = needed == .both ? "a heat and a cool program" : "the \(needed.name) program"
      throw Failure(
        .usage,
        "the address names \(programs), but the schedule has only \(sides.name) setpoints; "
          + "`\(file.commandAddingSides(to: index))` adds \(sides.first.other.name), and an address that ends "
          + "in \(device.scheme.ending(sides.first)) gets \(sides.name) alone")
    }
    if let needed = device.neededSides, let program = options.program, program != needed {
      let option = isAlone ? "--program" : "--program, or program in the devices file"
      let programs =
        needed == .both ? "a heat and a cool program, not one" : "the \(needed.name) program alone"
      throw Failure(.usage, "the device gets \(programs); omit \(option)")
    }
    if device.neededSides == .both, options.allowances.contains(.dropCool) {
      let option = isAlone ? "--drop-cool" : "dropCool"
      throw Failure(.usage, "the device always gets a heat and a cool program; omit \(option)")
    }
  }

  /// Creates the wanted program from a kept one; an invalid schedule is restored unchanged.
  init(_ kept: KeptProgram, for device: LinkedDevice) throws(Failure) {
    let format = try device.knownFormat()
    guard format.id == kept.format else {
      throw Failure(.problems, "the saved program is for \(kept.format), not for \(format.id)")
    }
    (title, unit) = ("its previous program", kept.next.unit)
    let isInItsUnit = device.unit == nil || device.unit == kept.next.unit
    let again = try? Self.exported(kept, for: device, format)
    guard again != nil || isInItsUnit || kept.next.unit == nil else {
      throw Failure(
        .problems, "the device's unit has changed, and the saved program cannot be converted")
    }
    expected = again
    // In its unit, the device's own bytes, NULL and all.
    text = isInItsUnit ? kept.next.text : again?.text ?? kept.next.text
  }

  /// Exports a program that a device stored before; throws if no schedule can represent it.
  private static func exported(
    _ kept: KeptProgram, for device: LinkedDevice, _ format: any DeviceFormat
  ) throws -> ExpectedProgram {
    var options = ImportOptions()
    options.kind = device.kind
    options.fileUnit = kept.next.unit
    let input = DeviceInput(file: kept.link.shown, bytes: Array(kept.next.text.utf8))
    let read = try format.read([input], options: options)
    var export = ExportOptions()
    export.kind = device.kind
    export.unit = device.unit ?? kept.next.unit
    export.program = read.sides
    let text = try format.export(read.schedule, name: read.name ?? "Kept", options: export).text
    let reading = ProgramReading(format, of: device, export, like: read.schedule)
    return try ExpectedProgram(text: text, reading, title: kept.link.shown)
  }
}

/// An exported text, and what reading it back from the device would give.
struct ExpectedProgram: Sendable {
  let text: String
  /// How to read the device's answers.
  let reading: ProgramReading
  let held: ImportOutput

  /// Reads a text; `title` is its name in findings.
  init(text: String, _ reading: ProgramReading, title: String) throws(ImportRefusal) {
    (self.text, self.reading) = (text, reading)
    held = try reading.read(text, from: title)
  }
}

extension ImportOutput {
  /// The unit of most values, if plausible: below 40 they are °C, above °F. Nil for a tie or if all are 0.
  var likelyUnit: TemperatureUnit? {
    let degrees = schedule.setpoints.flatMap { row in
      sides.each.compactMap { row[$0]?.degrees }
    }
    let (low, high) = (degrees.count { 0 < $0 && $0 < 40 }, degrees.count { $0 > 40 })
    return low == high ? nil : low > high ? .celsius : .fahrenheit
  }
}

/// Reads the texts of a device for comparing with a schedule.
///
/// Both texts are read in the same way: padding, midnight entries and the device's steps make no difference.
struct ProgramReading: Sendable {
  let format: any DeviceFormat
  private var options = ImportOptions()
  /// The unit of texts that do not name theirs.
  private let usualUnit: TemperatureUnit

  /// Reads a week in the unit of `week`; a missing side is taken from `week`.
  init(
    _ format: any DeviceFormat, of device: LinkedDevice, _ export: ExportOptions,
    like week: Week
  ) {
    self.format = format
    usualUnit = export.unit ?? week.unit
    options.areAdvised = false
    options.kind = export.kind
    options.unit = week.unit
    options.fileUnit = device.unit
    options.heat = .rows(week)
    options.cool = .rows(week)
    let sides = (export.program ?? week.sides).each
    if sides.count == 1 { options.program = sides[0] }
  }

  /// Reads a text; `name` is its name in findings.
  func read(_ text: String, from name: String) throws(ImportRefusal) -> ImportOutput {
    try read([DeviceInput(file: name, bytes: Array(text.utf8))], options)
  }

  /// Compares the heat and the cool program of a text one by one, with their own times; nil if one has not four a day.
  func difference(of text: String, to wanted: ImportOutput) -> HeldDifference? {
    func difference(_ side: Side) -> HeldDifference? {
      var options = options
      options.times = side
      let held = try? read([DeviceInput(bytes: Array(text.utf8))], options)
      guard let held, held.sides == .both, wanted.sides == .both,
        !held.warnings.contains(where: { $0.code == RuleInfo.filled.code })
      else { return nil }
      return HeldDifference(device: held.only(side), wanted: wanted.only(side))
    }
    guard let heat = difference(.heat), let cool = difference(.cool) else { return nil }
    return HeldDifference(heat: heat, cool: cool)
  }

  private func read(
    _ inputs: [DeviceInput], _ options: ImportOptions
  ) throws(ImportRefusal) -> ImportOutput {
    var options = options
    do throws(ImportRefusal) {
      return try format.read(inputs, options: options)
    } catch {
      switch error {
      case .usage where options.fileUnit == nil:
        options.fileUnit = usualUnit
        return try read(inputs, options)
      case .usage where options.program != nil:
        // The device stores the other side, too.
        options.program = nil
        return try read(inputs, options)
      case .losses where !options.allowances.contains(.round):
        options.allowances.insert(.round)
        guard let result = try? read(inputs, options) else { throw error }
        return result
      default: throw error
      }
    }
  }
}
