import CLibrary
package import Diagnostics
package import ScheduleModel
package import ScheduleText

extension CalendarDay {
  /// The day and the time now, by the system's clock in its time zone.
  package static var now: (day: CalendarDay, time: TimeOfDay) { moment(time(nil)) }

  /// The microseconds since 1970.
  static var microseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// The day and the time of a moment in the system's time zone: `2026-11-28 21:10`.
  package static func words(ofMicroseconds time: Int) -> String {
    let local = moment(time / 1_000_000)
    return "\(local.day) \(local.time)"
  }

  /// The day by the system's clock.
  package static var today: CalendarDay { now.day }

  /// The day and the time `seconds` after 1970 began, in the system's time zone or in UTC.
  static func moment(_ seconds: Int, inUTC: Bool = false) -> (day: CalendarDay, time: TimeOfDay) {
    let minutes = (seconds + (inUTC ? 0 : offset(at: seconds))) / 60
    return (first.advanced(by: minutes / 1440 - first.number), TimeOfDay(wrapping: minutes))
  }

  /// The seconds by which the system's time zone is ahead of UTC.
  private static func offset(at seconds: Int) -> Int {
    var (seconds, parts) = (seconds, tm())
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff
  }

  /// The minutes from a time of this day until a clock in the system's time zone has advanced by `minutes`: less or more
  /// where clocks are changed. A time that the clock skips is reached when it does so.
  package func elapsed(_ minutes: Int, after time: TimeOfDay) -> Int {
    let clock = number * 1440 + time.minutes
    // On a day on which clocks are changed, begin with the offset that gives the earlier moment.
    let offset = [-86_400, 86_400].map { Self.offset(at: clock * 60 + $0) }.max() ?? 0
    let reached = { (clock: Int, start: Int) in
      (start...).first { $0 + Self.offset(at: $0 * 60) / 60 >= clock } ?? start
    }
    let start = reached(clock, clock - offset / 60)
    return reached(clock + minutes, start) - start
  }
}

extension LockHolder {
  /// The text for messages: `process 4711 on kitchen since 13:45`, with the day if it is not today.
  package var words: String {
    let words = time.split { "TZ".contains($0) }.map(String.init)
    guard words.count == 2, words[1].utf8.count == 8, let day = CalendarDay(words[0]),
      let time = TimeOfDay(canonical: String(words[1].prefix(5)))
    else { return description }
    let local = CalendarDay.moment(day.number * 86_400 + time.minutes * 60)
    let date = local.day == .today ? "" : "\(local.day) "
    return "process \(process) on \(host.printable) since \(date)\(local.time)"
  }
}
