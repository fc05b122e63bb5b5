import Diagnostics
import ScheduleModel
import ScheduleRules

/// The problems of the current week: findings of rules, and values that do not fit the device.
struct WeekProblems {
  /// All problems; cells that break a rule are not listed for the device.
  let all: [CellFinding]
  /// The number of findings of rules.
  let ruleCount: Int
  /// The problems, errors first, with equal ones on several days combined.
  let folded: [FoldedRows<CellFinding>]
  /// The device and its misfits, if there is one.
  let device: DeviceInUse?

  /// No problems.
  init() {
    (all, ruleCount, folded, device) = ([], 0, [], nil)
  }

  /// Checks a week, for the chosen device; `before` is the previous result.
  init(
    _ schedule: Schedule, for choice: DeviceChoice, in catalog: any DeviceCatalog,
    before: WeekProblems
  ) {
    let found = WeekCheck.findings(in: DraftWeek(schedule.week)).filter { $0.severity > .info }
    ruleCount = found.count
    var device = choice.name(for: schedule).map { name in
      before.device.flatMap { $0.name == name ? $0 : nil } ?? DeviceInUse(name, in: catalog)
    }
    let misfits = device?.device?.misfits(of: schedule.week) ?? []
    device?.misfits = misfits
    device?.valueCount = schedule.week.cells.count
    self.device = device
    let wrong = Set(found.map(\.cell))
    let all = found + misfits.filter { !wrong.contains($0.cell) }
    self.all = all
    guard all != before.all else {
      folded = before.folded
      return
    }
    folded = all.folded
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
