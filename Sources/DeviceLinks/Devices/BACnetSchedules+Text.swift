import LinkProtocol
import ScheduleModel

extension BACnetSchedules {
  /// A week to write.
  struct WrittenWeek {
    let side: Side
    let instance: Int
    /// The request that writes the whole week.
    let request: BACnetRequest
    /// The days, Monday first.
    let days: [[UInt8]]
  }

  /// Parses the weeks of a text: comments that name the side, and a line of hex for each.
  func weeks(_ text: String) throws(LinkFailure) -> [WrittenWeek] {
    var announced: Side?
    var weeks: [WrittenWeek] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("#") {
        let words = line.split { " :,#".contains($0) }
        announced = Side.allCases.first { words.contains(Substring($0.name)) }
        continue
      }
      guard let side = announced, let week = Self.bytes(line), let days = Self.days(of: week),
        !weeks.contains(where: { $0.side == side })
      else {
        throw LinkFailure(.unsupported, "the text is not a week in the format of setpoint export")
      }
      guard let instance = schedules.first(where: { $0.side == side })?.instance else {
        throw LinkFailure(
          .unsupported,
          "the address names only a heat schedule; schedule/N,M names one for cool too")
      }
      let request = BACnetRequest(
        writing: week, to: Self.weeklySchedule, of: .schedule(instance), id: Self.id(side))
      weeks.append(WrittenWeek(side: side, instance: instance, request: request, days: days))
      announced = nil
    }
    guard !weeks.isEmpty else { throw LinkFailure(.unsupported, "the text has no week") }
    return weeks
  }

  private static func bytes(_ line: Substring) -> [UInt8]? {
    let digits = line.compactMap(\.hexDigitValue)
    guard digits.count == line.count, digits.count.isMultiple(of: 2), digits.count < 1 << 16 else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Splits a week into its seven days, with their opening and closing tags; nil if there are not seven.
  private static func days(of week: [UInt8]) -> [[UInt8]]? {
    var days: [[UInt8]] = []
    var start = 0
    while start < week.count, week[start] == 0x0E {
      var end = start + 1
      while end < week.count, week[end] != 0x0F {
        let tag = week[end]
        // An application tag: its type and its length; a boolean has its value in place of the length.
        guard tag & 0x08 == 0, tag & 7 <= 5 else { return nil }
        let isLong = tag & 7 == 5
        guard !isLong || end + 1 < week.count else { return nil }
        end += isLong ? 2 + Int(week[end + 1]) : 1 + (tag >> 4 == 1 ? 0 : Int(tag & 7))
      }
      guard end < week.count else { return nil }
      days.append(Array(week[start...end]))
      start = end + 1
    }
    return days.count == 7 && start == week.count ? days : nil
  }
}
