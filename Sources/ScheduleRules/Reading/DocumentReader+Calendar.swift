package import Diagnostics
import JSONText
package import ScheduleModel

extension DocumentReader {
  /// Reads the entries of the calendar; nil if an entry cannot be read.
  mutating func readCalendar(_ list: Int) -> [CalendarEntry?] {
    let path = DocumentPath.member(.calendar)
    guard !isDuplicated(path), isKind(.array, list, at: path) else { return [nil] }
    var entries: [CalendarEntry?] = []
    var element = list + 1
    while element < view.next(list) {
      guard entries.count < FileFormat.mostEntries else {
        let most = FileFormat.mostEntries
        SP107ValueType.report(
          node(list), "an array of more than \(most) entries", expected: "at most \(most)",
          at: path,
          &self)
        return [nil]
      }
      let isObject = isKind(.object, element, at: .entry(entries.count))
      entries.append(isObject ? readEntry(element, entries.count) : nil)
      element = view.next(element)
    }
    return entries
  }

  private mutating func readEntry(_ entry: Int, _ index: Int) -> CalendarEntry? {
    var values: [FileFormat.Member: Int] = [:]
    var isWhole = true
    let members = readMembers(of: entry, FileFormat.calendarEntry) { reader, member, value in
      if reader.isDuplicated(.entry(index, member)) { isWhole = false }
      values[member] = value
    }
    check(entry, at: .entry(index), members, FileFormat.calendarEntry)
    func read<Value>(
      _ member: FileFormat.Member, _ reader: inout DocumentReader,
      _ body: (JSONNode, DocumentPath, inout DocumentReader) -> Value?
    ) -> Value? {
      guard let value = values[member] else { return nil }
      let result = body(reader.node(value), .entry(index, member), &reader)
      if result == nil { isWhole = false }
      return result
    }
    let name = read(.schedule, &self, SP601KnownSchedule.read)
    let from = read(.from, &self, SP602RealDate.read)
    let to = read(.to, &self, SP602RealDate.read)
    let weeks = read(.weeks, &self) { node, path, reader in
      let weeks = node.string.flatMap(WeekParity.init)
      if weeks == nil {
        SP107ValueType.report(node, expected: "\"odd\" or \"even\"", at: path, &reader)
      }
      return weeks
    }
    let days = read(.days, &self) { node, path, reader in
      let day = { (node: JSONNode) in node.string.flatMap { Weekday(exactly: $0) } }
      let days = node.elements.compactMap(day)
      guard days.isEmpty || days.count != node.count else { return Set(days).sorted() }
      let other = node.elements.first { day($0) == nil }
      let found = other.map { "an array with \($0.words)" } ?? "an empty array"
      SP107ValueType.report(
        node, node.kind == .array ? found : nil,
        expected: "an array of days, such as [\"monday\", \"friday\"]", at: path, &reader)
      return nil
    }
    guard isWhole, let name else { return nil }
    var result = CalendarEntry(schedule: name, weeks: weeks, days: days ?? [])
    guard from != nil || to != nil else { return result }
    result.dates = SP603PairedDates.read(from, to, index, &self)
    return result.dates == nil ? nil : result
  }
}

extension FindingList {
  /// Lets the rules look at the whole calendar of the schedules with these names; nil for what could not be read.
  mutating func check(_ calendar: [CalendarEntry?], of schedules: [String?]) {
    let entries = calendar.compactMap(\.self)
    guard !entries.isEmpty else { return }
    SP604Condition.check(calendar, &self)
    SP605LeapDay.check(calendar, &self)
    SP608PastDates.check(calendar, &self)
    let known = Set(schedules.compactMap(\.self))
    // An entry with a mistake could change which others apply.
    guard entries.count == calendar.count, entries.allSatisfy({ known.contains($0.schedule) })
    else { return }
    let coverage = CalendarCoverage(entries)
    SP606NeverApplies.check(entries, coverage, &self)
    SP607UnusedSchedule.check(schedules, entries, coverage, &self)
  }
}

extension WeekCheck {
  /// A finding in the calendar, with the index of its entry; nil for a schedule that no entry names.
  package typealias CalendarFinding = (
    code: String, severity: Severity, sentence: Sentence, entry: Int?
  )

  /// Returns the findings in the calendar of a document that is being edited.
  package static func calendarFindings(
    in contents: Contents, options: CheckOptions
  ) -> [CalendarFinding] {
    var list = FindingList(options: options)
    let names = contents.schedules.map(\.name)
    for (index, entry) in contents.calendar.enumerated() {
      SP601KnownSchedule.check(entry.schedule, among: names, .entry(index), &list)
    }
    list.check(contents.calendar, of: names)
    return list.findings.elements.map { finding in
      let entry: Int? =
        switch finding.path {
        case .entry(let index), .member(.entry(let index), _): index
        default: nil
        }
      return (finding.code ?? "", finding.severity, finding.sentence, entry)
    }
  }
}
