import Diagnostics
import ScheduleModel

/// Writes and reads a calendar for people and phones. `ICalendarDates` reads the dates of others.
///
/// RFC 5545: floating local times, one weekly event for each period and group of equal days. An event ends when the
/// next day's first period begins, so that different nights are separate events.
struct ICalendarFormat: DatedFormat {
  let title = "iCalendar (calendar programs and phones)"
  let options: Set<RequestOption> = [.program, .midnight, .year]
  let years: Int? = 2

  let profiles = [
    DeviceProfile(
      id: "icalendar", aliases: ["ical", "ics"], title: "calendar programs",
      scales: [TemperatureScale(.celsius, step: 10), TemperatureScale(.fahrenheit, step: 10)],
      grouping: .equalDays)
  ]

  /// The Monday on which events without dates start.
  static let firstMonday = CalendarDay(year: 2026, month: 1, day: 5) ?? .first

  func fileSuffix(ofForm form: String?) -> String { "ics" }

  func text(of week: FittedWeek, name: String, options: ExportOptions) -> WrittenText {
    let days = Weekday.allCases.map { day in
      DatedWeeks.Day(
        date: Self.firstMonday.advanced(by: day.rawValue), schedule: name,
        entries: week.entries(of: day), next: week.entries(of: day.next))
    }
    return Self.text(days, name, week, isEndless: true)
  }

  func text(of dated: DatedWeeks, options: ExportOptions) -> WrittenText {
    Self.text(dated.days, DatedWeeks.name, dated.weeks[0], isEndless: false)
  }

  /// A period that is the same on several days.
  private struct Event: Hashable {
    let schedule: String
    let entry: WrittenSwitchpoint
    let minutes: Int
  }

  private static func text(
    _ days: [DatedWeeks.Day], _ name: String, _ week: FittedWeek, isEndless: Bool
  ) -> WrittenText {
    var places: [Event: Int] = [:]
    var events: [(event: Event, days: [CalendarDay])] = []
    for day in days {
      let ends = day.entries.dropFirst().map(\.time.minutes) + [day.next[0].time.minutes + 1440]
      for (entry, end) in zip(day.entries, ends) {
        let event = Event(schedule: day.schedule, entry: entry, minutes: end - entry.time.minutes)
        if let place = places[event] {
          events[place].days.append(day.date)
        } else {
          places[event] = events.count
          events.append((event, [day.date]))
        }
      }
    }
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//setpoint//setpoint//EN", "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH", "X-WR-CALNAME:" + QuotedText.iCalendar(name),
    ]
    // The events of two schedules differ, and those of one are stable.
    let prefix = "setpoint-" + name.utf8.digest
    for (index, (event, days)) in events.enumerated() {
      let values = week.sides.each.map { side in
        "\(side == .heat ? "Heat" : "Cool") \(event.entry[side]) \(week.scale.unit.symbol)"
      }
      lines += [
        "BEGIN:VEVENT", "UID:\(prefix)-\(index)@setpoint.invalid", "DTSTAMP:20260101T000000Z",
        "DTSTART:\(stamp(days[0], event))", "DURATION:\(duration(event.minutes))",
      ]
      lines += repetition(of: event, on: days, isEndless: isEndless)
      lines += [
        "SUMMARY:" + QuotedText.iCalendar(values.joined(separator: " / ")),
        "DESCRIPTION:" + QuotedText.iCalendar(event.schedule), "TRANSP:TRANSPARENT", "END:VEVENT",
      ]
    }
    lines.append("END:VCALENDAR")
    return WrittenText(lines.flatMap(folded))
  }

  /// The lines that repeat an event after its first day: a weekly rule and its exceptions, or fewer days.
  private static func repetition(
    of event: Event, on days: [CalendarDay], isEndless: Bool
  ) -> [String] {
    let weekdays = Set(days.map(\.weekday))
    let names = Weekday.allCases.filter(weekdays.contains).map { $0.name.prefix(2).uppercased() }
    let rule = "RRULE:FREQ=WEEKLY;BYDAY=" + names.joined(separator: ",")
    if isEndless { return [rule] }
    let last = days[days.count - 1]
    let known = Set(days)
    let missing = (days[0]...last).filter {
      weekdays.contains($0.weekday) && !known.contains($0)
    }
    func list(_ name: String, _ days: some Collection<CalendarDay>) -> [String] {
      days.isEmpty ? [] : [name + ":" + days.map { stamp($0, event) }.joined(separator: ",")]
    }
    guard days.count > 1, missing.count < days.count else { return list("RDATE", days.dropFirst()) }
    return ["\(rule);UNTIL=\(stamp(last, event))"] + list("EXDATE", missing)
  }

  /// The start of an event on a day, in local time.
  private static func stamp(_ day: CalendarDay, _ event: Event) -> String {
    "\(day)".filter { $0 != "-" } + "T" + "\(event.entry.time)".filter { $0 != ":" } + "00"
  }

  static func duration(_ minutes: Int) -> String {
    let (days, rest) = (minutes / 1440, minutes % 1440)
    let (hours, left) = (rest / 60, rest % 60)
    let time = (hours > 0 || left > 0 ? "T" : "") + (hours > 0 ? "\(hours)H" : "")
    return "P" + (days > 0 ? "\(days)D" : "") + time + (left > 0 ? "\(left)M" : "")
  }

  /// Reads a duration of whole minutes, `PT1H30M` (RFC 5545, 3.3.6); nil for another text.
  static func minutes(ofDuration text: String) -> Int? {
    let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1]
    var seconds = 0
    var digits = ""
    let text = text.first == "+" ? text.dropFirst() : text[...]
    guard text.first == "P", text.count > 2 else { return nil }
    for letter in text.dropFirst() where letter != "T" {
      if letter.isASCII, letter.isNumber {
        digits.append(letter)
        continue
      }
      guard let unit = units[letter], let count = digits.wholeNumber(digits: 8),
        seconds < 1 << 40
      else { return nil }
      seconds += count * unit
      digits = ""
    }
    return digits.isEmpty && seconds.isMultiple(of: 60) ? seconds / 60 : nil
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
}
