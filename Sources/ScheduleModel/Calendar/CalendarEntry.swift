package import Diagnostics

/// An entry of a document's calendar: a schedule, and the days on which it applies.
package struct CalendarEntry: Sendable, Hashable, CustomStringConvertible {
  package var schedule: String
  /// The dates; nil for any.
  package var dates: CalendarDates?
  /// The weeks; nil for any.
  package var weeks: WeekParity?
  /// The days of the week, in their order; empty for any.
  package var days: [Weekday]
  /// What else the file has in the entry.
  package var members = UnknownMembers()

  package init(
    schedule: String, dates: CalendarDates? = nil, weeks: WeekParity? = nil, days: [Weekday] = []
  ) {
    (self.schedule, self.dates, self.weeks, self.days) = (schedule, dates, weeks, days)
  }

  /// The entry without unknown members.
  package var conditions: CalendarEntry {
    CalendarEntry(schedule: schedule, dates: dates, weeks: weeks, days: days)
  }

  package var isUnconditional: Bool { dates == nil && weeks == nil && days.isEmpty }

  /// The first day on which it applies, from `today` on or else from the beginning of its dates; nil if there is none.
  package func firstDay(from today: CalendarDay) -> CalendarDay? {
    [today, dates?.from.day].compactMap(\.self).lazy.compactMap { start in
      (start...start.advanced(by: CalendarCoverage.cycle)).first(where: applies)
    }.first
  }

  package func applies(on day: CalendarDay) -> Bool {
    (days.isEmpty || days.contains(day.weekday)) && dates?.contains(day) ?? true
      && weeks.map { $0 == day.weekParity } ?? true
  }

  // Compares names by bytes, like names of schedules.
  package static func == (left: Self, right: Self) -> Bool {
    ExactText(left.schedule) == ExactText(right.schedule) && left.dates == right.dates
      && left.weeks == right.weeks && left.days == right.days && left.members == right.members
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(schedule)
    hasher.combine(dates)
  }

  /// The entry as a command line has it, `Away 2026-12-24..2027-01-02 odd mon-wed,fri`.
  package var description: String {
    isUnconditional ? schedule : "\(schedule) \(when)"
  }

  /// The conditions, `2026-12-24..2027-01-02 odd mon-wed,fri`, or `all days`.
  package var when: String {
    let words = [dates?.description, weeks?.rawValue, days.isEmpty ? nil : DayGroup(days).list]
    return isUnconditional ? "all days" : words.compactMap(\.self).joined(separator: " ")
  }

  /// Reads an entry as a command line has it; the name is one of `schedules`, to which `command` adds another.
  package init(
    _ text: String, schedules: [String], addedBy command: (String) -> String = { "add \($0)" }
  ) throws(Refusal) {
    let found = schedules.filter { text == $0 || text.hasPrefix($0 + " ") }
    guard let name = found.max(by: { $0.count < $1.count }) else {
      let names = schedules.map { $0.quoted() }.listed(upTo: 5)
      let unknown = text.split(separator: " ").prefix { word in
        (word.first?.isNumber != true || !word.contains("-"))
          && (try? Self("x \(word)", schedules: ["x"])) == nil
      }.joined(separator: " ")
      guard !unknown.isEmpty else {
        throw Refusal("\(text.quoted()) does not begin with the name of a schedule: \(names)")
      }
      let near = Spelling.nearest(to: unknown, among: schedules)
      let guess = near.map { "did you mean \($0.quoted())?" } ?? "the file has \(names)"
      throw Refusal(
        "\(unknown.quoted()) is not a schedule; \(guess) (`\(command(unknown))` adds it)")
    }
    self.init(schedule: name)
    for word in text.dropFirst(name.count).split(separator: " ").map(String.init) {
      let ends = word.split(separator: ".", omittingEmptySubsequences: false)
      if let weeks = WeekParity(rawValue: word.lowercased()), self.weeks == nil {
        self.weeks = weeks
      } else if let from = CalendarDate(String(ends[0])),
        let to = CalendarDate(String(ends[ends.count - 1])),
        ends.count == 1 || ends.count == 3 && ends[1].isEmpty, dates == nil
      {
        dates = CalendarDates(from: from, to: to)
        if dates == nil {
          let isMixed = from.isYearly != to.isYearly
          let fault = isMixed ? "mixes dates with and without a year" : "ends before it begins"
          throw Refusal("\(word.quoted()) \(fault)")
        }
      } else if let days = try? Weekday.list(word), self.days.isEmpty {
        self.days = days
      } else {
        if self != Self(schedule: name), (try? Self("\(name) \(word)", schedules: [name])) != nil {
          throw Refusal(
            "an entry has one condition of each kind; add another entry for \(word.quoted())")
        }
        if let advice = ends.lazy.compactMap({ CalendarDay.advice(onYearOf: $0) }).first {
          throw Refusal("\(word.quoted()): \(advice)")
        }
        if word.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) {
          throw Refusal("there is no day \(word.quoted()); use 12-24 or 2026-12-24")
        }
        throw Refusal(
          "\(word.quoted()) is not a condition; use 12-24, 10-01..04-30, 2026-12-24..2027-01-02, "
            + "odd, even or days (mon-fri)")
      }
    }
  }
}
