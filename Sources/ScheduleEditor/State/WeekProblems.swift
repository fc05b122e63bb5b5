import Diagnostics
import ScheduleModel
import ScheduleRules

/// The problems of the current week: findings of rules, and values that do not fit the device.
struct WeekProblems {
  /// All problems; cells that break a rule are not listed for the device.
  var all: [CellFinding] = []
  /// The number of findings of rules.
  var ruleCount = 0
  /// The device and its misfits, if there is one.
  var device: DeviceInUse?
}

extension WeekProblems {
  /// Checks a week, for the chosen device.
  init(_ schedule: Schedule, for choice: DeviceChoice, in catalog: any DeviceCatalog) {
    all = WeekCheck.findings(in: DraftWeek(schedule.week)).filter { $0.severity > .info }
    ruleCount = all.count
    device = choice.name(for: schedule).map { DeviceInUse($0, in: catalog, schedule.week) }
    let wrong = Set(all.map(\.cell))
    all += device?.misfits.filter { !wrong.contains($0.cell) } ?? []
  }
}

extension [CellFinding] {
  /// The problems, errors first, with equal ones on several days combined.
  var folded: [FoldedRows<CellFinding>] {
    (filter { $0.severity == .error } + filter { $0.severity != .error }).foldedRows(
      alike: \.code, row: { $0.cell.row }, sentence: \.message)
  }
}

extension DeviceChoice {
  /// The name of the device for a schedule; nil for none.
  fileprivate func name(for schedule: Schedule) -> String? {
    switch self {
    case .ofSchedule: schedule.device
    case .named(let name): name
    case .none: nil
    }
  }
}
