package import ScheduleModel

/// Why a cell does not fit a device.
package struct DeviceIssue: Hashable, Sendable {
  /// The kinds of misfit; the raw values are the codes of `setpoint rule`.
  package enum Kind: String, Sendable, CaseIterable {
    /// The time is between two that the device knows.
    case timeGrid = "SP501"
    /// The temperature is between two that the device knows, or has no equal in its scale.
    case temperatureGrid = "SP502"
    /// The temperature is outside the device's range.
    case range = "SP503"
    /// The device does not cool.
    case coolUnsupported = "SP504"
    /// Heat and cool are closer than the device allows.
    case deadband = "SP505"
  }

  /// What a person can ask for to export all the same.
  package enum Remedy: String, Sendable {
    /// The nearest value that the device takes.
    case round = "--round"
    /// Leaving cooling out.
    case dropCool = "--drop-cool"
  }

  /// What kind of misfit it is.
  package let kind: Kind
  /// The cell.
  package let cell: CellAddress
  /// One sentence, lower case, without a full stop, with the nearest values that fit.
  package let message: String
  /// The way through, nil when there is none.
  package let remedy: Remedy?
}

/// A cell that an export changes because a person asked for it.
package struct DeviceChange: Hashable, Sendable, CustomStringConvertible {
  /// The cell.
  package let cell: CellAddress
  /// What the schedule holds.
  package let old: String
  /// What the device gets.
  package let new: String

  /// The change in words, `monday wake heat 70.5 °F -> 71 °F`.
  package var description: String { "\(cell) \(old) -> \(new)" }
}
