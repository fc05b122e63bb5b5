import Diagnostics

/// Something that both sides of a merge changed, each in its own way.
package struct MergeConflict: Hashable, Sendable {
  /// What both changed.
  package enum Subject: Hashable, Sendable {
    case cell(CellAddress)
    case name, notes, device
    /// Whether there is the schedule: one side removed it, the other changed it.
    case existence
    /// The order of the schedules.
    case order
    /// The scale of the document.
    case unit
    /// Both sides gave different schedules the same name.
    case sameName
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

  /// Describes a conflict.
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

extension MergeConflict: CustomStringConvertible {
  /// The conflict on one line, printable: `tuesday leave heat: 62 -> ours 64, theirs 60 (tag 114)`.
  package var description: String {
    let what: String
    switch subject {
    case .cell(let cell): what = "\(cell)"
    case .name: what = "name"
    case .notes: what = "notes"
    case .device: what = "device"
    case .existence: what = "the schedule itself"
    case .order: what = "the order of the schedules"
    case .unit: what = "unit"
    case .sameName: what = "a schedule of this name"
    }
    let tag = cell.map { " (tag \($0.tag))" } ?? ""
    let prefix = schedule.map { "\($0.quoted()) " } ?? ""
    let values = "\(shown(base)) -> ours \(shown(ours)), theirs \(shown(theirs))"
    return "\(prefix)\(what): \(values)\(tag)"
  }

  private func shown(_ value: String?) -> String {
    guard let value else { return "none" }
    return cell == nil && subject != .order ? value.quoted() : value.printable
  }
}
