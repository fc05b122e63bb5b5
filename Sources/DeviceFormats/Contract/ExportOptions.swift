package import Diagnostics
package import JSONText
package import ScheduleModel

/// The options of an export; the defaults cause no loss.
package struct ExportOptions: Hashable, Sendable {
  /// The permitted losses: `round`, to the nearest allowed value, half away from zero, and `dropCool`.
  package var allowances: Set<RequestOption> = []
  /// The kind of device, a profile's id or alias; nil for the format's first.
  package var kind: String?
  /// The form of the text; nil for the format's first.
  package var form: String?
  /// The sides to write; nil for the format's default.
  package var program: Sides?
  /// The only day to write, if the format supports it.
  package var day: Weekday?
  /// The unit to write, if the device supports both; nil for the schedule's own.
  package var unit: TemperatureUnit?
  /// The receiver of the program: an entity, a device or zone id.
  package var target: String?
  /// A file of the device to merge into: ecobee's downloaded program.
  package var merge: DeviceInput?
  /// Whether to add an entry at 00:00 to days of devices that do not need it.
  package var addsMidnightEntry = false
  /// The first year of a calendar, for formats with dates.
  package var year: Int?
  /// The heat setpoints that this device reports to support, in the written unit.
  package var heatRange: ClosedRange<Temperature>?
  /// The cool setpoints that this device reports to support, in the written unit.
  package var coolRange: ClosedRange<Temperature>?
  /// The smallest difference of cool and heat that this device reports, in the written unit.
  package var deadband: Temperature?
  /// Whether the options are for several schedules or devices: the limits of a side that one does not write are then
  /// omitted instead of refused.
  package var areShared = false

  package init() {}
}

package struct WrittenText: Sendable {
  package let bytes: [UInt8]
  /// Notes for the user, such as steps to take before sending the text.
  package let notes: [Sentence]

  init(_ bytes: [UInt8], notes: [Sentence] = []) {
    (self.bytes, self.notes) = (bytes, notes)
  }

  init(_ text: String, notes: [Sentence] = []) { self.init(Array(text.utf8), notes: notes) }

  /// Writes indented JSON with a line end.
  init(_ value: JSONValue, notes: [Sentence] = []) {
    self.init(value.encoded(.indented) + [UInt8(ascii: "\n")], notes: notes)
  }
}

package struct ExportOutput: Hashable, Sendable {
  /// The text to write to a file.
  package let bytes: [UInt8]
  /// The schedule as stored by the device, in the schedule's unit; dropped sides are unchanged.
  package let schedule: Week
  /// The changed and dropped cells, in table order; empty without an allowance.
  package let changes: [DeviceChange]
  /// Notes for the user, such as steps to take before sending the text.
  package let notes: [Sentence]

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

package enum ExportRefusal: Error, Hashable, Sendable {
  /// The schedule does not fit the device: a finding per cell, in table order (exit status 1).
  case issues([DeviceIssue])
  /// An option is invalid for the format (exit status 64).
  case usage(Sentence)
  /// The file to merge into cannot be read (exit status 65).
  case unreadable([Diagnostic])

  /// The refusal of a file to merge into.
  init(_ error: ImportRefusal) {
    self =
      switch error {
      case .unreadable(let findings), .losses(let findings): .unreadable(findings)
      case .usage(let sentence): .usage(sentence)
      }
  }
}

extension JSONValue {
  /// A temperature: an integer if it is whole.
  package static func degrees(_ value: Hundredths) -> JSONValue {
    value.isMultiple(of: 100) ? .integer(value.count / 100) : .real(value)
  }

  /// A temperature that is always a real number, `20.0`.
  static func real(_ value: Hundredths) -> JSONValue { .real(Double(value.count) / 100) }
}
