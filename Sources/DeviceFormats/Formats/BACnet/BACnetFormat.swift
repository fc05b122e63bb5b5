import Diagnostics
import ScheduleModel

/// Writes and reads the Weekly_Schedule property of two BACnet Schedule objects, heat and cool; with a calendar also
/// writes Effective_Period and Exception_Schedule (properties 32 and 38).
///
/// Sources: bacpypes3 basetypes.py and object.py (property 123 of object type 17, an array of seven daily schedules, 1
/// is Monday). An entry is an application-tagged time and an IEEE single. Before a day's first entry Schedule_Default
/// applies (Siemens A6V12954388), so 00:00 is always written.
struct BACnetFormat: DatedFormat {
  let title = "BACnet Schedule objects, Weekly_Schedule in hex"
  let options: Set<RequestOption> = [.program, .year]
  let years: Int? = 1

  let profiles = [
    DeviceProfile(
      id: "bacnet", title: "BACnet controllers",
      scales: [TemperatureScale(.celsius, step: 1), TemperatureScale(.fahrenheit, step: 1)],
      needsMidnightEntry: true)
  ]

  func fileSuffix(ofForm form: String?) -> String { "txt" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    WrittenText(
      Self.lines(week.sides, week.scale) { side in
        let days = Weekday.allCases.map { week.entries(of: $0) }
        return [("Weekly_Schedule, Monday first", Self.property(days, side))]
      })
  }

  func text(of dated: DatedWeeks, options: ExportOptions) throws(ExportRefusal) -> WrittenText {
    let days = dated.days
    guard (1900...2154).contains(days[0].date.year) else {
      throw .usage("BACnet supports dates from 1900 to 2154")
    }
    // The most frequent entries of each day of the week make the fewest exceptions.
    let weekly = Weekday.allCases.map { weekday in
      var counts: [[WrittenSwitchpoint]: Int] = [:]
      var best: [WrittenSwitchpoint] = []
      for day in days where day.date.weekday == weekday {
        counts[day.entries, default: 0] += 1
        if counts[day.entries, default: 0] > counts[best, default: 0] { best = day.entries }
      }
      return best
    }
    let exceptions = days.filter { $0.entries != weekly[$0.date.weekday.rawValue] }
      .map { (days: $0.date...$0.date, entries: $0.entries) }
      .joiningNeighbors { last, next in
        let follows = last.days.upperBound.number + 1 == next.days.lowerBound.number
        return follows && last.entries == next.entries
          ? (last.days.lowerBound...next.days.upperBound, last.entries) : nil
      }
    let period = Self.dates(days[0].date...days[days.count - 1].date)
    let lines = Self.lines(dated.sides, dated.scale) { side in
      [
        ("Weekly_Schedule, Monday first", Self.property(weekly, side)),
        ("Effective_Period", period),
        ("Exception_Schedule", exceptions.flatMap { Self.event($0.days, $0.entries, side) }),
      ]
    }
    return WrittenText(
      lines, notes: ["exceptions in each Schedule object: \(exceptions.count)"])
  }

  /// A comment and a line of hex for each property of each side.
  private static func lines(
    _ sides: Sides, _ scale: TemperatureScale,
    properties: (Side) -> [(name: String, bytes: [UInt8])]
  ) -> String {
    let alone = sides == .both ? "" : " alone"
    var text = ""
    for side in sides.each {
      for property in properties(side) {
        text += "# \(side.name)\(alone) °\(scale.unit.rawValue): \(property.name)\n"
        text += property.bytes.hexText + "\n"
      }
    }
    return text
  }

  /// Seven lists between opening and closing context tag 0.
  private static func property(_ days: [[WrittenSwitchpoint]], _ side: Side) -> [UInt8] {
    days.flatMap { [0x0E] + values($0, side) + [0x0F] }
  }

  private static func values(_ entries: [WrittenSwitchpoint], _ side: Side) -> [UInt8] {
    entries.flatMap { entry -> [UInt8] in
      let bits = (Float(entry[side].count) / 100).bitPattern
      return [0xB4, UInt8(entry.time.hour), UInt8(entry.time.minute), 0, 0, 0x44]
        + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }
  }

  /// A special event: the dates [0], the values [2] and the lowest priority [3].
  private static func event(
    _ days: ClosedRange<CalendarDay>, _ entries: [WrittenSwitchpoint], _ side: Side
  ) -> [UInt8] {
    [0x0E, 0x1E] + dates(days) + [0x1F, 0x0F, 0x2E] + values(entries, side) + [0x2F, 0x39, 16]
  }

  /// The first and the last of some days: year since 1900, month, day, day of the week.
  private static func dates(_ days: ClosedRange<CalendarDay>) -> [UInt8] {
    [days.lowerBound, days.upperBound].flatMap { day -> [UInt8] in
      let (year, month, number) = day.parts
      let date = [year - 1900, month, number, day.weekday.rawValue + 1]
      return [0xA4] + date.map { UInt8($0) }
    }
  }
}
