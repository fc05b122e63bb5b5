import CLibrary
package import Diagnostics
package import ScheduleModel

extension CalendarDay {
  /// The day and the time now, by the system's clock in its time zone.
  package static var now: (day: CalendarDay, time: TimeOfDay) {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return (
      day ?? .first, TimeOfDay(wrapping: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    )
  }

  /// The day by the system's clock.
  package static var today: CalendarDay { now.day }

  package init(typed text: String, option: String) throws(Failure) {
    guard let day = CalendarDay(text) else {
      throw Failure(.usage, "\(option): \(text.quoted()) is not a date; use 2026-12-24")
    }
    self = day
  }
}

extension String {
  /// The text with UTC times of files, `2026-11-22T13:45:16Z`, converted to local ones: `13:45` today, `2026-11-21
  /// 18:09` on another day.
  package var withLocalMoments: String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      let moment = word.prefix(20)
      return Self.localMoment(moment).map { $0 + word.dropFirst(20) } ?? String(word)
    }.joined(separator: " ")
  }

  private static func localMoment(_ text: Substring) -> String? {
    let numbers = text.split { "-T:Z".contains($0) }.compactMap { Int32($0) }
    guard numbers.count == 6, text.utf8.count == 20, text.last == "Z" else { return nil }
    var moment = tm()
    (moment.tm_year, moment.tm_mon, moment.tm_mday) = (
      numbers[0] - 1900, numbers[1] - 1, numbers[2]
    )
    (moment.tm_hour, moment.tm_min, moment.tm_sec) = (numbers[3], numbers[4], numbers[5])
    var (seconds, now) = (timegm(&moment), time(nil))
    var (local, today) = (tm(), tm())
    localtime_r(&seconds, &local)
    localtime_r(&now, &today)
    let isToday = (local.tm_year, local.tm_yday) == (today.tm_year, today.tm_yday)
    var result = [CChar](repeating: 0, count: 40)
    let count = strftime(
      &result, result.count, isToday ? "%H:%M" : "%Y-%m-%d %H:%M", &local)
    return String(decoding: result.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
