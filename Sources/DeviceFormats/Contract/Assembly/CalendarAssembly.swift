import Diagnostics
import ScheduleModel

/// Makes schedules and calendar entries from the days of a file with dates.
///
/// The first schedule is due on the most days. The entries of each schedule may include days of later schedules, since
/// the last entry that applies decides.
struct CalendarAssembly {
  struct Day {
    let date: CalendarDay
    /// The switchpoints, each with the setpoints of every side; at least one.
    var points: [ReadSwitchpoint]
    /// The name of the schedule; nil on every day if the file has no names.
    var schedule: String?
  }

  /// The longest span of a file's dates, in days: two years.
  static let mostDays = 731

  /// The days of the file, in order and without gaps.
  private let read: [Day]
  private let text: DeviceText
  /// The days, without entries at 00:00 that continue the day before.
  private var days: [Day]
  /// The index of each day's schedule.
  private var owners: [Int] = []
  private var names: [String] = []
  /// The programs of each schedule.
  private var weeks: [ReadDays] = []

  /// Finds the schedules of days; `name` is for those without a name.
  init(_ read: [Day], name: String, in text: DeviceText) {
    (self.read, self.text, days) = (read, text, read)
    removeCarriedEntries()
    // Equal programs have the place of the first one.
    for (index, day) in days.enumerated() {
      days[index].points = days.first { $0.points == day.points }?.points ?? day.points
    }
    let isNamed = days[0].schedule != nil
    if !isNamed { findSchedules() }
    // Names are compared by bytes.
    let own = Dictionary(grouping: days.indices) { Array((days[$0].schedule ?? "").utf8) }.values
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    owners = Array(repeating: 0, count: days.count)
    for (owner, indices) in own.enumerated() {
      let usual = owner == 0 ? name : "\(name) \(owner + 1)"
      names.append(isNamed ? days[indices[0]].schedule ?? "" : usual)
      weeks.append([:])
      for index in indices {
        owners[index] = owner
        weeks[owner][days[index].date.weekday] = days[index].points
      }
    }
    // Any program will do for a day on which a schedule is not due; the first one's makes the fewest entries.
    weeks[0] = weeks.reduce([:]) { $0.merging($1) { old, _ in old } }
    weeks = weeks.map { weeks[0].merging($0) { _, own in own } }
  }

  /// Removes the entry at 00:00 of days with more than four entries if it continues the day before. The setpoints at
  /// the beginning of the file become the end of a day before it.
  private mutating func removeCarriedEntries() {
    for (index, day) in read.enumerated()
    where day.points.count > Period.allCases.count && day.points[0].minutes == 0 {
      let before = index > 0 ? read[index - 1].points.last : day.points[0]
      if before?.holdsSame(as: day.points[0]) == true { days[index].points.removeFirst() }
    }
    let carried = read[0].points[0]
    guard days[0].points.count < read[0].points.count, let date = read[0].date.adding(-1) else {
      return
    }
    let alike = days.first {
      $0.date.weekday == date.weekday && $0.points.last?.holdsSame(as: carried) == true
    }
    let name = days[0].schedule.map { _ in alike?.schedule ?? "\(date)" }
    days.insert(Day(date: date, points: alike?.points ?? [carried], schedule: name), at: 0)
  }

  /// Names schedules that together have the programs of all days, each the one with the most of the remaining days.
  private mutating func findSchedules() {
    var left = Array(days.indices)
    while !left.isEmpty {
      // Weeks from Monday, and parts of the year that end where a day of the week gets another program.
      var parts: [ReadDays] = []
      for isWeek in [true, false] {
        var monday: Int?
        for day in left.map({ days[$0] }) {
          let week = day.date.number - day.date.weekday.rawValue
          let isOther = parts.last?[day.date.weekday].map { $0 != day.points } ?? false
          if monday == nil || isOther || isWeek && week != monday { parts.append([:]) }
          parts[parts.count - 1][day.date.weekday] = day.points
          monday = week
        }
      }
      let covered = parts.map { part in
        left.filter { part[days[$0].date.weekday] == days[$0].points }
      }
      let best = covered.max { $0.count < $1.count } ?? left
      for index in best { days[index].schedule = "\(days[best[0]].date)" }
      left.removeAll(where: Set(best).contains)
    }
  }

  /// Returns the schedules and the calendar. With `areYearly`, the dates of the entries are those of every year if this
  /// is exact for the days that were read; throws if schedules and entries do not reproduce these days.
  func programs(
    in unit: TemperatureUnit, areYearly: Bool = false
  ) throws(ImportRefusal) -> DevicePrograms {
    func all(areYearly: Bool) -> [Placed] {
      weeks.indices.dropFirst().flatMap { self.entries(of: $0, isYearly: areYearly) }
    }
    var entries = all(areYearly: areYearly)
    if areYearly, misfit(entries) != nil { entries = all(areYearly: false) }
    if let day = misfit(entries) {
      throw text.fault(
        at: day.points[0].offset,
        "the program of \(day.date) is not that of its schedule on other days")
    }
    let zones = zip(names, weeks).map { name, week in
      DeviceZone([name]) { () throws(ImportRefusal) in
        var program = DeviceProgram(unit)
        program.hasDates = true
        for (day, points) in week { try program.add(points, to: day, in: text) }
        return program
      }
    }
    return DevicePrograms(zones: zones, calendar: entries.map(\.entry))
  }

  /// An entry, and the index of its schedule.
  private typealias Placed = (entry: CalendarEntry, schedule: Int)

  /// Chooses entries for the days of a schedule, each for as many of the remaining days as possible.
  private func entries(of schedule: Int, isYearly: Bool) -> [Placed] {
    let own = days.indices.filter { owners[$0] == schedule }
    let allowed = days.indices.map { index in
      let isAlike = weeks[schedule][days[index].date.weekday] == days[index].points
      return owners[index] > schedule
        || isAlike && (read[0].schedule == nil || owners[index] == schedule)
    }
    let groups =
      [[], Weekday.workdays, Weekday.weekend, Set(own.map { days[$0].date.weekday }).sorted()]
      + Weekday.allCases.map { [$0] }
    var candidates: [(entry: CalendarEntry, days: [Int])] = []
    for parity in [nil, .odd, .even] as [WeekParity?] {
      for group in groups {
        let entry = CalendarEntry(schedule: names[schedule], weeks: parity, days: group)
        let all = days.indices.filter { entry.applies(on: days[$0].date) }
        for part in all.split(whereSeparator: { !allowed[$0] }) {
          let covered = part.filter { owners[$0] == schedule }
          guard let first = covered.first, let last = covered.last else { continue }
          var entry = entry
          if part.count < all.count || entry.isUnconditional {
            entry.dates = CalendarDates(days[first].date...days[last].date, areYearly: isYearly)
          }
          candidates.append((entry, covered))
        }
      }
    }
    var (result, needed): ([Placed], Set) = ([], Set(own))
    while !needed.isEmpty {
      let counts = candidates.map { $0.days.count(where: needed.contains) }
      guard let best = counts.indices.max(by: { counts[$0] < counts[$1] }) else { break }
      result.append((candidates[best].entry, schedule))
      needed.subtract(candidates[best].days)
    }
    return result
  }

  /// The first day on which the entries select a different program from the one read.
  private func misfit(_ entries: [Placed]) -> Day? {
    func points(on date: CalendarDay) -> [ReadSwitchpoint] {
      let due = entries.last { $0.entry.applies(on: date) }?.schedule ?? 0
      return weeks[due][date.weekday] ?? []
    }
    return read.first { day in
      let own = points(on: day.date)
      var before = points(on: day.date.advanced(by: -1)).suffix(1)
      if !before.isEmpty { before[before.startIndex].minutes = 0 }
      return own != day.points && before + own != day.points
    }
  }
}

extension CalendarAssembly.Day {
  init(_ date: CalendarDay, _ sides: [[ReadSwitchpoint]]) {
    let days = sides.map { [date.weekday: $0] }
    let joined = days.dropFirst().reduce(days[0]) { $0.merged(with: $1) }
    self.init(date: date, points: joined[date.weekday] ?? [], schedule: nil)
  }
}
