package import Diagnostics
package import ScheduleModel
package import ScheduleRules
import TwoWayTable

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
  var names: [String] { get }

  /// Finds a device by name.
  ///
  /// - Throws: `Refusal`, with suggestions.
  func device(named name: String) throws(Refusal) -> any EditorDevice

  /// Returns what an export of a schedule would change, or why it is not possible.
  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview

  /// Returns the rule about devices with a code; nil for any other rule.
  func rule(_ code: String) -> RuleInfo?
}

/// The parameters of an export in a device's format.
package struct ExportPlan: Hashable, Sendable {
  package var device: String
  package var path: String
  /// Whether to round values to those that the device supports.
  package var rounds = false
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

/// The parameters of an import from a device's file.
package struct ImportPlan: Hashable, Sendable {
  package var device: String
  package var path: String
  /// The setpoints for times without one, `16` or `16/28`; empty to refuse such files.
  package var gaps = ""
  /// The unit of a file that does not name it.
  package var fileUnit: TemperatureUnit?
  /// Whether to round to tenths of a degree and minutes.
  package var rounds = false
  /// Whether to omit the shortest periods beyond four a day.
  package var dropsPeriods = false

  /// Creates an import without loss.
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
    let summary =
      changeCount == 0
      ? "Every value fits; nothing is changed." : "\(counted(changeCount, "cell")) will change:"
    return [summary] + changes + notes
  }
}

/// A device and the values of the current week that it cannot store.
struct DeviceInUse {
  /// The name given by the schedule or the user.
  let name: String
  /// The device; nil if it is unknown.
  let device: (any EditorDevice)?
  let misfits: [CellFinding]
  /// The number of values in the week.
  let valueCount: Int

  init(_ name: String, in catalog: any DeviceCatalog, _ week: Week) {
    self.name = name
    device = try? catalog.device(named: name)
    misfits = device?.misfits(of: week) ?? []
    valueCount = week.cells.count
  }

  /// A title, `evohome: 28 do not fit`.
  var title: String {
    guard let device else { return "\(name.printable): not known here" }
    return misfits.isEmpty
      ? "\(device.id): fits"
      : "\(device.id): \(misfitCount) \(misfitCount == 1 ? "does" : "do") not fit"
  }

  /// A short title, `evohome 28 x`.
  var shortTitle: String {
    device.map { misfits.isEmpty ? $0.id : "\($0.id) \(misfitCount) x" } ?? "\(name.printable)?"
  }

  /// The title as a sentence.
  var sentence: String {
    guard let device else { return title }
    if misfits.isEmpty { return "\(device.id): every value fits" }
    return
      "\(device.id): \(misfitCount) of \(valueCount) values \(misfitCount == 1 ? "does" : "do") not fit"
  }

  /// The number of cells that do not fit.
  var misfitCount: Int { Set(misfits.map(\.cell)).count }
}

extension EditorState {
  /// Returns the value a step away: on the device, if there is one and the column has the standard editor.
  func stepped(_ value: CellValue, of field: Field, by count: Int) throws(Refusal) -> CellValue? {
    if let device = device?.device, layout.hasStandardEditor(of: field) {
      return device.stepped(value, of: field, in: week.unit, by: count)
    }
    guard let text = editor(of: field).step(value.description, by: count) else { return nil }
    return try CellValue(text, of: field)
  }

  /// Carries out `device` with its words.
  mutating func useDevice(_ words: [String]) throws(Refusal) {
    let name = words.joined(separator: " ")
    switch name {
    case "": break
    case "none": choose(.none)
    case "schedule": choose(.ofSchedule)
    default:
      _ = try options.devices.device(named: name)
      choose(.named(name))
    }
    say(
      device?.sentence ?? "no device; device NAME sets one")
  }
}
