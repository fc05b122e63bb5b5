import ScheduleModel

/// A moment of a day from which a temperature holds; one of a device's two programs.
struct Switchpoint: Hashable {
  /// When.
  let time: TimeOfDay
  /// What holds from then on.
  let temperature: Temperature
}

/// A device's two programs, day by day, on their way into a table of four periods.
///
/// Devices pad unused periods, have fewer, or switch heat and cool at different times. What holds at
/// every minute of the week is kept, or a day is refused.
struct ProgramMerge {
  /// The heat program of each day, times rising, at least one switchpoint.
  let heat: [[Switchpoint]]
  /// The cool program of each day.
  let cool: [[Switchpoint]]

  /// Days whose programs switch at more than four times together.
  private(set) var crowdedDays: [Weekday] = []
  /// Days that had fewer than four periods, so that one was split.
  private(set) var splitDays: [Weekday] = []
  /// The 28 rows; fewer when a day is crowded.
  private(set) var setpoints: [Setpoint] = []

  init(heat: [[Switchpoint]], cool: [[Switchpoint]]) {
    self.heat = heat
    self.cool = cool
    for day in Weekday.allCases { merge(day) }
  }

  private mutating func merge(_ day: Weekday) {
    let points = heat[day.rawValue] + cool[day.rawValue]
    let times = Set(points.map(\.time)).sorted()
    guard times.count <= Period.allCases.count else {
      crowdedDays.append(day)
      return
    }
    var rows = times.map { time in
      Setpoint(
        time: time, heat: Self.temperature(in: heat, day, time),
        cool: Self.temperature(in: cool, day, time))
    }
    if rows.count < Period.allCases.count { splitDays.append(day) }
    while rows.count < Period.allCases.count { Self.splitLongest(&rows) }
    setpoints += rows
  }

  /// What holds at `time`; before a day's first switchpoint the previous day's last one.
  private static func temperature(
    in program: [[Switchpoint]], _ day: Weekday, _ time: TimeOfDay
  ) -> Temperature {
    let started = program[day.rawValue].last { $0.time <= time }
    let point = started ?? program[day.previous.rawValue].last
    return point?.temperature ?? Temperature(0)
  }

  /// Splits the longest period in two that are alike, at a quarter of an hour where there is one.
  private static func splitLongest(_ rows: inout [Setpoint]) {
    let ends = rows.dropFirst().map(\.time.minutes) + [1440]
    let lengths = zip(rows, ends).map { $1 - $0.time.minutes }
    guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }) else { return }
    var added = rows[longest]
    let middle = added.time.minutes + lengths[longest] / 2
    let quarter = middle / 15 * 15
    added.time = TimeOfDay(wrapping: quarter > added.time.minutes ? quarter : middle)
    rows.insert(added, at: longest + 1)
  }
}
