package import Diagnostics
package import ScheduleModel
package import ScheduleRules

/// The device of a schedule, for the editor.
package protocol EditorDevice: Sendable {
  var id: String { get }

  /// Returns what the device cannot store of a week, in table order.
  func misfits(of week: Week) -> [CellFinding]

  /// Returns the supported setpoints of a side; nil if unknown.
  func range(of side: Side, in unit: TemperatureUnit) -> ClosedRange<Temperature>?

  /// Returns the next supported value above or below another; nil if there is none.
  func stepped(
    _ value: CellValue, of field: Field, in unit: TemperatureUnit, by count: Int
  ) -> CellValue?

  /// Returns the week with the nearest supported value in a misfit's cell; nil if there is none.
  func repaired(_ week: Week, _ misfit: CellFinding) -> Week?
}

/// The devices that the editor's host supports. Does not access files.
package protocol DeviceCatalog: Sendable {
  /// The names of all devices.
  var names: [String] { get }

  /// Finds a device by name.
  ///
  /// - Throws: `Refusal`, with suggestions.
  func device(named name: String) throws(Refusal) -> any EditorDevice

  /// Returns what an export of a schedule would change, or why it is not possible.
  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview

  /// Returns the explanation of a rule about devices; nil for any other rule.
  func explanation(ofRule code: String) -> String?
}

/// The parameters of an export in a device's format.
package struct ExportPlan: Hashable, Sendable {
  package var device: String
  package var path: String
  /// Whether to round values to those that the device supports.
  package var rounds = false
  /// Whether to omit cool setpoints.
  package var dropsCool = false
  /// The sides to write; nil for the default of the format.
  package var program: Sides?
  /// Whether to overwrite an existing file.
  package var replaces = false

  /// Creates an export without loss.
  package init(device: String, path: String) {
    self.device = device
    self.path = path
  }
}

/// A description of an export's effect; equal changes on several days are one line.
package struct ExportPreview: Hashable, Sendable {
  /// The reasons why the schedule cannot be exported, one line each; empty if it can.
  package var refused: [String]
  /// The number of cells that the export would change.
  package var changeCount: Int
  /// The changes, one line each.
  package var changes: [String]
  /// Further notes.
  package var notes: [String]

  package init(
    refused: [String], changeCount: Int = 0, changes: [String] = [], notes: [String] = []
  ) {
    self.refused = refused
    self.changeCount = changeCount
    self.changes = changes
    self.notes = notes
  }

  /// A summary line, then the cells.
  var lines: [String] {
    if !refused.isEmpty { return ["It does not fit:"] + refused }
    switch changeCount {
    case 0: return ["Every value fits; nothing is changed."] + notes
    case 1: return ["1 cell will change:"] + changes + notes
    default: return ["\(changeCount) cells will change:"] + changes + notes
    }
  }
}

/// A catalog without devices, for a host that supports none.
package struct NoDevices: DeviceCatalog {
  package let names: [String] = []

  package init() {}

  package func device(named name: String) throws(Refusal) -> any EditorDevice {
    throw Refusal("there is no device \(name.quoted())")
  }

  package func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview {
    ExportPreview(refused: ["there is no device \(plan.device.quoted())"])
  }

  package func explanation(ofRule code: String) -> String? { nil }
}
