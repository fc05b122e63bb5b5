import CLibrary
import Diagnostics
import ScheduleModel

extension CalendarDay {
  /// The day and the time now, by the system's clock in its time zone.
  static var now: (day: CalendarDay, time: TimeOfDay) {
    var (seconds, parts) = (time(nil), tm())
    localtime_r(&seconds, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return (
      day ?? .first, TimeOfDay(wrapping: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    )
  }

  /// The day by the system's clock.
  static var today: CalendarDay { now.day }

  /// Reads a date of an option.
  ///
  /// - Throws: `Failure`.
  init(typed text: String, option: String) throws(Failure) {
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
    let bytes = Array(text.utf8)
    guard bytes.count == 20, text.count == 20, bytes[10] == UInt8(ascii: "T"),
      bytes[19] == UInt8(ascii: "Z")
    else { return nil }
    let numbers = text.dropLast().split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var moment = tm()
    (moment.tm_year, moment.tm_mon, moment.tm_mday) = (
      numbers[0] - 1900, numbers[1] - 1, numbers[2]
    )
    (moment.tm_hour, moment.tm_min, moment.tm_sec) = (numbers[3], numbers[4], numbers[5])
    var (seconds, now) = (timegm(&moment), time(nil))
    var (local, today) = (tm(), tm())
    localtime_r(&seconds, &local)
    localtime_r(&now, &today)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hour = "\(padded(local.tm_hour)):\(padded(local.tm_min))"
    guard (local.tm_year, local.tm_yday) != (today.tm_year, today.tm_yday) else { return hour }
    return "\(local.tm_year + 1900)-\(padded(local.tm_mon + 1))-\(padded(local.tm_mday)) \(hour)"
  }
}
