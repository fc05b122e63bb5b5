/// Times of day and durations as people write them.
package enum ClockText {
  /// Parses typed times into minutes of the day, 0...1439: `06:30`, `6:30`, `6.30`, `0630`, `630`, `6`, `6:30 PM`,
  /// `630p`, `6pm`, `06:30:00`.
  ///
  /// `12:00 AM` is midnight and `12 pm` noon. Ignores spaces around the text and before AM or PM. Never traps.
  package static func minutes(typed text: some StringProtocol) -> Int? {
    let bytes = text.trimmed.utf8.map { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) }
    var digits = bytes.prefix { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let letters = bytes[digits.endIndex...].filter { $0 != UInt8(ascii: ".") }
    while digits.last == 0x20 || digits.last == 0x09 { digits.removeLast() }
    guard let (hour, minute) = clockDigits(digits), minute < 60 else { return nil }
    let hoursBefore: Int
    switch String(decoding: letters, as: UTF8.self) {
    case "": return hour < 24 ? hour * 60 + minute : nil
    case "a", "am": hoursBefore = 0
    case "p", "pm": hoursBefore = 12
    default: return nil
    }
    return (1...12).contains(hour) ? (hour % 12 + hoursBefore) * 60 + minute : nil
  }

  /// Writes a time of a 12-hour clock, `6:30p`, or an hour, `6p`.
  package static func twelveHour(_ hour: Int, _ minute: Int? = nil) -> String {
    let minutes = minute.map { ":\($0.digits(2))" } ?? ""
    return "\((hour + 11) % 12 + 1)\(minutes)\(hour < 12 ? "a" : "p")"
  }

  /// Parses `15`, `15m`, `15min`, `1h` or `0:15` into minutes; numbers end at 99,999.
  package static func minutes(relative text: some StringProtocol) -> Int? {
    let bytes = Array(text.utf8)[...]
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      let minutes = bytes[(colon + 1)...]
      guard minutes.count == 2, let hours = number(bytes[..<colon]), let rest = number(minutes),
        rest < 60
      else { return nil }
      return hours * 60 + rest
    }
    if text.hasSuffix("h") { return number(bytes.dropLast()).map { $0 * 60 } }
    return number(bytes.dropLast(text.hasSuffix("min") ? 3 : text.hasSuffix("m") ? 1 : 0))
  }

  /// Splits `6`, `06`, `630`, `0630`, `6:30`, `06:30`, `6.30`, `6:30:00` into hour and minute, unchecked.
  private static func clockDigits(_ text: ArraySlice<UInt8>) -> (hour: Int, minute: Int)? {
    if let colon = text.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) {
      var minutes = text[(colon + 1)...]
      if text[colon] == 0x3A, minutes.suffix(3).elementsEqual(":00".utf8) { minutes.removeLast(3) }
      guard minutes.count == 2, let hour = number(text[..<colon]), let minute = number(minutes)
      else { return nil }
      return (hour, minute)
    }
    guard text.count <= 4, let digits = number(text) else { return nil }
    return text.count <= 2 ? (digits, 0) : (digits / 100, digits % 100)
  }

  /// Parses decimal digits, up to 99,999: more minutes than a day has.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var value = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      value = min(value * 10 + Int(digit - 0x30), 99_999)
    }
    return value
  }
}
