package import Diagnostics
package import ScheduleModel

/// Something that a device cannot hold exactly.
package struct DeviceIssue: Hashable, Sendable {
  /// The flag that would let an export through.
  package enum Remedy: String, Hashable, Sendable {
    /// `--round`: the nearest allowed value.
    case round = "--round"
    /// `--drop-cool`: without the cool setpoints.
    case dropCool = "--drop-cool"
  }

  /// The rule that is broken.
  package let rule: RuleInfo
  /// The cell; nil where the week as a whole is meant.
  package let cell: CellAddress?
  /// One sentence, lower case, without a full stop.
  package let message: String
  /// The nearest values that the device has, in the schedule's own unit, in rising order.
  package let nearest: [CellValue]
  /// What `--round` would put into the cell; nil where it puts nothing.
  package let replacement: CellValue?
  /// The flag that lets the export through; nil when there is none.
  package let fixedBy: Remedy?

  /// The rule's code, `SP501`.
  package var code: String { rule.code }

  init(
    _ rule: RuleInfo, cell: CellAddress?, _ message: String, nearest: [CellValue] = [],
    replacement: CellValue? = nil, fixedBy: Remedy? = nil
  ) {
    self.rule = rule
    self.cell = cell
    self.message = message
    self.nearest = nearest
    self.replacement = replacement
    self.fixedBy = fixedBy
  }
}

/// A cell that an export wrote otherwise than the schedule has it.
package struct DeviceChange: Hashable, Sendable, CustomStringConvertible {
  package let cell: CellAddress
  /// What the schedule holds, with its unit.
  package let old: String
  /// What was written; `nothing` for a dropped setpoint.
  package let new: String

  /// The change in words, `tuesday leave heat 62.5 °F -> 63 °F`.
  package var description: String { "\(cell) \(old) -> \(new)" }
}
