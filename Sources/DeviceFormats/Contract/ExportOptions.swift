package import Diagnostics
import JSONText
package import ScheduleModel

/// The losses that an export or an import may make.
package struct Allowances: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Takes the nearest allowed value, half away from zero (`--round`).
  package static let round = Allowances(rawValue: 1)
  /// Leaves the cool setpoints out of an export (`--drop-cool`).
  package static let dropCool = Allowances(rawValue: 2)
  /// Leaves the shortest periods out of an import when there are more than four (`--drop-periods`).
  package static let dropPeriods = Allowances(rawValue: 4)
}

/// What an export may do and how it writes; the defaults lose nothing.
package struct ExportOptions: Sendable {
  /// What may be lost.
  package var allowances: Allowances = []
  /// The kind of device, a profile's id or alias (`--device`); nil for the format's first.
  package var kind: String?
  /// The form of the text (`--to FORMAT/FORM`); nil for the format's first.
  package var form: String?
  /// The sides to write (`--program`, `--mode`); nil for the format's usual.
  package var program: Sides?
  /// The only day to write (`--day`), where the format has a text for a single day.
  package var day: Weekday?
  /// The unit to write in (`--unit`), where the device has both; nil for the schedule's own.
  package var unit: TemperatureUnit?
  /// What receives the program: an entity (`--automation`), a device or zone id (`--target`).
  package var target: String?
  /// A file of the device to merge into (`--merge`): ecobee's downloaded program.
  package var merge: DeviceInput?
  /// What holds before the first period (`--midnight` asks for an entry at 00:00); nil for the
  /// format's usual.
  package var midnight: MidnightRule?
  /// Limits that this device reports, instead of its profile's.
  package var limits = LimitOverrides()

  /// Makes options that lose nothing and write the usual form.
  package init() {}
}

/// Limits that a device reports about itself, in the unit that is written.
package struct LimitOverrides: Hashable, Sendable {
  /// The heat setpoints it takes (`--heat-range`).
  package var heat: ClosedRange<Temperature>?
  /// The cool setpoints it takes (`--cool-range`).
  package var cool: ClosedRange<Temperature>?
  /// The least difference of cool and heat (`--deadband`).
  package var deadband: Temperature?

  /// Makes limits that change nothing.
  package init() {}
}

/// What a format writes.
package struct WrittenText: Sendable {
  let bytes: [UInt8]
  /// Sentences for the user: what to do first or besides.
  var notes: [String] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Writes JSON for people to read, with a line end.
  init(_ value: JSONValue) { bytes = value.encoded(.indented) + [UInt8(ascii: "\n")] }
}

/// What an export gives.
package struct ExportOutput: Hashable, Sendable {
  /// The text, ready to be written to a file.
  package let bytes: [UInt8]
  /// The schedule as the device holds it, in the schedule's own unit; dropped sides are unchanged.
  package let schedule: Week
  /// The cells that were changed or dropped, in table order; empty without an allowance.
  package let changes: [DeviceChange]
  /// Sentences for the user: what to do first or besides.
  package let notes: [String]

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Why nothing was written.
package enum ExportRefusal: Error, Hashable, Sendable {
  /// The device cannot hold the schedule: a finding per cell, in table order (exit status 1).
  case issues([DeviceIssue])
  /// An option makes no sense for the format: one sentence (exit status 64).
  case usage(String)
  /// The file to merge into cannot be read (exit status 65).
  case unreadable([Diagnostic])
}
