import ScheduleModel

/// Times of day in other programs' formats.
enum ClockText {
  /// Parses `6:00`, `06:00` or `06:00:00` into minutes; nil for anything else, including other seconds and 24:00.
  static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...2).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(String(decoding: part, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 2 || numbers[2] == 0 else { return nil }
    return TimeOfDay(hour: numbers[0], minute: numbers[1])?.minutes
  }
}

/// Numbers in other programs' formats.
enum NumberText {
  /// Parses a decimal number without exponent; nil for anything else and beyond ±1000.
  static func degrees(_ text: some StringProtocol) -> ReadDegrees? {
    let digits = text.utf8
    guard !digits.isEmpty, digits.count <= 24,
      digits.allSatisfy({
        (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }),
      let number = Double(String(text))
    else { return nil }
    return ReadDegrees(number)
  }
}
