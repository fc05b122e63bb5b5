package import Diagnostics

/// Which schedule applies when: that of the last entry of the calendar that applies, or else the first schedule.
extension Contents {
  /// Whether the calendar chooses among schedules, so that a text without dates would lose it.
  package var calendarMatters: Bool { !calendar.isEmpty && schedules.count > 1 }

  /// Returns the index of the schedule that is due on a day.
  ///
  /// - Throws: `Refusal` if the deciding entry names an unknown schedule.
  package func scheduleIndex(dueOn day: CalendarDay) throws(Refusal) -> Int {
    guard let place = calendar.lastIndex(where: { $0.applies(on: day) }) else { return 0 }
    return try scheduleIndex(ofEntry: place)
  }

  /// Returns the index of the schedule that an entry names; throws `Refusal` if it is unknown.
  package func scheduleIndex(ofEntry place: Int) throws(Refusal) -> Int {
    let name = calendar[place].schedule
    if let index = schedules.index(named: name) { return index }
    throw Refusal("calendar entry \(place + 1) names \(name.quoted()), which is not a schedule")
  }

  /// Says which schedule is due on the other days; nil without entries.
  package var usualSchedule: String? {
    calendar.isEmpty
      ? nil : "\(schedules[0].name.quoted()) is due on days without a calendar entry"
  }

  /// Returns the last day up to which a schedule is due from `day` on; nil beyond 400 days.
  package func lastDay(of index: Int, from day: CalendarDay) -> CalendarDay? {
    let next = (day...day.advanced(by: 399)).first { (try? scheduleIndex(dueOn: $0)) != index }
    return next?.advanced(by: -1)
  }

  /// Replaces the entries of the calendar.
  ///
  /// - Throws: `Refusal` for too many entries, and for one without a condition that is not the first.
  package mutating func setCalendar(_ entries: [CalendarEntry]) throws(Refusal) {
    if let other = entries.dropFirst().first(where: \.isUnconditional) {
      throw Refusal(
        "\("\(other)".quoted()) would override every entry before it; add dates, odd, even or days")
    }
    guard entries.count <= FileFormat.mostEntries else {
      throw Refusal("a calendar has at most \(FileFormat.mostEntries) entries")
    }
    calendar = entries
  }

  /// The entries that name a schedule.
  package func calendarEntries(of index: Int) -> [CalendarEntry] {
    calendar.filter { schedules.index(named: $0.schedule) == index }
  }

  /// Says when a schedule applies by its entries; nil without a calendar.
  package func whenApplied(_ index: Int) -> String? {
    guard !calendar.isEmpty else { return nil }
    let usual = index == 0 ? ["days without an entry"] : []
    let days = usual + calendarEntries(of: index).map(\.when)
    return days.isEmpty ? "never applies" : "applies on \(days.listed(upTo: 4))"
  }

  /// Deletes a schedule and the entries that name it; returns its name. Throws `Refusal` for the only schedule.
  package mutating func deleteSchedule(at index: Int) throws(Refusal) -> String {
    guard schedules.count > 1 else { throw Refusal("cannot delete the only schedule") }
    let old = self
    defer { followSchedules(of: old) }
    return schedules.remove(at: index).name
  }

  /// Renames the schedules of entries that were renamed since `old`, and removes the entries of removed schedules.
  package mutating func followSchedules(of old: Contents) {
    let names = Dictionary(schedules.map { ($0.identity, $0.name) }) { first, _ in first }
    calendar = calendar.renamed { name in
      old.schedules.index(named: name).map { names[old.schedules[$0].identity] } ?? name
    }
  }
}

extension [CalendarEntry] {
  /// Returns the entries with new names for their schedules; drops an entry if `name` returns nil. A name that is equal
  /// in another Unicode form keeps its spelling.
  package func renamed(_ name: (String) -> String?) -> [CalendarEntry] {
    compactMap { entry in
      var entry = entry
      guard let name = name(entry.schedule) else { return nil }
      if entry.schedule != name { entry.schedule = name }
      return entry
    }
  }

  /// Returns the index in `old` of each entry, nil if the entry was added, and those that were moved past others.
  ///
  /// Entries that differ at most in unknown members are matched, first those in order, then moved ones; among equal
  /// conditions, identical entries first. Between two matches in order, the others are taken as edited if both lists
  /// have the same number of them.
  package func sources(in old: [CalendarEntry]) -> (entries: [Int?], moved: Set<Int>) {
    var numbers: [CalendarEntry: Int] = [:]
    var repeated: Set<CalendarEntry> = []
    for conditions in [old.map(\.conditions), map(\.conditions)] {
      var seen: Set<CalendarEntry> = []
      repeated.formUnion(conditions.filter { !seen.insert($0).inserted })
    }
    let key = { (entry: CalendarEntry) in
      repeated.contains(entry.conditions) ? entry : entry.conditions
    }
    let (before, after) = (old.map(key), map(key))
    for entry in before + after where numbers[entry] == nil { numbers[entry] = numbers.count }
    var (kept, places) = (Set(old.indices), Set(indices))
    var sources = [Int?](repeating: nil, count: count)
    for change in after.map({ numbers[$0] }).difference(from: before.map { numbers[$0] })
      .inferringMoves()
    {
      switch change {
      case .remove(let place, _, _): kept.remove(place)
      case .insert(let place, _, let source):
        places.remove(place)
        sources[place] = source
      }
    }
    let moved = Set(sources.compactMap(\.self))
    var (start, oldStart) = (0, 0)
    for (source, place) in zip(kept.sorted() + [old.count], places.sorted() + [count]) {
      let others = (start..<place).filter { sources[$0] == nil }
      let oldOthers = (oldStart..<source).filter { !moved.contains($0) }
      if others.count == oldOthers.count {
        for (place, source) in zip(others, oldOthers) { sources[place] = source }
      }
      if place < count { sources[place] = source }
      (start, oldStart) = (place + 1, source + 1)
    }
    return (sources, moved)
  }

  /// Returns the index of the entry with a number, from 1 on.
  package func place(numbered number: Int) throws(Refusal) -> Int {
    if number > 0, number <= count { return number - 1 }
    let all =
      count == 0 ? "is empty" : "has \(count == 1 ? "entry 1 alone" : "entries 1 to \(count)")"
    throw Refusal("\(number) is not an entry; the calendar \(all)")
  }

  package func refuse(another entry: CalendarEntry) throws(Refusal) {
    guard let place = firstIndex(where: { $0.conditions == entry.conditions }) else { return }
    throw Refusal("entry \(place + 1) of the calendar is already \(entry)")
  }
}
