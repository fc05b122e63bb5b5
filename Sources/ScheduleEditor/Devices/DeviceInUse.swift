import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// The device whose limits the table shows.
enum DeviceChoice: Hashable {
  /// The device of the schedule.
  case ofSchedule
  /// A device chosen for this session.
  case named(String)
  /// No device.
  case none

  /// The name of the device for a schedule; nil for none.
  func name(for schedule: Schedule) -> String? {
    switch self {
    case .ofSchedule: schedule.device
    case .named(let name): name
    case .none: nil
    }
  }
}

/// A device and the values of the current week that it cannot store.
struct DeviceInUse {
  /// The name given by the schedule or the user.
  let name: String
  /// The device; nil if it is unknown.
  let device: (any EditorDevice)?
  /// The values that it cannot store.
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
  /// Returns the temperatures that the rules and the device allow in a cell.
  func allowedTemperatures(for cell: CellAddress) -> (
    lowest: Temperature, highest: Temperature, reason: String
  ) {
    let range = WeekCheck.allowedTemperatures(for: cell, in: week)
    guard let side = cell.field.side, let device = device?.device,
      let its = device.range(of: side, in: week.unit)
    else { return range }
    let (low, high) = (max(range.lowest, its.lowerBound), min(range.highest, its.upperBound))
    guard low <= high, (low, high) != (range.lowest, range.highest) else { return range }
    return (low, high, device.id)
  }

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
