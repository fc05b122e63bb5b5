import Diagnostics

/// Something that both sides of a merge changed differently.
package struct MergeConflict: Hashable, Sendable, CustomStringConvertible {
  package enum Subject: Hashable, Sendable {
    case cell(CellAddress)
    case name, notes, device
    /// The heat or cool setpoints: one side removed them, the other changed some.
    case sides
    /// The schedule: one side removed it, the other changed it or its calendar entries; it stays.
    case removal(byUs: Bool)
    /// Every schedule: together both copies removed all.
    case nothingLeft
    case order
    /// Entries of the calendar, from this number on.
    case calendar(Int)
    /// The order of the calendar's entries.
    case calendarOrder
    case unit
    /// Both sides gave different schedules the name in `base`; `ours` is the new name of the second.
    case sameName
    /// An unknown member, of the calendar entry of this number if there is one; its values are JSON.
    case member(UnknownMembers.Key, entry: Int?)
  }

  /// The schedule in the result; nil for the document.
  package let schedule: ScheduleIdentity?
  /// The name of the schedule in the result; nil for the document.
  package private(set) var scheduleName: String?
  package let subject: Subject
  /// The value before, as text; nil if there was none.
  package let base: String?
  /// Our value, which the result keeps.
  package private(set) var ours: String?
  package let theirs: String?

  /// Names the schedule, and our value of its cell or its text, as in the result of the merge or a later version of it.
  package mutating func update(to contents: Contents) {
    guard let schedule = contents.schedules[schedule] else { return }
    scheduleName = schedule.name
    switch subject {
    case .cell(let cell): ours = "\(schedule.week[cell])"
    case .name: ours = schedule.name
    case .notes: ours = schedule.notes
    case .device: ours = schedule.device
    default: break
    }
  }

  package var cell: CellAddress? {
    if case .cell(let cell) = subject { cell } else { nil }
  }

  /// The conflict as listed by `setpoint merge`.
  package var description: String { text(.branches) }

  /// How messages name the two copies: those of a git merge, of a recovery, where the file is our copy, or of an
  /// editor and another program that changed its file.
  package enum Parties: Sendable {
    case branches, recovery, editor

    fileprivate var names: (ours: String, theirs: String) {
      switch self {
      case .branches: ("ours", "theirs")
      case .recovery: ("file", "edited")
      case .editor: ("you", "the file")
      }
    }
  }

  /// The conflict in one printable line: `Tuesday leave heat: 62 -> ours 64, theirs 60 (tag 114)`.
  package func text(_ parties: Parties) -> String {
    sentence(parties).text + (cell.map { " (tag \($0.tag))" } ?? "")
  }

  fileprivate func sentence(_ parties: Parties) -> Sentence {
    let names = parties.names
    let prefix = scheduleName.map { "\($0.quoted()) " } ?? ""
    let stays = "\(parties == .editor ? "yours" : names.ours) stays"
    let values =
      "\(shown(base)) -> \(names.ours) \(shown(ours)), \(names.theirs) \(shown(theirs))"
    switch subject {
    case .nothingLeft: return "together both copies remove every schedule; \(stays)"
    case .removal(let byUs) where parties == .editor:
      let (ours, theirs) = byUs ? ("deleted", "edited") : ("edited", "deleted")
      return "\(prefix.dropLast()): you \(ours) it, another program \(theirs) it (kept)"
    case .removal:
      return
        "schedule \(prefix.dropLast()): \(names.ours) \(ours ?? ""), \(names.theirs) \(theirs ?? ""); kept"
    case .order: return "both copies changed the order of the schedules; \(stays)"
    case .sameName:
      return "\(shown(base)) exists in each copy; the second is now \(shown(ours))"
    case .cell(let cell): return "\(prefix)\(about: cell): \(values)"
    case .name: return "\(prefix)name: \(values)"
    case .notes: return "\(prefix)notes: \(values)"
    case .device: return "\(prefix)device: \(values)"
    case .sides: return "\(prefix)sides: \(values)"
    case .unit: return "unit: \(values)"
    case .calendarOrder: return "both copies changed the order of the calendar; \(stays)"
    case .calendar(let number): return "calendar entry \(number): \(values)"
    case .member(let key, let entry):
      let path = (entry.map { "calendar/\($0)/" } ?? "") + key.path
      return "\(prefix)member \(path.quoted()): \(values)"
    }
  }

  private func shown(_ value: String?) -> String {
    guard let value else { return "none" }
    switch subject {
    case .cell, .sides: return value.printable
    case .member: return (value.count > 60 ? value.prefix(60) + "…" : value).printable
    default: return value.quoted(limit: 200)
    }
  }
}

extension [MergeConflict] {
  /// Describes the conflicts, one line each; equal ones of several days or periods are one line, without tags.
  package func lines(_ parties: MergeConflict.Parties) -> [String] {
    foldedRows(alike: \.scheduleName) { $0.sentence(parties) }.map { fold in
      fold.elements.count == 1 ? fold.elements[0].text(parties) : fold.sentence.text
    }
  }
}
