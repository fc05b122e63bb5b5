import Diagnostics
import JSONText
import ScheduleModel

enum SP601KnownSchedule: Rule {
  static let info = RuleInfo(
    code: "SP601", severity: .error, summary: "calendar entries name schedules of the file",
    what: #"The "schedule" of each calendar entry must be the name of a schedule of the file."#,
    repair: "The fix names the schedule with the most similar name.",
    why: "The file has no schedule for the days of the entry.",
    bad: #""unit": "F", "calendar": [{"schedule": "Hom"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home"}]"#, fix: .unsafe)

  /// Reads a name and reports it if no schedule has it; reports another type and returns nil.
  static func read(
    _ node: JSONNode, _ path: DocumentPath, _ reader: inout DocumentReader
  ) -> String? {
    guard let name = SP107ValueType.string(node, at: path, &reader) else { return nil }
    let names = reader.draft.schedules.compactMap(\.name)
    // The entry may name a schedule whose name is unreadable.
    if names.count == reader.draft.schedules.count, !names.isEmpty {
      check(name, among: names, path, &reader.findings)
    }
    return name
  }

  static func check(
    _ name: String, among names: [String], _ path: DocumentPath, _ findings: inout FindingList
  ) {
    guard !names.contains(name) else { return }
    let nearest = Spelling.nearest(to: name, among: names)
    let guess = nearest.map { "; did you mean \($0.quoted())?" } ?? ""
    findings.add(info, path, "there is no schedule \(name.quoted())\(guess)") { index in
      nearest.flatMap { index.fix(.unsafe, replacing: path, by: .string($0)) }
    }
  }
}

enum SP602RealDate: Rule {
  static let info = RuleInfo(
    code: "SP602", severity: .error, summary: "dates are MM-DD or YYYY-MM-DD, and exist",
    what: """
      "from" and "to" of a calendar entry must be a day of every year, MM-DD, or a day of one year \
      from 1583 to 9999, YYYY-MM-DD, in the Gregorian calendar. The fix adds missing zeros.
      """,
    why: "30 February is a typing mistake, and programs interpret it in different ways.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "2-1", "to": "02-28"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "02-01", "to": "02-28"}]"#,
    fix: .safe)

  /// Reads a date; reports a finding and returns nil if it is not one.
  static func read(
    _ node: JSONNode, _ path: DocumentPath, _ reader: inout DocumentReader
  ) -> CalendarDate? {
    guard let text = SP107ValueType.string(node, at: path, &reader) else { return nil }
    if let date = CalendarDate(text) { return date }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let padded = parts.map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
    let isPadded = CalendarDate(padded) != nil
    reader.findings.add(
      info, path,
      "\(text.quoted()) is not a date; "
        + (isPadded
          ? "did you mean \(padded)?"
          : CalendarDay.advice(onYearOf: text)
            ?? "use MM-DD or YYYY-MM-DD, such as 12-24 or 2026-12-24")
    ) { index in
      isPadded ? index.fix(.safe, replacing: path, by: .string(padded)) : nil
    }
    return nil
  }
}

enum SP603PairedDates: Rule {
  static let info = RuleInfo(
    code: "SP603", severity: .error, summary: "from and to come together, in one form and in order",
    what: """
      A calendar entry must have both "from" and "to" or neither, both MM-DD or both YYYY-MM-DD. \
      Full dates must be in order; dates of every year may go over New Year, from 10-01 to 04-30. The \
      fix exchanges full dates that are out of order.
      """,
    why: "An entry with one date, or with an end before its start, is incomplete.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "2027-01-02"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "01-02"}]"#,
    fix: .unsafe)

  /// Joins the dates of an entry; nil, with a finding, where that is not possible.
  static func read(
    _ from: CalendarDate?, _ to: CalendarDate?, _ entry: Int, _ reader: inout DocumentReader
  ) -> CalendarDates? {
    let (first, last) = (DocumentPath.entry(entry, .from), DocumentPath.entry(entry, .to))
    guard let from, let to else {
      let names = from == nil ? ("to", "from") : ("from", "to")
      reader.findings.add(
        info, from == nil ? last : first,
        "calendar entry \(entry + 1) has \"\(names.0)\" without \"\(names.1)\"")
      return nil
    }
    if let dates = CalendarDates(from: from, to: to) { return dates }
    guard from.isYearly == to.isYearly else {
      reader.findings.add(
        info, last, "to is \(to), but from is \(from); use MM-DD or YYYY-MM-DD for both")
      return nil
    }
    reader.findings.add(info, last, "to \(to) is before from \(from)") { index in
      guard let begin = index.bytes(of: first), let end = index.bytes(of: last),
        let edit = index.replacement(of: first, by: end),
        let other = index.replacement(of: last, by: begin)
      else { return nil }
      return Fix(.unsafe, edits: [edit, other])
    }
    return nil
  }
}

enum SP604Condition: Rule {
  static let info = RuleInfo(
    code: "SP604", severity: .error, summary: "calendar entries after the first have a condition",
    what: """
      A calendar entry must have "from" and "to", "weeks" or "days". Only the first entry may have \
      none: it applies where no other does.
      """,
    why:
      "The last entry that applies decides, so an entry without a condition overrides all entries before it.",
    bad:
      #""unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}, {"schedule": "Home"}]"#,
    good:
      #""unit": "F", "calendar": [{"schedule": "Home"}, {"schedule": "Home", "days": ["monday"]}]"#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    for (place, entry) in calendar.enumerated().dropFirst() where entry?.isUnconditional == true {
      findings.add(
        info, .entry(place),
        "calendar entry \(place + 1) has no condition, so no entry before it ever applies")
    }
  }
}

enum SP605LeapDay: Rule {
  static let info = RuleInfo(
    code: "SP605", severity: .warning, summary: "no 02-29 in the dates of every year",
    what: """
      The dates of every year should not begin or end on 02-29. In a year without that day, dates from \
      02-29 begin on 1 March, dates to 02-29 end on 28 February, and 02-29 alone does not apply.
      """,
    why: "Three years in four lack this day, and devices handle it in different ways.",
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "from": "01-10", "to": "02-29"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "01-10", "to": "02-28"}]"#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    for (place, entry) in calendar.enumerated() {
      guard let dates = entry?.dates else { continue }
      let isDay = dates.from == dates.to
      for (member, date, others) in [
        (FileFormat.Member.from, dates.from, isDay ? "it does not apply" : "it begins on 03-01"),
        (.to, dates.to, "it ends on 02-28"),
      ] where date.isYearly && date.description == "02-29" && !(isDay && member == .to) {
        findings.add(
          info, .entry(place, member), "only leap years have 02-29; in other years \(others)")
      }
    }
  }
}

enum SP606NeverApplies: Rule {
  static let info = RuleInfo(
    code: "SP606", severity: .warning, summary: "every calendar entry applies on some day",
    what: """
      On at least one day from 1583 to 9999, all conditions of a calendar entry should be met, and \
      no later entry should apply. The check is exact.
      """,
    why: "The last entry that applies decides: put exceptions last.",
    bad: #"""
      "unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}, \#
      {"schedule": "Home", "from": "01-01", "to": "12-31"}]
      """#,
    good: #"""
      "unit": "F", "calendar": [{"schedule": "Home", "from": "01-01", "to": "12-31"}, \#
      {"schedule": "Home", "days": ["monday"]}]
      """#)

  static func check(
    _ entries: [CalendarEntry], _ coverage: CalendarCoverage, _ findings: inout FindingList
  ) {
    for (place, entry) in entries.enumerated() where !coverage.deciding.contains(place) {
      // An entry without a condition after it has its own finding (SP604).
      guard !entries[(place + 1)...].contains(where: \.isUnconditional) else { continue }
      let hasDays = !CalendarCoverage([entry]).deciding.isEmpty
      findings.add(
        info, .entry(place),
        "calendar entry \(place + 1) never applies: "
          + (hasDays ? "later entries override it" : "no day meets its conditions"))
    }
  }
}

enum SP607UnusedSchedule: Rule {
  static let info = RuleInfo(
    code: "SP607", severity: .warning, summary: "the calendar uses every schedule",
    what: """
      In a file with a calendar, every schedule but the first needs an entry. If entries apply on every \
      day, the first needs one, too. The examples are from a file with the schedules Home and Away.
      """,
    why: """
      A schedule that is never due was probably forgotten in the calendar. Another room or thermostat needs a \
      file of its own.
      """,
    bad: #""unit": "F", "calendar": [{"schedule": "Home", "days": ["monday"]}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Away", "days": ["monday"]}]"#)

  static func check(
    _ schedules: [String?], _ entries: [CalendarEntry], _ coverage: CalendarCoverage,
    _ findings: inout FindingList
  ) {
    let named = Set(entries.map(\.schedule))
    for (place, name) in schedules.enumerated() {
      guard let name, !named.contains(name), place > 0 || !coverage.hasFreeDays
      else { continue }
      findings.add(
        info, .member(.name, ofSchedule: place), "schedule \(name.quoted()) never applies")
    }
  }
}

enum SP608PastDates: Rule {
  static let info = RuleInfo(
    code: "SP608", severity: .info, summary: "the dates of calendar entries are not past",
    what: "The full dates of a calendar entry should not all be past.",
    why: "The entry no longer has any effect and can be removed.",
    bad:
      #""unit": "F", "calendar": [{"schedule": "Home", "from": "2001-12-24", "to": "2002-01-02"}]"#,
    good: #""unit": "F", "calendar": [{"schedule": "Home", "from": "12-24", "to": "01-02"}]"#)

  static func check(_ calendar: [CalendarEntry?], _ findings: inout FindingList) {
    guard let today = findings.options.today else { return }
    for (place, entry) in calendar.enumerated() {
      guard let dates = entry?.dates, !dates.isYearly, dates.to.day < today else { continue }
      findings.add(
        info, .entry(place), "calendar entry \(place + 1) is past: it ended on \(dates.to)")
    }
  }
}
