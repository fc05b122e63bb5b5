package import ScheduleModel

/// Days that are alike, and are shown as one.
package struct DayGroup: Hashable, Sendable {
  /// The days, at least one, in the order of the week.
  package let days: [Weekday]

  /// The day that stands for all.
  package var first: Weekday { days[0] }

  /// Groups the days of a week that begins on `firstDay`; each group stands where its first day does.
  package static func alike(
    from firstDay: Weekday = .monday, _ areAlike: (Weekday, Weekday) -> Bool
  ) -> [DayGroup] {
    let groups = Weekday.week(from: firstDay).reduce(into: [[Weekday]]()) { groups, day in
      if let index = groups.firstIndex(where: { areAlike($0[0], day) }) {
        groups[index].append(day)
      } else {
        groups.append([day])
      }
    }
    return groups.map { DayGroup(days: $0) }
  }

  /// The days in few letters, `Mon-Fri` or `Mon Wed-Fri`.
  package var label: String {
    runs.map { run in
      let (first, last) = (run[0].abbreviation, run[run.count - 1].abbreviation)
      return run.count == 1 ? first : "\(first)-\(last)"
    }.joined(separator: " ")
  }

  /// The days in words, `Monday to Friday`.
  package var title: String {
    if days.count == Weekday.allCases.count { return "Every day" }
    return runs.map { run in
      let (first, last) = (run[0].title, run[run.count - 1].title)
      return run.count == 1 ? first : "\(first) \(run.count == 2 ? "and" : "to") \(last)"
    }.joined(separator: ", ")
  }

  /// Days that follow each other, together.
  private var runs: [[Weekday]] {
    days.reduce(into: []) { runs, day in
      if let last = runs.last?.last, last.next == day {
        runs[runs.count - 1].append(day)
      } else {
        runs.append([day])
      }
    }
  }
}
