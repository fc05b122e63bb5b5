import CLibrary

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
