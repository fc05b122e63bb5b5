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

  /// The full form, `Tuesday leave heat 62 -> 64`.
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
    /// Replaces the document by that of an earlier session.
    case earlier(EarlierStep)
  }

  /// An edit with its description.
  struct Step {
    let change: Change
    /// The user's action; the same for undo and redo.
    let name: StepName
    /// The cell at which it happened; nil in an earlier session.
    let cell: CellAddress?
  }

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  /// The number of edits that the last save kept: done, then undone.
  private var keptCount = 0
  /// The number of kept edits that were done at the last save.
  private var savedPosition = 0

  /// Creates a history from the steps of earlier sessions; the first `done` steps can be undone.
  init(_ earlier: [EarlierStep], done: Int) {
    let steps = earlier.map { Step(change: .earlier($0), name: .words($0.name), cell: nil) }
    (undoable, redoable) = (Array(steps.prefix(done)), steps.dropFirst(done).reversed())
    (keptCount, savedPosition) = (steps.count, undoable.count)
  }

  /// Whether kept edits were undone or redone since the last save. This may change the layout of the file alone.
  var isElsewhere: Bool {
    undoable.count != savedPosition && max(undoable.count, savedPosition) <= keptCount
  }

  /// Applies a new edit; clears the redo stack.
  mutating func apply(_ step: Step, on contents: inout Contents, shown: inout Int) {
    guard let inverse = step.inverted(on: &contents, shown: &shown) else { return }
    keptCount = min(keptCount, undoable.count)
    undoable.append(inverse)
    redoable = []
  }

  /// Undoes the last edit; nil if there is none, or it cannot be read.
  mutating func undo(on contents: inout Contents, shown: inout Int) -> Step? {
    Self.move(from: &undoable, to: &redoable, on: &contents, shown: &shown)
  }

  /// Redoes the edit undone last; nil if there is none, or it cannot be read.
  mutating func redo(on contents: inout Contents, shown: inout Int) -> Step? {
    Self.move(from: &redoable, to: &undoable, on: &contents, shown: &shown)
  }

  private static func move(
    from steps: inout [Step], to others: inout [Step], on contents: inout Contents,
    shown: inout Int
  ) -> Step? {
    guard let step = steps.last, let inverse = step.inverted(on: &contents, shown: &shown)
    else { return nil }
    steps.removeLast()
    others.append(inverse)
    return step
  }

  /// Records that a save kept all edits, or that the edits so far cannot be kept because another program changed the file.
  mutating func didKeep(all: Bool) {
    savedPosition = undoable.count
    keptCount = savedPosition + (all ? redoable.count : 0)
  }

  /// Returns the edits since the last save; `contents` is the current document.
  func made(_ contents: Contents) -> MadeSteps {
    var (history, document, shown) = (self, contents, 0)
    var steps: [(name: String, contents: Contents)] = []
    if keptCount < undoable.count + redoable.count {
      while history.redo(on: &document, shown: &shown) != nil {}
      while history.undoable.count > keptCount {
        let after = document
        guard let step = history.undo(on: &document, shown: &shown) else { break }
        steps.append((step.name.text(.twentyFourHour), after))
      }
    }
    return MadeSteps(
      kept: keptCount, base: document, steps: steps.reversed(), position: undoable.count)
  }
}

extension EditHistory.Step {
  /// Applies the step and returns its inverse; nil, without a change, if it cannot be read.
  fileprivate func inverted(
    on contents: inout Contents, shown: inout Int
  ) -> EditHistory.Step? {
    let inverse: EditHistory.Change
    switch change {
    case .rows(let edit, let schedule):
      inverse = .rows(edit.apply(to: &contents.schedules[schedule].week), schedule: schedule)
      shown = schedule
    case .document(let new, let index):
      inverse = .document(contents, shown: shown)
      contents = new
      shown = index
    case .earlier(let step):
      guard let new = step.contents() else { return nil }
      inverse = .document(contents, shown: shown)
      let name = contents.schedules[shown].name
      shown =
        new.schedules.firstIndex { !contents.schedules.contains($0) }
        ?? new.schedules.index(named: name) ?? 0
      contents = new
    }
    return EditHistory.Step(change: inverse, name: name, cell: cell)
  }
}
