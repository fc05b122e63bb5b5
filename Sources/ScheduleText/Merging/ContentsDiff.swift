package import Diagnostics
package import ScheduleModel

/// The differences between two documents.
package struct ContentsDiff: Sendable {
  package private(set) var differences: [ContentsDifference] = []
  /// Whether each document has one schedule, so that messages need not name it.
  private let isSingle: Bool

  /// Compares two documents. Renamed schedules are matched.
  ///
  /// `pairingSingles` compares the only schedules of two documents however little they have in common. Temperatures are
  /// in the unit of the first document, or of the second for a step that converted it.
  package init(
    from old: Contents, to new: Contents, pairingSingles: Bool = false, inNewUnit: Bool = false
  ) {
    isSingle = old.schedules.count == 1 && new.schedules.count == 1
    if old.unit != new.unit { add(.unit(old.unit, new.unit)) }
    let old = inNewUnit ? old.converted(to: new.unit) : old
    let sources =
      isSingle && pairingSingles
      ? [0] : ScheduleMatching(from: old.schedules, to: new.schedules).sources
    for (index, schedule) in new.schedules.enumerated() {
      if let source = sources[index] {
        compare(old.schedules[source], schedule)
      } else {
        add(.schedule(.added), of: schedule)
      }
    }
    compareMembers(old.members, new.members)
    for (index, schedule) in old.schedules.enumerated() where !sources.contains(index) {
      add(.schedule(.removed), of: schedule)
    }
    let kept = sources.compactMap { $0 }
    if kept != kept.sorted() { add(.order) }
    let renamed = old.calendar.renamed { name in
      let index = old.schedules.index(named: name).flatMap { sources.firstIndex(of: $0) }
      return index.map { new.schedules[$0].name } ?? name
    }
    compareCalendars(renamed, new.calendar)
  }

  /// Returns a printable line for each difference. Equal changes on several days are one line unless `each`.
  package func lines(each: Bool) -> [String] {
    let sentence = { (difference: ContentsDifference) in
      difference.sentence(namingSchedule: !isSingle)
    }
    guard !each else { return differences.map { sentence($0).text } }
    return differences.foldedRows(alike: \.schedule, sentence: sentence).map(\.sentence.text)
  }

  private mutating func add(_ subject: ContentsDifference.Subject, of schedule: Schedule? = nil) {
    differences.append(ContentsDifference(schedule: schedule?.name, subject: subject))
  }

  private mutating func compare(_ old: Schedule, _ new: Schedule) {
    for (member, from, to) in [
      (.name, old.name, new.name), (.notes, old.notes, new.notes),
      (.device, old.device, new.device),
    ] as [(FileFormat.Member, String?, String?)] where !from.isExactly(to) {
      add(.text(member, from: from, to: to), of: new)
    }
    for change in old.week.changes(to: new.week) { add(.cell(change), of: new) }
    compareMembers(old.members, new.members, of: new)
  }

  private mutating func compareCalendars(_ old: [CalendarEntry], _ new: [CalendarEntry]) {
    var sources = new.sources(in: old)
    var unmatched = Dictionary(
      grouping: Set(old.indices).subtracting(sources.compactMap(\.self)).sorted(by: >)
    ) { old[$0].conditions }
    for (index, entry) in new.enumerated() where sources[index] == nil {
      guard let source = unmatched[entry.conditions]?.popLast() else { continue }
      sources[index] = source
      add(.calendarMove("\(entry)", from: source + 1, to: index + 1))
    }
    for index in unmatched.values.joined().sorted() {
      add(.calendar(index + 1, from: "\(old[index])", to: nil))
    }
    for (index, entry) in new.enumerated() {
      let before = sources[index].map { old[$0] }
      if before?.conditions != entry.conditions {
        add(.calendar(index + 1, from: before.map { "\($0)" }, to: "\(entry)"))
      }
      if let before {
        compareMembers(before.members, entry.members, below: "calendar/\(index + 1)/")
      }
    }
  }

  private mutating func compareMembers(
    _ old: UnknownMembers, _ new: UnknownMembers, of schedule: Schedule? = nil,
    below path: String = ""
  ) {
    for key in new.keys + old.keys.filter({ new[$0] == nil }) where old[key] != new[key] {
      let change: ContentsDifference.Change =
        old[key] == nil ? .added : new[key] == nil ? .removed : .changed
      add(.member(path + key.path, change), of: schedule)
    }
  }
}

/// A difference between two documents.
package struct ContentsDifference: Hashable, Sendable {
  package enum Change: String, Sendable {
    case added, removed, changed
  }

  package enum Subject: Hashable, Sendable {
    case cell(CellChange)
    /// A schedule that only one document has.
    case schedule(Change)
    /// The name, the notes or the device of a schedule.
    case text(FileFormat.Member, from: String?, to: String?)
    /// An unknown member, by its path.
    case member(String, Change)
    case unit(TemperatureUnit, TemperatureUnit)
    /// The order of the schedules.
    case order
    /// An entry of the calendar, by its number in the second document; in the first if it was removed.
    case calendar(Int, from: String?, to: String?)
    /// An entry of the calendar, and its number in both documents.
    case calendarMove(String, from: Int, to: Int)
  }

  /// The name of the schedule, in the second document if it exists there; nil for the document.
  package let schedule: String?
  package let subject: Subject

  /// Describes the difference in one printable line.
  package func sentence(namingSchedule: Bool) -> Sentence {
    let prefix = namingSchedule ? schedule.map { "\($0.quoted()) " } ?? "" : ""
    switch subject {
    case .cell(let change): return "\(prefix)\(change.sentence())"
    case .schedule(let change): return "schedule \((schedule ?? "").quoted()) \(change.rawValue)"
    case .text(let member, let old, let new):
      return "\(prefix)\(member.name) \(old?.quoted() ?? "none") -> \(new?.quoted() ?? "none")"
    case .member(let path, let change): return "\(prefix)member \(path.quoted()) \(change.rawValue)"
    case .unit(let old, let new): return "unit \(old.rawValue) -> \(new.rawValue)"
    case .order: return "schedules in another order"
    case .calendar(let number, let old, let new):
      let entry = "calendar entry \(number)"
      guard let old else { return "\(entry) \((new ?? "").quoted()) added" }
      return "\(entry) \(old.quoted()) \(new.map { "-> \($0.quoted())" } ?? "removed")"
    case .calendarMove(let entry, let old, let new):
      return "calendar entry \(old) \(entry.quoted()) moved to \(new)"
    }
  }
}
