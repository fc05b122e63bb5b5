import ScheduleModel

/// How an edit is called in the history.
enum StepName: Hashable {
  /// By the one cell that it changes.
  case value(CellAddress, from: CellValue, to: CellValue)
  /// By what was done.
  case words(String)

  /// The name for a narrow place, `Tue leave heat 62 → 64`.
  func shortText(_ clock: ClockStyle, arrow: String) -> String {
    guard case .value(let cell, let old, let new) = self else { return text(clock) }
    return "\(cell.day.abbreviation) \(cell.period.name) \(cell.field.name) "
      + "\(old.text(clock)) \(arrow) \(new.text(clock))"
  }

  /// The name, `tuesday leave heat 62 -> 64`.
  func text(_ clock: ClockStyle) -> String {
    switch self {
    case .value(let cell, let old, let new): "\(cell) \(old.text(clock)) -> \(new.text(clock))"
    case .words(let words): words
    }
  }
}

/// The edits made, and the edits taken back: two stacks of the same value.
struct EditHistory {
  /// What an edit changes.
  enum Change {
    /// Rows of the schedule with that number.
    case rows(ScheduleEdit, schedule: Int)
    /// The document: its scale, or its list of schedules. Afterwards `shown` is the one on the screen.
    case document(Contents, shown: Int)
  }

  /// An edit that can be carried out, with what is said about it.
  struct Step {
    /// What to carry out.
    let change: Change
    /// What the user did; the same for undoing and redoing it.
    let name: StepName
    /// The cell that it was done at.
    let cell: CellAddress
  }

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []

  /// Carries out a new edit; what was taken back before can no longer be brought back.
  mutating func apply(_ step: Step, on contents: inout Contents, shown: inout Int) {
    undoable.append(step.inverted(on: &contents, shown: &shown))
    redoable = []
  }

  /// Takes back the last edit; returns it, or nil when there is none.
  mutating func undo(on contents: inout Contents, shown: inout Int) -> Step? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step.inverted(on: &contents, shown: &shown))
    return step
  }

  /// Brings back the edit last taken back; returns it, or nil when there is none.
  mutating func redo(on contents: inout Contents, shown: inout Int) -> Step? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step.inverted(on: &contents, shown: &shown))
    return step
  }
}

extension EditHistory.Step {
  /// Carries the step out and returns the step that takes it back.
  fileprivate func inverted(
    on contents: inout Contents, shown: inout Int
  ) -> EditHistory.Step {
    let inverse: EditHistory.Change
    switch change {
    case .rows(let edit, let schedule):
      inverse = .rows(edit.apply(to: &contents.schedules[schedule].week), schedule: schedule)
      shown = schedule
    case .document(let new, let index):
      inverse = .document(contents, shown: shown)
      contents = new
      shown = index
    }
    return EditHistory.Step(change: inverse, name: name, cell: cell)
  }
}
