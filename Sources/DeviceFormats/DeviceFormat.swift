package import Diagnostics
package import ScheduleModel

/// What a person asks of an export beyond the schedule.
package struct ExportOptions: Sendable {
  /// Whether values may be moved to the nearest one that the device takes.
  package var rounds = false
  /// Whether cooling may be left out for a device that only heats.
  package var dropsCool = false
  /// Which of a device's two programs is wanted.
  package var program = Program.both
  /// The one day that is wanted, nil for the week.
  package var day: Weekday?

  /// Asks for nothing special.
  package init() {}
}

/// The programs of a device that keeps heating and cooling apart.
package enum Program: String, Sendable, CaseIterable {
  case heat, cool, both
}

/// What an export gives.
package struct DeviceExport: Sendable {
  /// The text or data for the device.
  package let bytes: [UInt8]
  /// The cells that were changed to fit.
  package let changes: [DeviceChange]
}

/// Why an export was refused: every cell that does not fit.
package struct ExportRefusal: Error, Sendable {
  /// At least one.
  package let issues: [DeviceIssue]
}

/// What a person adds to an import that holds only one of the two programs.
package struct ImportOptions: Sendable {
  /// Which program a file with a single one holds; nil where the file must say.
  package var program: Program?
  /// The setpoints for the program that is missing: a week in the device's scale.
  package var counterpart: Counterpart?

  /// Where the missing setpoints come from.
  package enum Counterpart: Sendable {
    /// The same temperature in every period.
    case constant(Temperature)
    /// What another schedule has, with its times.
    case schedule(Schedule)
  }

  /// Adds nothing.
  package init() {}
}

/// What an import gives.
package struct DeviceImport: Sendable {
  /// The week, in the device's scale.
  package let week: Schedule
  /// What a person should know, such as periods that were split; nothing was lost.
  package let notes: [String]
}

/// Why a device's file was refused.
package struct ImportRefusal: Error, Sendable {
  /// What is wrong, with its place; at least one.
  package let diagnostics: [Diagnostic]
}

/// A thermostat, hub or program that schedules are exported to: one file each.
package protocol DeviceFormat: Sendable {
  /// The name on the command line.
  var id: String { get }
  /// The devices in words.
  var title: String { get }
  /// What the device can hold.
  var capabilities: DeviceCapabilities { get }
  /// How to get an export onto the device, in lines that a person can paste.
  var howTo: [String] { get }

  /// Writes a schedule that fits the device.
  func encode(_ schedule: DeviceSchedule, name: String, options: ExportOptions) -> [UInt8]
}

/// A format that can be read back.
package protocol ImportableFormat: DeviceFormat {
  /// Reads `bytes`; findings name the file as `file`.
  ///
  /// - Throws: `ImportRefusal`; nothing is then known of the week.
  func week(
    from bytes: [UInt8], file: String, options: ImportOptions
  ) throws(ImportRefusal) -> DeviceImport
}

extension DeviceFormat {
  /// Exports a schedule, or names every cell that does not fit.
  ///
  /// - Throws: `ExportRefusal`.
  package func export(
    _ schedule: Schedule, name: String, options: ExportOptions
  ) throws(ExportRefusal) -> DeviceExport {
    let fitted = DeviceSchedule(
      schedule, device: capabilities, name: id, rounds: options.rounds,
      dropsCool: options.dropsCool)
    guard fitted.issues.isEmpty else { throw ExportRefusal(issues: fitted.issues) }
    return DeviceExport(
      bytes: encode(fitted, name: name, options: options), changes: fitted.changes)
  }
}

/// The formats that are known.
package enum DeviceFormats {
  /// Every format, in the order in which they are listed.
  package static let all: [any DeviceFormat] = [RadioThermostat()]

  /// The format with an id.
  package static func named(_ id: String) -> (any DeviceFormat)? { all.first { $0.id == id } }
}
