import ScheduleModel
import ScheduleText

/// The edited document, its saved version, and its history.
struct EditedDocument {
  private(set) var history: EditHistory
  private(set) var contents: Contents
  var scheduleIndex: Int
  private(set) var saved: Contents
  /// The file before another program changed it, until the next save.
  private(set) var savedBefore: Contents?
  /// Whether there is no file yet: a save creates one even without edits.
  private(set) var isNew: Bool
  /// Whether another program deleted or broke the file, so that the editor has the only copy.
  var isFileGone = false

  /// Creates a document that equals its file and is the current version of `history`.
  init(_ contents: Contents, showing index: Int, _ history: EditHistory, isNew: Bool) {
    (self.contents, saved, scheduleIndex) = (contents, contents, index)
    (self.history, self.isNew) = (history, isNew)
    self.history.versions[history.position].contents = contents
  }

  var schedule: Schedule { contents.schedules[scheduleIndex] }
  var week: Week { schedule.week }
  /// Whether saving would change the file or create it.
  var isModified: Bool { isFileGone || contents != saved || history.isElsewhere }

  /// Changes the document as one undo step.
  mutating func apply(_ new: Contents, showing index: Int, name: StepName, at cell: CellAddress) {
    history.add(EditHistory.Version(name, at: cell, contents: new))
    (contents, scheduleIndex) = (new, index)
  }

  /// Sets the current version's text to that of the last earlier one with the same contents.
  mutating func restoreText() {
    let same = history.versions[..<history.position].last {
      $0.text != nil && $0.document == contents
    }
    history.versions[history.position].text = same?.text
  }

  /// Undoes the last step, or redoes the step undone last; returns it, or nil if there is none or its text is not a
  /// schedule. Shows a schedule that it changed, if possible the current one.
  mutating func move(undoing: Bool) -> EditHistory.Version? {
    let target = history.position + (undoing ? -1 : 1)
    guard history.versions.indices.contains(target),
      var new = history.versions[target].document
    else { return nil }
    if history.versions[target].contents == nil {
      new.schedules.takeIdentities(of: contents.schedules, steps: true)
      history.versions[target].contents = new
      // The text lacks what another program changed since.
      if history.isInterrupted, target < history.first { history.versions[target].text = nil }
    }
    let changed = new.schedules.indices.filter { index in
      new.unit == contents.unit && !contents.schedules.contains(new.schedules[index])
    }
    let current = new.schedules.index(of: schedule.identity)
    let step = history.versions[max(target, history.position)]
    history.position = target
    scheduleIndex =
      changed.first { $0 == current } ?? changed.first ?? current
      ?? min(scheduleIndex, new.schedules.count - 1)
    contents = new
    return step
  }

  /// Records the contents of the file and its history after a save.
  mutating func didSave(_ history: EditHistory) {
    self.history = history
    (saved, savedBefore) = (contents, nil)
    (isFileGone, isNew) = (false, false)
  }

  /// Records the contents of the file after another program changed it.
  mutating func didChangeOutside(_ file: Contents, from before: Contents) {
    history.interrupt()
    (saved, savedBefore) = (file, savedBefore ?? before)
    (isFileGone, isNew) = (false, false)
  }

  /// Returns which of some cells was edited last; nil if none was, or several at once.
  func editedLast(of cells: [CellAddress]) -> CellAddress? {
    for version in history.versions[..<history.position].reversed() {
      let before = version.contents?.schedules[schedule.identity]?.week
      guard let before, before.unit == week.unit else { return nil }
      let edited = cells.filter { before[$0] != week[$0] }
      if !edited.isEmpty { return edited.count == 1 ? edited[0] : nil }
    }
    return nil
  }

  /// The number of cells that differ from the file, in the schedules that it has.
  var unsavedCellCount: Int {
    zip(contents.schedules, weeks(in: saved)).reduce(0) { count, pair in
      count + (pair.1.map { pair.0.week.changes(to: $0).count } ?? 0)
    }
  }

  /// The saved version of the current week, or that before another program deleted it; nil if the file never had it.
  var savedWeek: Week? { week(in: saved)?.converted(to: contents.unit) ?? savedWeekBefore }
  /// The saved version in the unit of the file, if that is not the document's.
  var savedWeekInOtherScale: Week? { saved.unit == contents.unit ? nil : week(in: saved) }
  /// The saved version before another program changed it.
  var savedWeekBefore: Week? { savedBefore.flatMap(week)?.converted(to: contents.unit) }

  /// The current schedule's week in another document.
  private func week(in other: Contents) -> Week? { weeks(in: other)[scheduleIndex] }

  /// The week of each schedule in another document; nil for those that it does not have.
  private func weeks(in other: Contents) -> [Week?] {
    let sources = ScheduleMatching(from: other.schedules, to: contents.schedules).sources
    return sources.map { $0.map { other.schedules[$0].week } }
  }
}
