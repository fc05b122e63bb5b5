import Diagnostics
import ScheduleModel
import ScheduleRules
import TwoWayTable

/// Whose limits the table shows.
enum DeviceChoice: Hashable {
  /// Those of the device that the schedule names.
  case ofSchedule
  /// Those of this one, in this session.
  case named(String)
  /// Nobody's.
  case none
}

/// A device and what it cannot hold of the week on the screen.
struct DeviceInUse {
  /// As the schedule or a person has it.
  let name: String
  /// Nil for one that is not known here.
  let device: (any EditorDevice)?
  /// What it cannot hold.
  var misfits: [CellFinding] = []
  /// How many values the week has.
  var valueCount = CellAddress.all.count

  init(_ name: String, in catalog: any DeviceCatalog) {
    self.name = name
    device = try? catalog.device(named: name)
  }

  /// Whether the week fits, `evohome: 28 do not fit`.
  var title: String {
    guard let device else { return "\(name.printable): not known here" }
    return misfits.isEmpty
      ? "\(device.id): fits"
      : "\(device.id): \(misfitCount) \(misfitCount == 1 ? "does" : "do") not fit"
  }

  /// The same where there is little room, `evohome 28 x`.
  var shortTitle: String {
    device.map { misfits.isEmpty ? $0.id : "\($0.id) \(misfitCount) x" } ?? "\(name.printable)?"
  }

  /// The same as a sentence.
  var sentence: String {
    guard let device else { return title }
    if misfits.isEmpty { return "\(device.id): every value fits" }
    return
      "\(device.id): \(misfitCount) of \(valueCount) values \(misfitCount == 1 ? "does" : "do") not fit"
  }

  /// How many cells it cannot hold.
  var misfitCount: Int { Set(misfits.map(\.cell)).count }
}

extension EditorState {
  /// The temperatures that a cell may take: by the rules, and on the device.
  func allowedTemperatures(for cell: CellAddress) -> (
    lowest: Temperature, highest: Temperature, reason: String
  ) {
    let range = WeekCheck.allowedTemperatures(for: cell, in: week)
    let side: Side = cell.field == .heat ? .heat : .cool
    guard let device = device?.device, let its = device.range(of: side, in: week.unit) else {
      return (range.lowest, range.highest, range.reason)
    }
    let (low, high) = (
      max(range.lowest, its.lowerBound), min(range.highest, its.upperBound)
    )
    guard low <= high, (low, high) != (range.lowest, range.highest) else {
      return (range.lowest, range.highest, range.reason)
    }
    return (low, high, device.id)
  }

  /// The value a step away: of the device where there is one and the column asks for nothing else.
  func stepped(_ value: CellValue, of field: Field, by count: Int) throws(Refusal) -> CellValue? {
    if let device = device?.device, layout.hasStandardEditor(of: field) {
      return device.stepped(value, of: field, in: week.unit, by: count)
    }
    guard let text = editor(of: field).step(value.description, by: count) else { return nil }
    return try CellValue(text, of: field)
  }

  /// What `device` and its words ask for.
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
      device?.sentence ?? "no device; device NAME shows what one can hold", isProblem: false)
  }
}
