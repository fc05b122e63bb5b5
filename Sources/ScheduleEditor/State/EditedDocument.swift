import ScheduleModel

/// The document that is edited, the file that it stands in, and the edits between them.
struct EditedDocument {
  /// The document as it is now.
  private(set) var contents: Contents
  /// What the file holds.
  private(set) var saved: Contents
  /// The file before another program changed it, until it is saved; nil when none did.
  private(set) var savedBefore: Contents?
  /// Whether there is no file yet: a save writes one, also without an edit.
  private(set) var isNew: Bool
  /// Whether another program removed the file, so that this editor has the only copy.
  var isFileGone = false
  private(set) var history = EditHistory()
  /// Which schedule is on the screen, from 0.
  private(set) var scheduleIndex: Int
  /// The week as the file has it; nil for a schedule that the file does not have.
  private(set) var savedWeek: Week?
  /// The same in the scale of the file; nil where that is the document's.
  private(set) var savedWeekInOtherScale: Week?
  /// The week as the file had it before another program changed it.
  private(set) var savedWeekBefore: Week?
  /// The schedule that was found in the file last.
  private var compared: ScheduleIdentity?

  /// Begins with a document that stands in its file as it is.
  init(_ contents: Contents, showing index: Int, isNew: Bool) {
    self.contents = contents
    self.isNew = isNew
    saved = contents
    scheduleIndex = index
    compareWithFile()
  }

  /// The schedule being edited.
  var schedule: Schedule { contents.schedules[scheduleIndex] }
  var week: Week { schedule.week }
  /// Whether saving would change the file, or write one that is gone anew.
  var isModified: Bool { isFileGone || contents != saved }

  // MARK: Changing it

  /// Carries a change out as one step of history.
  mutating func apply(_ change: EditHistory.Change, name: StepName, at cell: CellAddress) {
    history.apply(
      .init(change: change, name: name, cell: cell), on: &contents, shown: &scheduleIndex)
    didChange(change)
  }

  /// Takes back the last edit; returns it, or nil when there is none.
  mutating func undo() -> EditHistory.Step? {
    let step = history.undo(on: &contents, shown: &scheduleIndex)
    if let step { didChange(step.change) }
    return step
  }

  /// Brings back the edit last taken back; returns it, or nil when there is none.
  mutating func redo() -> EditHistory.Step? {
    let step = history.redo(on: &contents, shown: &scheduleIndex)
    if let step { didChange(step.change) }
    return step
  }

  /// Shows the schedule with the number `index`.
  mutating func show(schedule index: Int) {
    scheduleIndex = index
    compareWithFile()
  }

  /// Takes `file` for what the file holds now; `before` is what it held when another program, not
  /// this editor, changed it.
  mutating func setSaved(_ file: Contents, before: Contents?) {
    saved = file
    savedBefore = before
    isFileGone = false
    isNew = false
    compareWithFile()
  }

  private mutating func didChange(_ change: EditHistory.Change) {
    if case .rows = change, compared == schedule.identity { return }
    compareWithFile()
  }

  /// Whether heat or cool of a row was edited last; nil for neither, or both at once.
  func fieldEditedLast(in row: RowAddress) -> Field? {
    var setpoint = week[row]
    for step in history.undoable.reversed() {
      guard case .rows(let inverse, scheduleIndex) = step.change else { continue }
      guard let before = inverse.changes.first(where: { $0.row == row })?.setpoint else { continue }
      let fields = [Field.heat, .cool].filter { before[$0] != setpoint[$0] }
      if !fields.isEmpty { return fields.count == 1 ? fields[0] : nil }
      setpoint = before
    }
    return nil
  }

  // MARK: Comparing it with the file

  /// Finds the schedule on the screen in the file: again whenever it, the list or the file changes.
  private mutating func compareWithFile() {
    savedWeek = week(in: saved)?.converted(to: contents.unit)
    savedWeekInOtherScale = saved.unit == contents.unit ? nil : week(in: saved)
    savedWeekBefore = savedBefore.flatMap(week)?.converted(to: contents.unit)
    compared = schedule.identity
  }

  /// The week of the schedule on the screen as another document has it.
  private func week(in other: Contents) -> Week? {
    let list = other.schedules
    let matching = ScheduleMatching(from: list, to: contents.schedules)
    return matching.sources[scheduleIndex].map { list[$0].week }
  }
}
