import Diagnostics
import ScheduleModel

extension ICalendarFormat {
  func programs(in files: DeviceFiles) throws(ImportRefusal) -> DevicePrograms {
    let text = files.text
    var reader = ICalendarReader(text)
    for event in try ICalendarDates.events(in: text) { try reader.add(event) }
    let days = try reader.days()
    let unit = reader.unit ?? .celsius
    guard reader.isEndless else {
      return try CalendarAssembly(days, name: DatedWeeks.name, in: text).programs(in: unit)
    }
    var program = DeviceProgram(unit)
    program.name = days[0].schedule
    for day in days {
      guard day.schedule == program.name, days.count == Weekday.allCases.count else {
        throw text.fault(
          at: day.points[0].offset, "events without an end need one schedule for all seven days")
      }
      try program.add(day.points, to: day.date.weekday, in: text)
    }
    return DevicePrograms(program)
  }
}

/// Reads the events of an export: each is a period of some days.
private struct ICalendarReader {
  private struct Moment: Hashable {
    let day: CalendarDay
    let minutes: Int

    /// Minutes since 1 January 1970.
    var start: Int { day.number * 1440 + minutes }
  }

  private struct Occurrence {
    let day: CalendarDay
    let start: Int
    let point: ReadSwitchpoint
    let schedule: String
    /// DURATION or DTEND, and the minutes that it means; nil for an unknown spelling.
    let end: ICalendarDates.Property
    let minutes: Int?
  }

  private let text: DeviceText
  private(set) var unit: TemperatureUnit?
  /// Whether the events repeat each week without end.
  private(set) var isEndless = false
  /// The time zone of all times, or their lack of one; nil before the first time.
  private var zone: String??
  /// How far local times are ahead of UTC, in minutes; nil before the first end of a rule in UTC.
  private var offset: Int?
  private var periods: [Occurrence] = []
  /// The most periods of a file: limits the memory for rules.
  private static let mostPeriods = 100_000
  private static let known = ICalendarDates.Event.names.union(["UID", "DTSTAMP", "TRANSP"])

  init(_ text: DeviceText) { self.text = text }

  /// Adds the periods of an event; throws for properties that an export does not write.
  mutating func add(_ event: ICalendarDates.Event) throws(ImportRefusal) {
    let isCertain = event.properties["STATUS"]?.value == "CONFIRMED"
    try event.refuse(["EXRULE", "RECURRENCE-ID"] + (isCertain ? [] : ["STATUS"]))
    for property in event.properties.values.sorted(by: { $0.offset < $1.offset })
    where !Self.known.contains(property.name) {
      text.leaveOut(property.name, at: property.offset)
    }
    for name in ["DTSTART", "DTEND", "EXDATE", "RDATE"] {
      guard let property = event.properties[name] else { continue }
      guard zone == nil || zone == .some(property.zone) else {
        throw property.fault("\(name) has a different time zone from an earlier time")
      }
      zone = .some(property.zone)
    }
    let begin = try event.property("DTSTART")
    let first = try moment(begin.value, begin)
    let (moments, isEndless) = try self.moments(of: event, from: first)
    guard periods.isEmpty || isEndless == self.isEndless else {
      throw event.begin.fault("some events end and some do not")
    }
    self.isEndless = isEndless
    guard periods.count + moments.count <= Self.mostPeriods else {
      throw event.begin.fault("the events have more than \(Self.mostPeriods) periods")
    }
    var point = try setpoints(of: event)
    let schedule = QuotedText.text(ofICalendar: try event.property("DESCRIPTION").value)
    // Other programs write the end instead.
    let end = try event.property(event.properties["DTEND"] == nil ? "DURATION" : "DTEND")
    let minutes =
      end.name == "DTEND"
      ? try moment(end.value, end).start - first.start
      : ICalendarFormat.minutes(ofDuration: end.value)
    for moment in moments {
      point.minutes = moment.minutes
      periods.append(
        Occurrence(
          day: moment.day, start: moment.start, point: point, schedule: schedule, end: end,
          minutes: minutes))
    }
  }

  /// Returns the moments at which an event begins, and whether it is repeated without end.
  private mutating func moments(
    of event: ICalendarDates.Event, from first: Moment
  ) throws(ImportRefusal) -> (moments: Set<Moment>, isEndless: Bool) {
    var (moments, isEndless): (Set, Bool) = ([first], false)
    if let rule = event.properties["RRULE"] {
      let (weekdays, until) = try self.rule(rule, from: first)
      isEndless = until == nil
      guard until?.minutes ?? first.minutes == first.minutes else {
        throw rule.fault("UNTIL and the event have different times of day")
      }
      let start = isEndless ? ICalendarFormat.firstMonday : first.day
      let count = start.distance(to: until?.day ?? start.advanced(by: 6)) + 1
      guard weekdays.contains(first.day.weekday), (1...CalendarAssembly.mostDays).contains(count)
      else {
        throw rule.fault("the rule excludes the day of DTSTART or lasts more than two years")
      }
      let days = (0..<count).map(start.advanced).filter { weekdays.contains($0.weekday) }
      moments = Set(days.map { Moment(day: $0, minutes: first.minutes) })
    }
    for name in ["EXDATE", "RDATE"] {
      guard let list = event.properties[name] else { continue }
      for word in list.value.split(separator: ",", omittingEmptySubsequences: false) {
        let moment = try moment(word, list)
        let isNew = name == "RDATE"
        guard isNew ? moments.insert(moment).inserted : moments.remove(moment) != nil else {
          throw list.fault("\(moment.day) is \(isNew ? "already" : "not") a day of the event")
        }
      }
    }
    return (moments, isEndless)
  }

  /// Returns the days, of one week if the events are endless.
  ///
  /// - Throws: `ImportRefusal.unreadable` for events that do not follow each other, and for a day without one.
  func days() throws(ImportRefusal) -> [CalendarAssembly.Day] {
    let periods = periods.sorted { $0.start < $1.start }
    guard let first = periods.first else { throw text.fault(at: nil, "the events have no days") }
    let ends = periods.dropFirst().map(\.start) + (isEndless ? [first.start + 7 * 1440] : [])
    for (period, end) in zip(periods, ends)
    where end <= period.start || period.minutes != end - period.start {
      throw period.end.fault(
        "the event of \(period.day) does not end when the next one begins")
    }
    var days: [CalendarAssembly.Day] = []
    for period in periods {
      if let last = days.last, last.date == period.day, last.schedule == period.schedule {
        days[days.count - 1].points.append(period.point)
        continue
      }
      guard days.last.map({ $0.date.number + 1 == period.day.number }) ?? true,
        days.count < CalendarAssembly.mostDays
      else {
        throw text.fault(
          at: period.point.offset,
          "the events need one schedule for each day and an event on each day, for at most two years"
        )
      }
      days.append(
        CalendarAssembly.Day(date: period.day, points: [period.point], schedule: period.schedule))
    }
    return days
  }

  private func moment(
    _ word: some StringProtocol, _ property: ICalendarDates.Property
  ) throws(ImportRefusal) -> Moment {
    let time = word.dropFirst(9)
    if word.utf8.count == 15, word.dropFirst(8).first == "T", time.hasSuffix("00"),
      let day = ICalendarDates.day(word.prefix(8)),
      let clock = TimeOfDay(clock: "\(time.prefix(2)):\(time.dropFirst(2).prefix(2))")
    {
      return Moment(day: day, minutes: clock.minutes)
    }
    throw property.fault(
      "\(String(word).quoted()) is not a local time such as 20270101T060000"
        + (word.utf8.count == 8 ? "; \(add: .scheduleOfDates) SCHEDULE imports all-day events" : "")
    )
  }

  private mutating func rule(
    _ rule: ICalendarDates.Property, from first: Moment
  ) throws(ImportRefusal) -> (days: [Weekday], until: Moment?) {
    // Each week, whose first day has no effect then.
    let parts = rule.value.split(separator: ";").map { $0.split(separator: "=") }
      .filter { (part: [Substring]) in part.first != "WKST" && part != ["INTERVAL", "1"] }
    func value(_ name: String) -> Substring? { parts.first { $0.first == name[...] }?.last }
    let names = value("BYDAY")?.split(separator: ",") ?? []
    let days = Weekday.allCases.filter { names.contains(Substring($0.name.prefix(2).uppercased())) }
    let known = ["FREQ", "BYDAY", "UNTIL"].filter { value($0) != nil }
    guard value("FREQ") == "WEEKLY", days.count == names.count, known.count == parts.count else {
      throw rule.fault(
        "\(rule.value.quoted()) is not FREQ=WEEKLY with BYDAY and, optionally, UNTIL")
    }
    guard let until = value("UNTIL") else { return (days, nil) }
    // With a time zone, the end is in UTC (3.3.10).
    guard until.last == "Z", let zone, zone != nil else {
      return (days, try moment(until, rule))
    }
    let end = try moment(until.dropLast(), rule)
    // Zones are from 12 hours west of UTC to 14 hours east of it, and change by an hour in summer.
    let last = (-1...1).map { Moment(day: end.day.advanced(by: $0), minutes: first.minutes) }
      .filter { last in
        let ahead = last.start - end.start
        return days.contains(last.day.weekday) && (-720...840).contains(ahead)
          && abs((offset ?? ahead) - ahead) <= 60
      }
    guard last.count == 1 else {
      throw rule.fault("UNTIL in UTC does not show which event is the last")
    }
    offset = last[0].start - end.start
    return (days, last[0])
  }

  private mutating func setpoints(
    of event: ICalendarDates.Event
  ) throws(ImportRefusal) -> ReadSwitchpoint {
    let summary = try event.property("SUMMARY")
    var point = ReadSwitchpoint(time: (0, nil), offset: event.begin.offset)
    for part in summary.value.split(separator: "/", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      guard words.count == 3,
        let side = Side.allCases.first(where: { $0.name == words[0].lowercased() }),
        point[side] == nil, let degrees = ReadDegrees(text: words[1]),
        let unit = TemperatureUnit.allCases.first(where: { $0.symbol == words[2] }),
        self.unit ?? unit == unit
      else {
        throw summary.fault(
          "expected a summary such as Heat 21 °C / Cool 26 °C, not \(summary.value.quoted())")
      }
      self.unit = unit
      point[side] = degrees
    }
    guard periods.first?.point.sides ?? point.sides == point.sides else {
      throw summary.fault("the events do not have the same sides")
    }
    return point
  }
}
