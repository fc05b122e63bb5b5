import Diagnostics
import ScheduleModel
import ScheduleRules

/// What is wrong with the week on the screen: what rules of the file find, and what the device cannot hold.
struct WeekProblems {
  /// All of them; a cell that breaks a rule as well is not listed for the device.
  let all: [CellFinding]
  /// How many of them rules of the file find, whatever the device.
  let ruleCount: Int
  /// The same, errors first, and what is alike on several days said once.
  let folded: [FoldedRows<CellFinding>]
  /// The device, with what it cannot hold; nil where there is none.
  let device: DeviceInUse?

  /// Nothing is wrong with no week.
  init() {
    (all, ruleCount, folded, device) = ([], 0, [], nil)
  }

  /// Looks at a week, and at the device that is chosen; `before` is what was found last.
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
  /// What is wrong, errors first, and what is alike on several days said once.
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
