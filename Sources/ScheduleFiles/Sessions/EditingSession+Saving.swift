package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Saves the document unless another program changed the file.
  ///
  /// Creates a deleted file again. Removes the journal when the document is on disk. `made` are the edits that led to
  /// `contents`; later sessions can undo them.
  ///
  /// - Throws: `FileError`; the file and the journal are then unchanged.
  package func save(
    _ contents: Contents, after made: MadeSteps? = nil, policy: AtomicFile.Policy = .careful
  ) throws(FileError) {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    try lock.whileHeld { () throws(FileError) in
      // Retry: the file is compared again, which finds a change at the last moment.
      for _ in 1..<DocumentLock.mostAttempts {
        do throws(FileError) {
          return try saveLocked(contents, made, policy)
        } catch  where error.isChangedMeanwhile || error.failure == .exists {
          continue
        }
      }
      try saveLocked(contents, made, policy)
    }
  }

  private func saveLocked(
    _ contents: Contents, _ made: MadeSteps?, _ policy: AtomicFile.Policy
  ) throws(FileError) {
    var isRemoved = false
    switch compare() {
    case .none: break
    case .changed(let other): throw .changedOutside(other)
    case .unreadable(let error): throw error
    case .removed: isRemoved = true
    }
    let before = file
    let kept = made.flatMap(history)
    file.document.contents = contents
    let durability: AtomicFile.Durability
    do throws(FileError) {
      durability = try file.save(
        policy: policy, isRemoved: isRemoved, kept: kept?.history.text, on: files)
    } catch {
      file = before
      throw error
    }
    recorded = contents
    self.kept = kept?.history.text == file.document.original ? kept : nil
    if let history = self.kept?.history, history.text != before.document.original {
      HistoryFile(of: companion).keep(history)
    }
    // Not confirmed to be on disk: keep the journal until the next one replaces it.
    if durability == .durable {
      dropJournal()
      removeWhatIsAside()
    } else if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
  }

  /// Returns the history after a save of the edits; nil if it does not reach that far back.
  private func history(_ made: MadeSteps) -> (history: UndoHistory, first: Int)? {
    var base = file.document
    base.contents = made.base
    let known = kept.flatMap { made.kept < $0.first ? nil : $0 }
    let first = known?.first ?? made.kept
    let start =
      known.map { $0.history.moved(to: made.kept - first) }
      ?? (try? base.text(file: file.path)).map { UndoHistory(of: $0) }
    guard var history = start, var saved = try? ScheduleDocument(scanning: history.text, file: "")
    else { return nil }
    saved.identify(as: made.base)
    for (step, text) in zip(made.steps, saved.texts(saying: made.steps.map(\.contents))) {
      history.add(step.name, to: text)
    }
    return history.moved(to: made.position - first).map { ($0, first) }
  }

  /// Ends the session. Unsaved edits stay for the next session unless `discarding`.
  package func close(discarding: Bool) {
    if discarding, recovery == nil { dropJournal() }
    if let journal { try? journal.synchronize() }
    journal = nil
    lock = nil
  }
}
