import ScheduleModel

/// Times and temperatures in spreadsheets' formats.
enum SpreadsheetText {
  /// The words for AM and PM in the locales of spreadsheets.
  private static let halves = [
    ("am", 0), ("pm", 720), ("a.m.", 0), ("p.m.", 720), ("a. m.", 0), ("p. m.", 720),
    ("vorm.", 0), ("nachm.", 720),
  ]

  /// Parses `6:30`, `06:30:00`, `6:30 PM`, `06:30:00 AM`, `06:30:00 vorm.`, and the fraction of a day that a cell
  /// without a time format shows, `0.25` or `0,25`; nil for anything else.
  static func minutes(_ text: String) -> Int? {
    let text = text.lowercased().replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    for (half, start) in halves where text.hasSuffix(half) {
      let clock = text.dropLast(half.count).reversed().drop {
        $0 == " "
      }
      guard let minutes = TimeOfDay(clock: String(clock.reversed()))?.minutes,
        (60..<780).contains(minutes)
      else { return nil }
      return minutes % 720 + start
    }
    if let minutes = TimeOfDay(clock: text)?.minutes { return minutes }
    guard text.contains(where: { ".,".contains($0) }), let part = decimal(text),
      (0..<1).contains(part)
    else { return nil }
    // Spreadsheets show as many digits as fit; five are enough for every minute.
    let minutes = (part * 1440).rounded()
    return abs(part * 1440 - minutes) < 0.01 ? Int(minutes) : nil
  }

  /// Parses a number with a decimal point or comma, optionally with its unit, `70.5 °F`; nil for anything else, and
  /// beyond ±1000.
  static func degrees(_ text: String) -> (degrees: ReadDegrees, unit: TemperatureUnit?)? {
    var number = Substring(text)
    var unit: TemperatureUnit?
    if let last = number.last, let named = TemperatureUnit(String(last)) {
      unit = named
      number = number.dropLast()
      if number.last == "°" { number = number.dropLast() }
      while let blank = number.last, blank == " " || blank == "\u{A0}" || blank == "\u{202F}" {
        number = number.dropLast()
      }
    }
    guard let degrees = ReadDegrees(text: pointed(number)) else { return nil }
    return (degrees, unit)
  }

  private static func decimal(_ text: String) -> Double? {
    text.utf8.count <= 24
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".,".utf8.contains($0) }
      ? Double(pointed(text)) : nil
  }

  /// Replaces a single comma by a point.
  private static func pointed(_ text: some StringProtocol) -> String {
    let marks = text.filter { ".,".contains($0) }
    return marks.elementsEqual(",") ? String(text.map { $0 == "," ? "." : $0 }) : String(text)
  }
}
