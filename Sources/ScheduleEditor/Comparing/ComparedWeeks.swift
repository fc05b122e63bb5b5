import Diagnostics
import ScheduleModel
import SchedulePictures

/// Two weeks in a comparison, with notes.
struct ComparedWeeks: Hashable {
  /// The title if there are several comparisons; otherwise empty.
  var title = ""
  let comparison: WeekComparison
  /// Other differences and remarks, one sentence each.
  var notes: [String] = []

  /// Compares two schedules: their weeks and their other members.
  init(_ old: Schedule, _ new: Schedule, title: String = "") {
    self.title = title
    comparison = WeekComparison(from: old.week, to: new.week)
    notes = [
      ("name", old.name, new.name), ("notes", old.notes, new.notes),
      ("device", old.device, new.device),
    ].compactMap { (what: String, old: String?, new: String?) in
      guard !old.isExactly(new) else { return nil }
      return "\(what) \(old?.quoted() ?? "none") -> \(new?.quoted() ?? "none")"
    }
    if old.members != new.members { notes.append("members that setpoint does not know differ") }
  }

  /// Whether there are no differences.
  var isAlike: Bool { comparison.changes.isEmpty && notes.isEmpty }

  /// Describes the differences: a summary, the changes and the notes.
  func lines(_ clock: ClockStyle) -> [String] {
    let count = comparison.changes.count
    let sentence =
      count == 0 ? "no cell differs" : count == 1 ? "1 cell differs:" : "\(count) cells differ:"
    return [sentence] + comparison.lines(clock).map { "  \($0)" }
  }

  /// Compares the schedules that exist in both documents, and returns those that differ.
  static func all(from old: Contents, to new: Contents) -> [ComparedWeeks] {
    let matching = ScheduleMatching(from: old.schedules, to: new.schedules)
    return new.schedules.indices.compactMap { index in
      let schedule = new.schedules[index]
      guard let source = matching.sources[index] else { return nil }
      let compared = ComparedWeeks(
        old.schedules[source], schedule, title: new.schedules.count > 1 ? schedule.name : "")
      return compared.isAlike ? nil : compared
    }
  }
}
