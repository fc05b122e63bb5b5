import ScheduleModel

/// The name of an edit in the history.
enum StepName: Hashable {
  /// The single changed cell.
  case value(CellAddress, from: CellValue, to: CellValue)
  /// A description.
  case words(String)

  /// A short form, `Tue leave heat 62 → 64`.
  func shortText(_ clock: ClockStyle, arrow: String) -> String {
    guard case .value(let cell, let old, let new) = self else { return text(clock) }
    return "\(cell.day.abbreviation) \(cell.period.name) \(cell.field.name) "
      + "\(old.text(clock)) \(arrow) \(new.text(clock))"
  }

  /// The full form, `tuesday leave heat 62 -> 64`.
  func text(_ clock: ClockStyle) -> String {
    switch self {
    case .value(let cell, let old, let new): "\(cell) \(old.text(clock)) -> \(new.text(clock))"
    case .words(let words): words
    }
  }
}

/// The undo and redo stacks.
struct EditHistory {
  /// The effect of an edit.
  enum Change {
    /// Changes rows of the schedule with this index.
    case rows(ScheduleEdit, schedule: Int)
    /// Replaces the document: its unit, or its list of schedules; `shown` is the schedule to show afterwards.
    case document(Contents, shown: Int)
  }

  /// An edit with its description.
  struct Step {
    let change: Change
    /// The user's action; the same for undo and redo.
    let name: StepName
    /// The cell at which it happened.
    let cell: CellAddress
  }

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []

  /// Applies a new edit; clears the redo stack.
  mutating func apply(_ step: Step, on contents: inout Contents, shown: inout Int) {
    undoable.append(step.inverted(on: &contents, shown: &shown))
    redoable = []
  }

  /// Undoes the last edit; nil if there is none.
  mutating func undo(on contents: inout Contents, shown: inout Int) -> Step? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step.inverted(on: &contents, shown: &shown))
    return step
  }

  /// Redoes the edit undone last; nil if there is none.
  mutating func redo(on contents: inout Contents, shown: inout Int) -> Step? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step.inverted(on: &contents, shown: &shown))
    return step
  }
}

extension EditHistory.Step {
  /// Applies the step and returns its inverse.
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
