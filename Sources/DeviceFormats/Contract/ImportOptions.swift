package import Diagnostics
package import ScheduleModel

/// A file that a device or its interface wrote.
package struct DeviceInput: Hashable, Sendable {
  /// The name for messages; `-` for standard input.
  package let file: String
  /// What it holds.
  package let bytes: [UInt8]

  /// Joins a name and the bytes.
  package init(file: String = "-", bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}

/// How a program is read; the defaults lose nothing.
package struct ImportOptions: Sendable {
  /// Where the setpoints come from that the device does not hold.
  package enum MissingSide: Hashable, Sendable {
    /// One value for the week, in the unit of the result (`--cool 26`).
    case value(Temperature)
    /// The same rows of another schedule (`--missing-from FILE`).
    case from(Week)
  }

  /// What may be lost.
  package var allowances: Allowances = []
  /// The kind of device (`--device`); nil for the format's first.
  package var kind: String?
  /// Which of several programs is read (`--zone`); nil for all.
  package var zone: String?
  /// The unit of the result (`--unit`); nil for the device's own.
  package var unit: TemperatureUnit?
  /// The unit of the file where it does not say (`--file-unit`); nil for the format's usual.
  package var fileUnit: TemperatureUnit?
  /// Which program a file is that does not say so (`--program`); nil to go by the file.
  package var program: Sides?
  /// Whose times hold when heat and cool change at different times (`--times`): heat or cool.
  package var times: Sides?
  /// The heat setpoints, when the file has none (`--heat`, `--missing-from`).
  package var heat: MissingSide?
  /// The cool setpoints, when the file has none (`--cool`, `--missing-from`).
  package var cool: MissingSide?
  /// The schedule that gives the days which the file does not hold (`--into`).
  package var base: Week?

  /// Makes options that lose nothing and ask for nothing.
  package init() {}
}

/// What an import gives.
package struct ImportOutput: Hashable, Sendable {
  /// The program as a schedule.
  package let schedule: Week
  /// The name that the file has for it; nil where it has none.
  package let name: String?
  /// The setpoints that the files have; the others came from the options.
  package let sides: Sides
  /// What was filled in, rounded or not understood, in the order of the file.
  package let warnings: [Diagnostic]
}

/// Why nothing was read.
package enum ImportRefusal: Error, Hashable, Sendable {
  /// The file is malformed: the first fault (exit status 65).
  case unreadable(Diagnostic)
  /// The table cannot hold the program: a finding per day (exit status 1).
  case losses([Diagnostic])
  /// An option is missing or makes no sense: one sentence (exit status 64).
  case usage(String)
}

extension ImportRefusal {
  /// The file leaves its unit to the options, which leave it open too.
  static let unknownUnit = ImportRefusal.usage(
    "the file does not say its unit; add --file-unit C or F")
}
