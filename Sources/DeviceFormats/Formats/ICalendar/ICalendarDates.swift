package import Diagnostics
package import ScheduleModel

/// Reads the all-day events of iCalendar files (RFC 5545), such as public holidays.
package enum ICalendarDates {
  /// Returns the dates of all events: first single ones, joined where they follow each other, then those of every year.
  ///
  /// - Throws: `ImportRefusal.unreadable` for the first event that entries of a calendar cannot express, unless `skip` takes
  ///   its findings. `warn` takes those about components that are not events.
  package static func dates(
    in inputs: [DeviceInput], warn: ([Diagnostic]) -> Void, skip: (([Diagnostic]) -> Void)?
  ) throws(ImportRefusal) -> [CalendarDates] {
    var single: [ClosedRange<CalendarDay>] = []
    var yearly: [CalendarDates] = []
    for input in inputs {
      let text = try DeviceText(input)
      for event in try events(in: text) {
        do throws(ImportRefusal) {
          guard let days = try event.days() else { continue }
          if event.properties["RRULE"] == nil {
            single.append(days)
          } else {
            let dates = CalendarDates(days, areYearly: true)
            if !yearly.contains(dates) { yearly.append(dates) }
          }
        } catch {
          guard let skip, case .unreadable(let findings) = error else { throw error }
          skip(findings)
        }
      }
      warn(text.takeWarnings())
    }
    single.sort { $0.lowerBound < $1.lowerBound }
    let joined = single.joiningNeighbors { last, days in
      days.lowerBound.number <= last.upperBound.number + 1
        ? last.lowerBound...max(last.upperBound, days.upperBound) : nil
    }
    return joined.map { CalendarDates($0, areYearly: false) } + yearly
  }

  /// A line with its continuations: `DTSTART;VALUE=DATE:20261225`.
  struct Property {
    let name: String
    var value: String
    /// The time zone of a time; nil for the local one.
    let zone: String?
    let offset: Int
    let text: DeviceText

    fileprivate init(
      _ line: (bytes: [UInt8], offset: Int), of text: DeviceText
    ) throws(ImportRefusal) {
      (offset, self.text) = (line.offset, text)
      // Parameters in quotes may contain colons.
      var isQuoted = false
      let colon = line.bytes.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ":") && !isQuoted
      }
      guard let colon else {
        throw text.fault(at: offset, offset > 0 ? "expected NAME:VALUE" : "not an iCalendar file")
      }
      let words = String(decoding: line.bytes[..<colon], as: UTF8.self).split(separator: ";")
      name = words.first?.uppercased() ?? ""
      zone = words.dropFirst().first { $0.uppercased().hasPrefix("TZID=") }.map {
        String($0.dropFirst(5))
      }
      value = try text.string(line.bytes[(colon + 1)...], at: offset)
    }

    func fault(_ message: Sentence) -> ImportRefusal { text.fault(at: offset, message) }
  }

  /// Reads a date, `20261225`.
  static func day(_ text: some StringProtocol) -> CalendarDay? {
    let digits = Array(text)
    guard digits.count == 8 else { return nil }
    return CalendarDay("\(String(digits[..<4]))-\(String(digits[4..<6]))-\(String(digits[6...]))")
  }

  /// The lines, each joined with its continuations.
  private static func lines(of text: DeviceText) -> [(bytes: [UInt8], offset: Int)] {
    var lines: [(bytes: [UInt8], offset: Int)] = []
    for line in text.bytes.split(separator: UInt8(ascii: "\n")) {
      let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if let first = content.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"),
        !lines.isEmpty
      {
        lines[lines.count - 1].bytes += content.dropFirst()
      } else if !content.isEmpty {
        lines.append((Array(content), line.startIndex))
      }
    }
    return lines
  }

  static func events(in text: DeviceText) throws(ImportRefusal) -> [Event] {
    var events: [Event] = []
    var open: [String] = []
    for line in lines(of: text) {
      let property = try Property(line, of: text)
      let component = property.value.uppercased()
      guard !open.isEmpty || property.name == "BEGIN" && component == "VCALENDAR" else {
        throw property.fault("expected BEGIN:VCALENDAR")
      }
      if property.name == "BEGIN" {
        open.append(component)
        if component == "VEVENT" { events.append(Event(begin: property)) }
        if open.count == 2, !["VEVENT", "VTIMEZONE"].contains(component) {
          text.leaveOut(component, at: property.offset)
        }
      } else if property.name == "END" {
        guard open.popLast() == component else {
          throw property.fault("END:\(component) has no BEGIN")
        }
      } else if open.last == "VEVENT" {
        let (event, name) = (events.count - 1, property.name)
        // A list of dates may have several lines.
        if ["EXDATE", "RDATE"].contains(name), events[event].properties[name] != nil {
          events[event].properties[name]?.value += ",\(property.value)"
        } else if events[event].properties.updateValue(property, forKey: name) != nil,
          Event.names.contains(name)
        {
          throw property.fault("a second \(name) in an event")
        }
      }
    }
    if let component = open.last { throw text.fault(at: nil, "END:\(component) is missing") }
    guard !events.isEmpty else { throw text.fault(at: nil, "the file has no events") }
    return events
  }

  struct Event {
    /// The properties that an event has once.
    static let names: Set = [
      "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
      "STATUS", "SUMMARY", "DESCRIPTION",
    ]

    let begin: Property
    fileprivate(set) var properties: [String: Property] = [:]

    /// The days of the event, of its first year if it is yearly; nil if it is cancelled.
    func days() throws(ImportRefusal) -> ClosedRange<CalendarDay>? {
      if properties["STATUS"]?.value.uppercased() == "CANCELLED" { return nil }
      let first = try day(property("DTSTART"))
      var count = 1
      if let end = properties["DTEND"] {
        count = try first.distance(to: day(end))
        guard count >= 0 else { throw end.fault("the event ends before it begins") }
      } else if let duration = properties["DURATION"] {
        guard let minutes = ICalendarFormat.minutes(ofDuration: duration.value),
          minutes.isMultiple(of: 1440), (1...10_000).contains(minutes / 1440)
        else { throw duration.fault("\(duration.value.quoted()) is not a number of whole days") }
        count = minutes / 1440
      }
      try refuse(["RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"])
      // Some files have events that end on the day on which they begin.
      let days = first...first.advanced(by: max(count, 1) - 1)
      if let rule = properties["RRULE"] { try check(rule, days) }
      return days
    }

    func property(_ name: String) throws(ImportRefusal) -> Property {
      if let property = properties[name], !property.value.isEmpty { return property }
      throw begin.fault("an event without \(name)")
    }

    /// Throws if the event has one of some properties, or two ends (RFC 5545, 3.6.1).
    func refuse(_ names: [String]) throws(ImportRefusal) {
      if let duration = properties["DURATION"], properties["DTEND"] != nil {
        throw duration.fault("an event with both DTEND and DURATION")
      }
      for name in names {
        guard let property = properties[name] else { continue }
        throw property.fault("\(name) is not supported; write the dates as events of their own")
      }
    }

    private func day(_ property: Property) throws(ImportRefusal) -> CalendarDay {
      if let day = ICalendarDates.day(property.value) { return day }
      throw property.fault(
        property.value.dropFirst(8).first == "T"
          ? "the event has a time of day; only all-day events can be imported"
          : "\(property.value.quoted()) is not a date such as 20261225")
    }

    /// Throws unless a rule repeats the same days each year.
    private func check(
      _ rule: Property, _ days: ClosedRange<CalendarDay>
    ) throws(ImportRefusal) {
      let parts = rule.value.uppercased().split(separator: ";").map(String.init)
      let (_, month, day) = days.lowerBound.parts
      let allowed = ["FREQ=YEARLY", "INTERVAL=1", "BYMONTH=\(month)", "BYMONTHDAY=\(day)"]
      guard parts.contains(allowed[0]), !parts.contains(allowed[3]) || parts.contains(allowed[2]),
        parts.allSatisfy({ allowed.contains($0) || $0.hasPrefix("WKST=") })
      else {
        throw rule.fault(
          "\(rule.value.quoted()) is not supported; an event can only repeat on the same days of every year"
        )
      }
      let isAtLeapDay = days.contains { $0.parts.month == 2 && $0.parts.day > 27 }
      guard days.count == 1 || !isAtLeapDay else {
        throw rule.fault("the event includes the end of February, which differs between years")
      }
    }
  }
}
