import ScheduleModel

/// Writes a calendar for people and phones; it cannot be imported.
///
/// RFC 5545: floating local times, one weekly event for each period and group of equal days. An event ends when the
/// next day's first period begins, so that different nights are separate events.
struct ICalendarFormat: DeviceFormat {
  let id = "icalendar"
  let fileSuffix = "ics"
  let title = "iCalendar (calendars of people and phones)"
  let options: DeviceOptionSet = [.program, .midnight, .oneSide]

  let profiles = [
    DeviceProfile(
      "icalendar", aliases: ["ical", "ics"], title: "calendar programs",
      capabilities: DeviceCapabilities(
        periods: nil,
        scales: [TemperatureScale(.celsius, step: 10), TemperatureScale(.fahrenheit, step: 10)],
        midnight: .carriesOver, grouping: .equalDays))
  ]

  let instructions = [
    "setpoint export FILE --to icalendar -o thermostat.ics",
    "Open the file on a phone or import it into a calendar of its own, so that it can be removed.",
  ]

  /// The Monday on which the events start, as a day of January 2026.
  private static let firstMonday = 5

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//setpoint//setpoint//EN", "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", "X-WR-CALNAME:" + QuotedText.iCalendar(name),
    ]
    let prefix = "setpoint-" + Self.fingerprint(name)
    for (index, event) in Self.events(week).enumerated() {
      lines += Self.lines(event, uid: "\(prefix)-\(index)@setpoint.invalid", week, name)
    }
    lines.append("END:VCALENDAR")
    return WrittenText(lines.flatMap(Self.folded))
  }

  /// A period that is the same on several days.
  private struct Event {
    var days: [Weekday]
    let entry: WrittenSwitchpoint
    let minutes: Int
  }

  private static func events(_ week: FittedWeek) -> [Event] {
    var events: [Event] = []
    for day in Weekday.allCases {
      let entries = week.entries(of: day)
      for (index, entry) in entries.enumerated() {
        let next = week.entries(of: day.next)[0].time.minutes + 1440
        let end = index + 1 < entries.count ? entries[index + 1].time.minutes : next
        let minutes = end - entry.time.minutes
        if let same = events.firstIndex(where: { $0.entry == entry && $0.minutes == minutes }) {
          events[same].days.append(day)
        } else {
          events.append(Event(days: [day], entry: entry, minutes: minutes))
        }
      }
    }
    return events
  }

  private static func lines(
    _ event: Event, uid: String, _ week: FittedWeek, _ name: String
  ) -> [String] {
    let date = firstMonday + event.days[0].rawValue
    let clock = "\(event.entry.time)".filter { $0 != ":" }
    let values = week.sides.each.map { side in
      "\(side == .heat ? "Heat" : "Cool") \(event.entry[side]) \(week.scale.unit.symbol)"
    }
    let days = event.days.map { $0.name.prefix(2).uppercased() }.joined(separator: ",")
    return [
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z",
      "DTSTART:202601\(date < 10 ? "0" : "")\(date)T\(clock)00",
      "DURATION:\(duration(event.minutes))", "RRULE:FREQ=WEEKLY;BYDAY=\(days)",
      "SUMMARY:" + QuotedText.iCalendar(values.joined(separator: " / ")),
      "DESCRIPTION:" + QuotedText.iCalendar(name), "TRANSP:TRANSPARENT", "END:VEVENT",
    ]
  }

  private static func duration(_ minutes: Int) -> String {
    let (days, rest) = (minutes / 1440, minutes % 1440)
    let (hours, left) = (rest / 60, rest % 60)
    let time = (hours > 0 || left > 0 ? "T" : "") + (hours > 0 ? "\(hours)H" : "")
    return "P" + (days > 0 ? "\(days)D" : "") + time + (left > 0 ? "\(left)M" : "")
  }

  /// Folds a line into parts of at most 75 bytes without splitting characters (RFC 5545, 3.1).
  private static func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var width = 0
    for scalar in line.unicodeScalars {
      let encoded = UTF8.encode(scalar).map(Array.init) ?? []
      if width + encoded.count > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        width = 1
      }
      bytes += encoded
      width += encoded.count
    }
    return bytes + [0x0D, 0x0A]
  }

  /// A hash of a name (FNV-1a, 64 bits), so that the events of two schedules differ and those of one are stable.
  private static func fingerprint(_ name: String) -> String {
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
