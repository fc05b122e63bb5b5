import Diagnostics
package import ScheduleModel

/// Something in which two documents differ.
package struct ContentsDifference: Hashable, Sendable {
  /// What became of something that only one of the documents has, or that both have.
  package enum Change: String, Sendable {
    case added, removed, changed
  }

  /// What differs.
  package enum Subject: Hashable, Sendable {
    case cell(CellChange)
    /// A schedule that only one of the documents has.
    case schedule(Change)
    /// The name, the notes or the device of a schedule.
    case text(FileFormat.Member, from: String?, to: String?)
    /// A member that setpoint does not know, by its path.
    case member(String, Change)
    case unit(TemperatureUnit, TemperatureUnit)
    /// The order of the schedules.
    case order
  }

  /// The name of the schedule that differs, as the second document has it if it is there; nil for the
  /// document.
  package let schedule: String?
  /// What differs.
  package let subject: Subject

  /// The cell that differs; nil where something else does.
  package var cell: CellChange? { if case .cell(let change) = subject { change } else { nil } }

  /// The difference on one line, printable; with the schedule's name where there are several. `cells`
  /// are words for a change of this cell and others.
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
    }
  }
}
