import ScheduleModel

extension TimeOfDay {
  /// Parses `6:00`, `06:00` or `06:00:00`; nil for anything else, including other seconds and 24:00.
  init?(clock text: some StringProtocol) {
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
    self.init(hour: numbers[0], minute: numbers[1])
  }
}
