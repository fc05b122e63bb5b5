import Diagnostics
package import ScheduleModel

/// The difference of two documents in words.
package enum ContentsDiff {
  /// What turns one document into another, a line each, printable. Schedules are matched even where
  /// they were renamed.
  package static func lines(
    from old: Contents, to new: Contents
  ) -> [String] {
    var lines: [String] = []
    if old.unit != new.unit { lines.append("unit \(old.unit.rawValue) -> \(new.unit.rawValue)") }
    let matching = ScheduleMatching(from: old.schedules, to: new.schedules)
    let isSingle = old.schedules.count == 1 && new.schedules.count == 1
    for (index, schedule) in new.schedules.enumerated() {
      guard let source = matching.sources[index] else {
        lines.append("schedule \(schedule.name.quoted()) added")
        continue
      }
      let before = old.schedules[source]
      let prefix = isSingle ? "" : "\(schedule.name.quoted()) "
      for (member, from, to) in [
        (.name, before.name, schedule.name), (.notes, before.notes, schedule.notes),
        (.device, before.device, schedule.device),
      ] as [(FileFormat.Member, String?, String?)] where !isSame(from, to) {
        lines.append(
          "\(prefix)\(member.name) \(from?.quoted() ?? "none") -> \(to?.quoted() ?? "none")")
      }
      lines += ScheduleDiff(from: before.week, to: schedule.week).changes.map { "\(prefix)\($0)" }
      lines += members(from: before.members, to: schedule.members).map { "\(prefix)\($0)" }
    }
    lines += members(from: old.members, to: new.members)
    for (index, schedule) in old.schedules.enumerated() where matching.target(of: index) == nil {
      lines.append("schedule \(schedule.name.quoted()) removed")
    }
    let kept = matching.sources.compactMap { $0 }
    if kept != kept.sorted() { lines.append("schedules in another order") }
    return lines
  }

  private static func members(from old: UnknownMembers, to new: UnknownMembers) -> [String] {
    (new.keys + old.keys.filter { new[$0] == nil }).filter { old[$0] != new[$0] }.map { key in
      let what = old[key] == nil ? "added" : new[key] == nil ? "removed" : "changed"
      return "member \(key.path.quoted()) \(what)"
    }
  }

  /// Whether two texts are the same bytes.
  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }
}
