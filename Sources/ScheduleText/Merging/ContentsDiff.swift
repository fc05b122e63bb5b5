import Diagnostics
package import ScheduleModel

/// The difference of two documents in words.
package enum ContentsDiff {
  /// What turns one document into another. Schedules are matched even where they were renamed.
  ///
  /// - Parameters:
  ///   - old: the first document.
  ///   - new: the second document.
  ///   - pairingSingles: whether the only schedules of two documents are compared with each other,
  ///     however little they have in common.
  ///   - each: whether changes of cells that are alike on several days have a line each.
  /// - Returns: a line for each difference, printable.
  package static func lines(
    from old: Contents, to new: Contents, pairingSingles: Bool = false, each: Bool = false
  ) -> [String] {
    var lines: [String] = []
    if old.unit != new.unit { lines.append("unit \(old.unit.rawValue) -> \(new.unit.rawValue)") }
    let isSingle = old.schedules.count == 1 && new.schedules.count == 1
    let sources =
      isSingle && pairingSingles
      ? [0] : ScheduleMatching(from: old.schedules, to: new.schedules).sources
    for (index, schedule) in new.schedules.enumerated() {
      guard let source = sources[index] else {
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
      lines += ScheduleDiff(from: before.week, to: schedule.week).lines(each: each).map {
        prefix + $0
      }
      lines += members(from: before.members, to: schedule.members).map { "\(prefix)\($0)" }
    }
    lines += members(from: old.members, to: new.members)
    for (index, schedule) in old.schedules.enumerated() where !sources.contains(index) {
      lines.append("schedule \(schedule.name.quoted()) removed")
    }
    let kept = sources.compactMap { $0 }
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
