import ScheduleModel

/// The edits made, and the edits taken back: two stacks of the same value.
struct EditHistory {
  /// An edit that can be carried out, with what is said about it.
  struct Step {
    /// What to carry out.
    let edit: ScheduleEdit
    /// What the person did, `tuesday leave heat 62 -> 64`; the same for undoing and redoing it.
    let name: String
    /// The cell that it was done at.
    let cell: CellAddress
  }

  private var undoable: [Step] = []
  private var redoable: [Step] = []

  /// Whether there is an edit to take back.
  var canUndo: Bool { !undoable.isEmpty }

  /// Carries out a new edit; what was taken back before can no longer be brought back.
  mutating func perform(_ step: Step, on schedule: inout Schedule) {
    undoable.append(step.inverted(on: &schedule))
    redoable = []
  }

  /// Takes back the last edit; returns it, or nil when there is none.
  mutating func undo(on schedule: inout Schedule) -> Step? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step.inverted(on: &schedule))
    return step
  }

  /// Brings back the edit last taken back; returns it, or nil when there is none.
  mutating func redo(on schedule: inout Schedule) -> Step? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step.inverted(on: &schedule))
    return step
  }
}

extension EditHistory.Step {
  /// Carries the step out and returns the step that takes it back.
  fileprivate func inverted(on schedule: inout Schedule) -> EditHistory.Step {
    EditHistory.Step(edit: edit.apply(to: &schedule), name: name, cell: cell)
  }
}
