import Diagnostics

/// Equal days that are named or shown together.
package struct DayGroup: Hashable, Sendable {
  /// The days in display order.
  package private(set) var days: [Weekday]

  package init(_ days: [Weekday]) { self.days = days }

  package var first: Weekday { days[0] }

  /// Groups the equal days of a week that begins on `firstDay`, in the order of their first days.
  package static func alike(
    from firstDay: Weekday = .monday, _ areAlike: (Weekday, Weekday) -> Bool
  ) -> [DayGroup] {
    Weekday.week(from: firstDay).reduce(into: []) { groups, day in
      if let index = groups.firstIndex(where: { areAlike($0.first, day) }) {
        groups[index].days.append(day)
      } else {
        groups.append(DayGroup([day]))
      }
    }
  }

  private var runs: [[Weekday]] {
    days.map { [$0] }.joiningNeighbors { run, next in
      run.last?.next == next.first ? run + next : nil
    }
  }

  private var isWholeWeek: Bool { days.count == Weekday.allCases.count }
}

extension DayGroup: CustomStringConvertible {
  /// The days in messages: `Monday`, `every day`, `weekdays`, `weekend`, `Tue-Thu`, `Mon, Fri`.
  package var description: String {
    if isWholeWeek { return "every day" }
    if days == Weekday.workdays { return "weekdays" }
    if days == Weekday.weekend { return "weekend" }
    return days.count == 1 ? first.title : labels.joined(separator: ", ")
  }

  /// A short label, `Mon-Fri` or `Mon Wed-Fri`.
  package var label: String { labels.joined(separator: " ") }

  /// The words of a command line, `mon,wed-fri`.
  package var list: String { labels.joined(separator: ",").lowercased() }

  /// The days of an address, `weekend` or `mon,wed-fri`.
  package var address: String {
    isWholeWeek ? "all" : description.hasPrefix("week") ? description : list
  }

  private var labels: [String] {
    runs.map { run in
      let (first, last) = (run[0].abbreviation, run[run.count - 1].abbreviation)
      return run.count == 1 ? first : "\(first)-\(last)"
    }
  }

  /// A title, `Every day`, `Monday to Friday`, `Monday, Wednesday to Friday`.
  package var title: String {
    if isWholeWeek { return "Every day" }
    return runs.map { run in
      let (first, last) = (run[0].title, run[run.count - 1].title)
      return run.count == 1 ? first : "\(first) \(run.count == 2 ? "and" : "to") \(last)"
    }.joined(separator: ", ")
  }

  /// The parts of a spoken list: `every day`, `Monday to Friday`; two days are separate parts.
  package var spokenParts: [String] {
    if isWholeWeek { return ["every day"] }
    return runs.flatMap { run in
      run.count < 3 ? run.map(\.title) : ["\(run[0].title) to \(run[run.count - 1].title)"]
    }
  }
}
