import Diagnostics
import ScheduleModel
import SchedulePictures

/// Two weeks that a comparison shows, with what there is to say of them.
struct ComparedWeeks: Hashable {
  /// What stands above them, where several are compared; empty for nothing.
  var title = ""
  let comparison: WeekComparison
  /// What else differs, or a person must know, a sentence each.
  var notes: [String] = []

  /// Compares two schedules: their weeks, and what else they say.
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

  /// Whether nothing differs.
  var isAlike: Bool { comparison.changes.isEmpty && notes.isEmpty }

  /// What differs in words: a sentence, the changes, and what else there is to say.
  func lines(_ clock: ClockStyle) -> [String] {
    let count = comparison.changes.count
    let sentence =
      count == 0 ? "no cell differs" : count == 1 ? "1 cell differs:" : "\(count) cells differ:"
    return [sentence] + comparison.lines(clock).map { "  \($0)" }
  }

  /// The schedules of two documents that both have and that differ.
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
