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

/// A document with its undo and redo stacks.
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

  /// The current document.
  private(set) var contents: Contents
  /// The index of the schedule to show.
  var shown: Int
  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  /// The number of edits that the last save kept: done, then undone.
  private var keptCount = 0
  /// The number of kept edits that were done at the last save.
  private var savedPosition = 0

  /// Creates a history from the steps of earlier sessions; the first `done` steps can be undone.
  init(_ contents: Contents, showing index: Int, _ earlier: [EarlierStep], done: Int) {
    (self.contents, shown) = (contents, index)
    let steps = earlier.map { Step(change: .earlier($0), name: .words($0.name), cell: nil) }
    (undoable, redoable) = (Array(steps.prefix(done)), steps.dropFirst(done).reversed())
    (keptCount, savedPosition) = (steps.count, undoable.count)
  }

  /// Whether kept edits were undone or redone since the last save. This may change the layout of the file alone.
  var isElsewhere: Bool {
    undoable.count != savedPosition && max(undoable.count, savedPosition) <= keptCount
  }

  /// Applies a new edit; clears the redo stack.
  mutating func apply(_ step: Step) {
    guard let inverse = carryOut(step) else { return }
    keptCount = min(keptCount, undoable.count)
    undoable.append(inverse)
    redoable = []
  }

  /// Undoes the last edit; nil if there is none, or it cannot be read.
  mutating func undo() -> Step? { move(from: \.undoable, to: \.redoable) }

  /// Redoes the edit undone last; nil if there is none, or it cannot be read.
  mutating func redo() -> Step? { move(from: \.redoable, to: \.undoable) }

  private mutating func move(
    from steps: WritableKeyPath<EditHistory, [Step]>,
    to others: WritableKeyPath<EditHistory, [Step]>
  ) -> Step? {
    guard let step = self[keyPath: steps].last, let inverse = carryOut(step) else { return nil }
    self[keyPath: steps].removeLast()
    self[keyPath: others].append(inverse)
    return step
  }

  /// Records that a save kept all edits, or that the edits so far cannot be kept because another program changed the file.
  mutating func didKeep(all: Bool) {
    savedPosition = undoable.count
    keptCount = savedPosition + (all ? redoable.count : 0)
  }

  /// The edits since the last save.
  var made: MadeSteps {
    var history = self
    var steps: [(name: String, contents: Contents)] = []
    if keptCount < undoable.count + redoable.count {
      while history.redo() != nil {}
      while history.undoable.count > keptCount {
        let after = history.contents
        guard let step = history.undo() else { break }
        steps.append((step.name.text(.twentyFourHour), after))
      }
    }
    return MadeSteps(
      kept: keptCount, base: history.contents, steps: steps.reversed(), position: undoable.count)
  }

  /// Carries a step out and returns its inverse; nil, without a change, if it cannot be read.
  private mutating func carryOut(_ step: Step) -> Step? {
    let inverse: Change
    switch step.change {
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
    return Step(change: inverse, name: step.name, cell: step.cell)
  }
}
