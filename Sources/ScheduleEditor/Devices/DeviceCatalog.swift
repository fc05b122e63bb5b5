package import Diagnostics
package import ScheduleModel
package import ScheduleRules

/// A device that a schedule is meant for, as far as the editor must know it.
package protocol EditorDevice: Sendable {
  /// What it is called.
  var id: String { get }

  /// What it cannot hold of a week, in table order.
  func misfits(of week: Week) -> [CellFinding]

  /// The setpoints of a side that it takes; nil where it states none.
  func range(of side: Side, in unit: TemperatureUnit) -> ClosedRange<Temperature>?

  /// The next value above another that it can be set to, or below; nil where there is none.
  func stepped(
    _ value: CellValue, of field: Field, in unit: TemperatureUnit, by count: Int
  ) -> CellValue?

  /// The week with the nearest value that it has in the cell of a misfit; nil where nothing is nearest.
  func repaired(_ week: Week, _ misfit: CellFinding) -> Week?
}

/// The devices that the program around the editor knows. It reads and writes no file.
package protocol DeviceCatalog: Sendable {
  /// The names of all devices.
  var names: [String] { get }

  /// Finds a device by one of its names.
  ///
  /// - Throws: `Refusal`, with what may be meant.
  func device(named name: String) throws(Refusal) -> any EditorDevice

  /// What an export of a schedule would change, or why there can be none.
  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview

  /// What there is to say of a rule about devices; nil for another.
  func explanation(ofRule code: String) -> String?
}

/// A schedule to be written in the format of a device.
package struct ExportPlan: Hashable, Sendable {
  /// The name of the device.
  package var device: String
  package var path: String
  /// Whether values may be moved to the nearest one that the device has.
  package var rounds = false
  /// Whether cool setpoints may be left out.
  package var dropsCool = false
  /// The only side to write; nil for what the format usually holds.
  package var side: Side?
  /// Whether a file that is there is replaced.
  package var replaces = false

  /// Plans an export that loses nothing.
  package init(device: String, path: String) {
    self.device = device
    self.path = path
  }
}

/// What an export would do, in words; what is alike on several days is one line.
package struct ExportPreview: Hashable, Sendable {
  /// A line for everything that keeps the schedule from being exported; none where nothing does.
  package var refused: [String]
  /// How many cells would be written otherwise than they stand.
  package var changeCount: Int
  /// The same, a line each.
  package var changes: [String]
  /// What else there is to know before.
  package var notes: [String]

  /// Describes an export.
  package init(
    refused: [String], changeCount: Int = 0, changes: [String] = [], notes: [String] = []
  ) {
    self.refused = refused
    self.changeCount = changeCount
    self.changes = changes
    self.notes = notes
  }

  /// What would happen in a line, and then the cells.
  var lines: [String] {
    if !refused.isEmpty { return ["It does not fit:"] + refused }
    switch changeCount {
    case 0: return ["Every value fits; nothing is changed."] + notes
    case 1: return ["1 cell is written otherwise:"] + changes + notes
    default: return ["\(changeCount) cells are written otherwise:"] + changes + notes
    }
  }
}

/// A program around the editor that knows no devices.
package struct NoDevices: DeviceCatalog {
  package let names: [String] = []

  /// Knows none.
  package init() {}

  package func device(named name: String) throws(Refusal) -> any EditorDevice {
    throw Refusal("there is no device \(name.quoted())")
  }

  package func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview {
    ExportPreview(refused: ["there is no device \(plan.device.quoted())"])
  }

  package func explanation(ofRule code: String) -> String? { nil }
}
