/// Days that one thing is said of, in few words.
package struct DaySet: Hashable, Sendable {
  private var bits: UInt8 = 0

  /// Names days, in any order.
  package init(_ days: some Sequence<Weekday>) {
    for day in days { insert(day) }
  }

  /// The days in the order of the week.
  package var days: [Weekday] { Weekday.allCases.filter { bits & 1 << $0.rawValue != 0 } }

  /// Adds a day.
  package mutating func insert(_ day: Weekday) { bits |= 1 << day.rawValue }
}

extension DaySet: CustomStringConvertible {
  /// The days in words: `every day`, `weekdays`, `weekend`, `tuesday to thursday`, `monday, friday`.
  package var description: String {
    let days = days
    if days.count == 7 { return "every day" }
    if days == Weekday.allCases.filter({ !$0.isWeekend }) { return "weekdays" }
    if days == Weekday.allCases.filter(\.isWeekend) { return "weekend" }
    if let first = days.first, let last = days.last, days.count > 2,
      last.rawValue - first.rawValue == days.count - 1
    {
      return "\(first.name) to \(last.name)"
    }
    return days.map(\.name).joined(separator: ", ")
  }
}
