package import Diagnostics
package import ScheduleModel

/// A part of a schedule that does not fit a device.
package struct DeviceIssue: Hashable, Sendable {
  /// The option that allows the export.
  package enum Remedy: String, Hashable, Sendable {
    /// `--round`: the nearest allowed value.
    case round = "--round"
    /// `--drop-cool`: without the cool setpoints.
    case dropCool = "--drop-cool"
  }

  package let rule: RuleInfo
  /// The cell; nil for the whole week.
  package let cell: CellAddress?
  /// One sentence, lower case, without a full stop.
  package let message: String
  /// The value of `--round`; nil if it has none.
  package let replacement: CellValue?
  /// The option that allows the export, if any.
  package var fixedBy: Remedy? {
    replacement != nil ? .round : rule == .coolNotHeld ? .dropCool : nil
  }

  /// The rule's code, `SP501`.
  package var code: String { rule.code }

  init(
    _ rule: RuleInfo, cell: CellAddress?, _ message: String, replacement: CellValue? = nil
  ) {
    (self.rule, self.cell, self.message, self.replacement) = (rule, cell, message, replacement)
  }
}

/// A cell changed by an export.
package struct DeviceChange: Hashable, Sendable, CustomStringConvertible {
  package let cell: CellAddress
  /// The value in the schedule, with its unit.
  package let old: String
  /// The written value; `nothing` for a dropped setpoint.
  package let new: String

  /// The change for messages, `Tuesday leave heat 62.5 °F -> 63 °F`.
  package var description: String { "\(cell) \(old) -> \(new)" }
}
