import Diagnostics

/// Something that both sides of a merge changed, each in its own way.
package struct MergeConflict: Hashable, Sendable {
  /// What both changed.
  package enum Subject: Hashable, Sendable {
    case cell(CellAddress)
    case name, notes, device
    /// Whether there are heat and cool setpoints: one side removed some that the other changed.
    case sides
    /// Whether there is the schedule: one side removed it, the other changed it.
    case existence
    /// The order of the schedules.
    case order
    /// The scale of the document.
    case unit
    /// Both sides gave different schedules the same name; `ours` is the one that the second has now.
    case sameName
    /// A member that setpoint does not know; its values are JSON.
    case member(UnknownMembers.Key)
  }

  /// The name of the schedule as it is in the result; nil for the document.
  package let schedule: String?
  /// What both changed.
  package let subject: Subject
  /// What it was, as text; nil where there was nothing.
  package let base: String?
  /// What our side makes of it; this stands in the result.
  package let ours: String?
  /// What their side makes of it.
  package let theirs: String?

  package init(
    schedule: String?, subject: Subject, base: String? = nil, ours: String? = nil,
    theirs: String? = nil
  ) {
    self.schedule = schedule
    self.subject = subject
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The cell in conflict; nil for anything else.
  package var cell: CellAddress? {
    if case .cell(let cell) = subject { cell } else { nil }
  }
}

extension MergeConflict {
  /// What messages call the two sides of a merge.
  package struct Sides: Sendable {
    let ours: String
    let theirs: String

    /// Two branches, or two programs.
    package static let branches = Sides(ours: "ours", theirs: "theirs")
    /// A recovery, of which the file is our side.
    package static let recovery = Sides(ours: "file", theirs: "edited")
    /// An editor and the program that changed its file.
    package static let editor = Sides(ours: "you", theirs: "the file")
  }

  /// The conflict on one line, printable: `tuesday leave heat: 62 -> ours 64, theirs 60 (tag 114)`.
  package func text(_ sides: Sides) -> String {
    let prefix = schedule.map { "\($0.quoted()) " } ?? ""
    let stays = "\(sides.ours) stays"
    switch subject {
    case .existence where schedule == nil:
      return "together both sides remove every schedule; \(stays)"
    case .existence:
      return
        "\(prefix)itself: \(sides.ours) \(ours ?? ""), \(sides.theirs) \(theirs ?? ""); it stays"
    case .order: return "both sides changed the order of the schedules; \(stays)"
    case .sameName:
      return "\(prefix)is a schedule of each side; the second is now \((ours ?? "").quoted())"
    case .cell(let cell): return "\(prefix)\(cell): \(values(sides)) (tag \(cell.tag))"
    case .name: return "\(prefix)name: \(values(sides))"
    case .notes: return "\(prefix)notes: \(values(sides))"
    case .device: return "\(prefix)device: \(values(sides))"
    case .sides: return "\(prefix)sides: \(values(sides))"
    case .unit: return "unit: \(values(sides))"
    case .member(let key): return "\(prefix)member \(key.path.quoted()): \(values(sides))"
    }
  }

  private func values(_ sides: Sides) -> String {
    "\(shown(base)) -> \(sides.ours) \(shown(ours)), \(sides.theirs) \(shown(theirs))"
  }

  private func shown(_ value: String?) -> String {
    guard let value else { return "none" }
    switch subject {
    case .cell, .sides: return value.printable
    case .member: return (value.count > 60 ? value.prefix(60) + "…" : value).printable
    default: return value.quoted()
    }
  }
}

extension MergeConflict: CustomStringConvertible {
  /// The conflict as `setpoint merge` lists it.
  package var description: String { text(.branches) }
}
