package import ScheduleModel
package import ScheduleRules

extension DeviceProfile {
  /// Returns what the device cannot store of a week, in table order. The week itself is valid: only an export is refused.
  package func misfits(of week: Week, options: CheckOptions) -> [CellFinding] {
    DeviceCheck.issues(week, for: self).compactMap { issue in
      // Problems of the whole week are shown at its first cell.
      let cell = issue.cell ?? CellAddress(.monday, .wake, week.sides.first.field)
      return options.severity(of: issue.rule).map {
        CellFinding(code: issue.code, severity: $0, message: issue.sentence, cell: cell)
      }
    }
  }

  /// Returns the week with the nearest supported value in a misfit's cell; nil if there is none.
  package func repaired(_ week: Week, _ misfit: CellFinding) -> Week? {
    let repaired = DeviceCheck.issues(week, for: self)
      .filter { $0.code == misfit.code && $0.cell == misfit.cell }.repaired(week)
    return repaired == week ? nil : repaired
  }

  /// Returns the week with the nearest supported values, in all cells or else where they cause no other problem.
  package func repaired(_ week: Week, options: CheckOptions = CheckOptions()) -> Week {
    let issues = DeviceCheck.issues(week, for: self)
      .filter { options.severity(of: $0.rule) != nil && $0.replacement != nil }
    guard !issues.isEmpty else { return week }
    var known = problems(in: week, options)
    return ([issues] + issues.map { [$0] }).reduce(into: week) { result, issues in
      let repaired = issues.repaired(result)
      guard repaired != result else { return }
      let left = problems(in: repaired, options)
      if left.since(known).isEmpty { (result, known) = (repaired, left) }
    }
  }

  private func problems(in week: Week, _ options: CheckOptions) -> [CellFinding] {
    WeekCheck.findings(in: DraftWeek(week), options: options) + misfits(of: week, options: options)
  }
}
