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
  /// The rows of the week that may show something else than when they were drawn; nil for all of them.
  /// Edits say which they changed; whoever draws empties it.
  var rowsToReload: Set<RowAddress>?
  /// The schedule and the week that the marks were made for last.
  private var compared: (schedule: ScheduleIdentity, week: Week)?

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
    if case .rows(let edit, _) = change, compared?.schedule == schedule.identity {
      rowsToReload?.formUnion(edit.rows)
      compared = (schedule.identity, week)
    } else {
      compareWithFile()
    }
  }

  // MARK: Comparing it with the file

  /// Finds the schedule on the screen in the file: again whenever it, the list or the file changes.
  private mutating func compareWithFile() {
    // A week that is missing marks nothing, as one that does not differ.
    let old = [compared?.week, savedWeek, savedWeekBefore ?? savedWeek]
    savedWeek = week(in: saved)?.converted(to: contents.unit)
    savedWeekInOtherScale = saved.unit == contents.unit ? nil : week(in: saved)
    savedWeekBefore = savedBefore.flatMap(week)?.converted(to: contents.unit)
    if compared?.schedule == schedule.identity {
      let changed = zip(old, [week, savedWeek, savedWeekBefore ?? savedWeek]).flatMap { old, new in
        RowAddress.all.filter { old?[$0] != new?[$0] }
      }
      rowsToReload?.formUnion(changed)
    } else {
      rowsToReload = nil
    }
    compared = (schedule.identity, week)
  }

  /// The week of the schedule on the screen as another document has it.
  private func week(in other: Contents) -> Week? {
    let list = other.schedules
    let matching = ScheduleMatching(from: list, to: contents.schedules)
    return matching.sources[scheduleIndex].map { list[$0].week }
  }
}
