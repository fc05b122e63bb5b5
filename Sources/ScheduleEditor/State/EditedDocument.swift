import ScheduleModel

/// The edited document, its saved version, and the edits between them.
struct EditedDocument {
  /// The current contents and the edits that made them.
  private(set) var history: EditHistory
  /// The contents of the file.
  private(set) var saved: Contents
  /// The file before another program changed it, until the next save.
  private(set) var savedBefore: Contents?
  /// Whether there is no file yet: a save creates one even without edits.
  private(set) var isNew: Bool
  /// Whether another program deleted the file, so that the editor has the only copy.
  var isFileGone = false
  /// The saved version of the current week; nil if the file does not have the schedule.
  private(set) var savedWeek: Week?
  /// The saved version in the unit of the file, if that is not the document's.
  private(set) var savedWeekInOtherScale: Week?
  /// The saved version before another program changed it.
  private(set) var savedWeekBefore: Week?
  /// The schedule that was last compared with the file.
  private var compared: ScheduleIdentity?

  /// Creates a document that equals its file.
  init(_ history: EditHistory, isNew: Bool) {
    self.history = history
    self.isNew = isNew
    saved = history.contents
    compareWithFile()
  }

  /// The current contents.
  var contents: Contents { history.contents }
  /// The index of the current schedule.
  var scheduleIndex: Int { history.shown }
  /// The current schedule.
  var schedule: Schedule { contents.schedules[scheduleIndex] }
  var week: Week { schedule.week }
  /// Whether saving would change the file or create it.
  var isModified: Bool { isFileGone || contents != saved || history.isElsewhere }

  // MARK: Changing it

  /// Applies a change as one undo step.
  mutating func apply(_ change: EditHistory.Change, name: StepName, at cell: CellAddress) {
    history.apply(.init(change: change, name: name, cell: cell))
    didChange(change)
  }

  /// Undoes the last edit; nil if there is none.
  mutating func undo() -> EditHistory.Step? {
    let step = history.undo()
    if let step { didChange(step.change) }
    return step
  }

  /// Redoes the edit undone last; nil if there is none.
  mutating func redo() -> EditHistory.Step? {
    let step = history.redo()
    if let step { didChange(step.change) }
    return step
  }

  /// Shows the schedule at an index.
  mutating func show(schedule index: Int) {
    history.shown = index
    compareWithFile()
  }

  /// Records the contents of the file; `before` is its previous contents if another program changed it.
  mutating func setSaved(_ file: Contents, before: Contents?) {
    saved = file
    savedBefore = before
    history.didKeep(all: before == nil)
    isFileGone = false
    isNew = false
    compareWithFile()
  }

  private mutating func didChange(_ change: EditHistory.Change) {
    if case .rows = change, compared == schedule.identity { return }
    compareWithFile()
  }

  /// The last edited side of a row; nil if neither or both were edited last.
  func fieldEditedLast(in row: RowAddress) -> Field? {
    var setpoint = week[row]
    for step in history.undoable.reversed() {
      guard case .rows(let inverse, scheduleIndex) = step.change else { continue }
      guard let before = inverse.setpoints[row] else { continue }
      let fields = [Field.heat, .cool].filter { before[$0] != setpoint[$0] }
      if !fields.isEmpty { return fields.count == 1 ? fields[0] : nil }
      setpoint = before
    }
    return nil
  }

  // MARK: Comparing it with the file

  /// Finds the current schedule in the file; repeated whenever the schedule, the list or the file changes.
  private mutating func compareWithFile() {
    savedWeek = week(in: saved)?.converted(to: contents.unit)
    savedWeekInOtherScale = saved.unit == contents.unit ? nil : week(in: saved)
    savedWeekBefore = savedBefore.flatMap(week)?.converted(to: contents.unit)
    compared = schedule.identity
  }

  /// The current schedule's week in another document.
  private func week(in other: Contents) -> Week? {
    let list = other.schedules
    let matching = ScheduleMatching(from: list, to: contents.schedules)
    return matching.sources[scheduleIndex].map { list[$0].week }
  }
}
