import Diagnostics
import ScheduleEditor
import ScheduleModel
import ScheduleRules

/// Devices under test: `csv` and `radiotherm` hold everything; `valve` holds heat from 45 to 80 in steps of
/// two degrees, at full half hours, and no cool.
struct DevicesDouble: DeviceCatalog {
  let names = ["csv", "radiotherm", "valve"]

  func device(named name: String) throws(Refusal) -> any EditorDevice {
    guard names.contains(name) else {
      throw Refusal("there is no device \(name.quoted()); did you mean valve?")
    }
    return DeviceDouble(id: name)
  }

  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview {
    guard let device = try? device(named: plan.device) else {
      return ExportPreview(refused: ["there is no device \(plan.device.quoted())"])
    }
    let misfits = device.misfits(of: schedule.week)
    let left = misfits.filter { $0.cell.field == .cool ? !plan.dropsCool : !plan.rounds }
    let lines = misfits.foldedRows(alike: \.code, sentence: \.sentence)
    guard left.isEmpty else {
      let left = left.foldedRows(alike: \.code, sentence: \.sentence)
      return ExportPreview(refused: left.map(\.sentence.text))
    }
    return ExportPreview(
      refused: [], changeCount: misfits.count, changes: lines.map(\.sentence.text))
  }

  func rule(_ code: String) -> RuleInfo? {
    guard code.hasPrefix("SP5") else { return nil }
    return RuleInfo(
      code: code, severity: .error, summary: "What devices hold.", what: "", why: "", bad: "",
      good: "")
  }
}

private struct DeviceDouble: EditorDevice {
  let id: String

  private var isValve: Bool { id == "valve" }

  func misfits(of week: Week) -> [CellFinding] {
    guard isValve else { return [] }
    return CellAddress.all.compactMap { cell in
      let message: String
      switch week[cell] {
      case .time, .absent: return nil
      case .temperature(let value) where cell.field == .cool:
        message = "cool \(value) would be lost"
      case .temperature(let value):
        guard value.tenths % 20 != 0 else { return nil }
        message = "heat \(value) is not on valve's grid"
      }
      return CellFinding(
        code: cell.field == .cool ? "SP504" : "SP502", severity: .warning,
        message: "\(about: cell.row) \(message)", cell: cell)
    }
  }

  func range(of side: Side, in unit: TemperatureUnit) -> ClosedRange<Temperature>? {
    isValve && side == .heat ? Temperature(45)...Temperature(80) : nil
  }

  func stepped(
    _ value: CellValue, of field: Field, in unit: TemperatureUnit, by count: Int
  ) -> CellValue? {
    switch value {
    case .time(let time): TimeOfDay(minutes: time.minutes + 30 * count).map(CellValue.time)
    case .temperature(let value):
      (0...80).contains(value.tenths / 10 + 2 * count)
        ? .temperature(Temperature(tenths: value.tenths + 20 * count)) : nil
    case .absent: nil
    }
  }

  func repaired(_ week: Week, _ misfit: CellFinding) -> Week? {
    guard misfit.code == "SP502", case .temperature(let value) = week[misfit.cell] else {
      return nil
    }
    var week = week
    week[misfit.cell] = .temperature(Temperature(tenths: value.tenths / 20 * 20))
    return week
  }
}
