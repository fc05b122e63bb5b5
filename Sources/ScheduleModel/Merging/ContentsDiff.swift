package import Diagnostics

/// The differences between two documents.
package struct ContentsDiff: Sendable {
  package private(set) var differences: [ContentsDifference] = []
  /// Whether each document has one schedule, so that messages need not name it.
  private let isSingle: Bool
  /// The unit of the temperatures if the documents have different ones, so that messages name it.
  private let namedUnit: TemperatureUnit?

  /// Compares two documents. Renamed schedules are matched.
  ///
  /// `pairingSingles` compares the only schedules of two documents however little they have in common. Temperatures are
  /// in the unit of the first document, or of the second for a step that converted it.
  package init(
    from old: Contents, to new: Contents, pairingSingles: Bool = false, inNewUnit: Bool = false
  ) {
    isSingle = old.schedules.count == 1 && new.schedules.count == 1
    namedUnit = old.unit == new.unit ? nil : inNewUnit ? new.unit : old.unit
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
    differences.lines(each: each) { $0.sentence(namingSchedule: !isSingle, namedUnit) }
  }

  private mutating func add(_ subject: ContentsDifference.Subject, of schedule: Schedule? = nil) {
    differences.append(ContentsDifference(schedule: schedule?.name, subject: subject))
  }

  private mutating func compare(_ old: Schedule, _ new: Schedule) {
    for (before, after) in zip(old.texts, new.texts) where !before.text.isExactly(after.text) {
      add(.text(after.member, from: before.text, to: after.text), of: new)
    }
    for change in old.week.changes(to: new.week) { add(.cell(change), of: new) }
    compareMembers(old.members, new.members, of: new)
  }

  private mutating func compareCalendars(_ old: [CalendarEntry], _ new: [CalendarEntry]) {
    let (sources, moved) = new.sources(in: old)
    for index in old.indices where !sources.contains(index) {
      add(.calendar(index + 1, from: "\(old[index])", to: nil))
    }
    for (index, entry) in new.enumerated() {
      let before = sources[index].map { old[$0] }
      if let source = sources[index], moved.contains(source) {
        add(.calendarMove("\(entry)", from: source + 1, to: index + 1))
      } else if before?.conditions != entry.conditions {
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

extension Schedule {
  /// The name, the notes and the device, in the order of writing.
  package var texts: [(member: FileFormat.Member, text: String?)] {
    [(.name, name), (.notes, notes), (.device, device)]
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
    case order
    /// An entry of the calendar, by its number in the second document; in the first if it was removed.
    case calendar(Int, from: String?, to: String?)
    /// An entry of the calendar, with its numbers in the two documents.
    case calendarMove(String, from: Int, to: Int)
  }

  /// The name of the schedule, in the second document if it exists there; nil for the document.
  package let schedule: String?
  package let subject: Subject

  /// Describes the difference in one printable line; `unit` is that of a temperature whose unit is named.
  package func sentence(namingSchedule: Bool, _ unit: TemperatureUnit? = nil) -> Sentence {
    let prefix = namingSchedule ? schedule.map { "\($0.quoted()) " } ?? "" : ""
    switch subject {
    case .cell(let change):
      let symbol = change.cell.field == .time ? "" : unit.map { " \($0.symbol)" } ?? ""
      return "\(prefix)\(change.sentence())\(symbol)"
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
      // A removed or another moved entry before it can leave it the same number.
      return "calendar entry \(old) \(entry.quoted()) moved\(old == new ? "" : " to \(new)")"
    }
  }
}
