import ScheduleModel

/// The edited document, its saved version, and its history.
struct EditedDocument {
  private(set) var history: EditHistory
  private(set) var contents: Contents
  private(set) var scheduleIndex: Int
  /// The contents of the file.
  private(set) var saved: Contents
  /// The file before another program changed it, until the next save.
  private(set) var savedBefore: Contents?
  /// Whether there is no file yet: a save creates one even without edits.
  private(set) var isNew: Bool
  /// Whether another program deleted or broke the file, so that the editor has the only copy.
  var isFileGone = false
  /// The saved version of the current week; nil if the file does not have the schedule.
  private(set) var savedWeek: Week?
  /// The saved version in the unit of the file, if that is not the document's.
  private(set) var savedWeekInOtherScale: Week?
  /// The saved version before another program changed it.
  private(set) var savedWeekBefore: Week?

  /// Creates a document that equals its file and is the current version of `history`.
  init(_ contents: Contents, showing index: Int, _ history: EditHistory, isNew: Bool) {
    (self.contents, saved, scheduleIndex) = (contents, contents, index)
    (self.history, self.isNew) = (history, isNew)
    self.history.versions[history.position].contents = contents
    compareWithFile()
  }

  var schedule: Schedule { contents.schedules[scheduleIndex] }
  var week: Week { schedule.week }
  /// Whether saving would change the file or create it.
  var isModified: Bool { isFileGone || contents != saved || history.isElsewhere }

  // MARK: Changing it

  /// Changes the document as one undo step.
  mutating func apply(_ new: Contents, showing index: Int, name: StepName, at cell: CellAddress) {
    history.add(EditHistory.Version(name, at: cell, contents: new))
    change(to: new, showing: index)
  }

  /// Undoes the last step, or redoes the step undone last; returns it, or nil if there is none or `read` cannot read its
  /// text. Shows a schedule that it changed.
  mutating func move(undoing: Bool, _ read: ([UInt8]) -> Contents?) -> EditHistory.Version? {
    let target = history.position + (undoing ? -1 : 1)
    guard history.versions.indices.contains(target),
      var new = history.versions[target].contents ?? history.versions[target].text.flatMap(read)
    else { return nil }
    if history.versions[target].contents == nil {
      new.schedules.takeIdentities(of: contents.schedules, steps: true)
      history.versions[target].contents = new
    }
    let changed =
      new.unit == contents.unit
      ? new.schedules.firstIndex { !contents.schedules.contains($0) } : nil
    let step = history.versions[max(target, history.position)]
    history.position = target
    change(
      to: new,
      showing: changed ?? new.schedules.index(named: schedule.name)
        ?? min(scheduleIndex, new.schedules.count - 1))
    return step
  }

  mutating func show(schedule index: Int) {
    scheduleIndex = index
    compareWithFile()
  }

  /// Records the contents of the file and its history after a save.
  mutating func didSave(_ history: EditHistory) {
    self.history = history
    (saved, savedBefore) = (contents, nil)
    (isFileGone, isNew) = (false, false)
    compareWithFile()
  }

  /// Records the contents of the file after another program changed it.
  mutating func didChangeOutside(_ file: Contents, from before: Contents) {
    history.interrupt()
    (saved, savedBefore) = (file, before)
    (isFileGone, isNew) = (false, false)
    compareWithFile()
  }

  private mutating func change(to new: Contents, showing index: Int) {
    let (old, shown) = (contents, schedule.identity)
    (contents, scheduleIndex) = (new, index)
    let isSameList = old.schedules.elementsEqual(new.schedules) {
      $0.identity == $1.identity && $0.name == $1.name
    }
    if old.unit != new.unit || shown != schedule.identity || !isSameList { compareWithFile() }
  }

  /// The last edited side of a row; nil if neither or both were edited last.
  func fieldEditedLast(in row: RowAddress) -> Field? {
    let setpoint = week[row]
    for version in history.versions[..<history.position].reversed() {
      let before = version.contents?.schedules.first { $0.identity == schedule.identity }?.week
      guard let before, before.unit == week.unit else { return nil }
      let fields = [Field.heat, .cool].filter { before[row][$0] != setpoint[$0] }
      if !fields.isEmpty { return fields.count == 1 ? fields[0] : nil }
    }
    return nil
  }

  // MARK: Comparing it with the file

  /// Finds the current schedule in the file; repeated whenever the schedule, the list or the file changes.
  private mutating func compareWithFile() {
    savedWeek = week(in: saved)?.converted(to: contents.unit)
    savedWeekInOtherScale = saved.unit == contents.unit ? nil : week(in: saved)
    savedWeekBefore = savedBefore.flatMap(week)?.converted(to: contents.unit)
  }

  /// The current schedule's week in another document.
  private func week(in other: Contents) -> Week? {
    let list = other.schedules
    let matching = ScheduleMatching(from: list, to: contents.schedules)
    return matching.sources[scheduleIndex].map { list[$0].week }
  }
}
