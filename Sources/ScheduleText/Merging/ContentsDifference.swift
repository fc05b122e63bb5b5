import Diagnostics
package import ScheduleModel

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
  }

  /// The name of the schedule, in the second document if it exists there; nil for the document.
  package let schedule: String?
  package let subject: Subject

  /// The changed cell, if the difference is one.
  package var cell: CellChange? { if case .cell(let change) = subject { change } else { nil } }

  /// Describes the difference in one printable line. `cells` replaces the description of the cell for a group of cells.
  package func text(namingSchedule: Bool, saying cells: String? = nil) -> String {
    let prefix = namingSchedule ? schedule.map { "\($0.quoted()) " } ?? "" : ""
    switch subject {
    case .cell(let change): return prefix + (cells ?? "\(change)")
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
    }
  }
}
