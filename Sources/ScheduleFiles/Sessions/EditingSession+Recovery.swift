import Diagnostics
import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Finds what a session that died had not saved.
  func findRecovery() {
    let journals = FoundJournal.all(companion, removingEmpty: true)
    damage = journals.filter { $0.journal == nil }.map(\.damage)
    guard let found = journals.first, let journal = found.journal else { return }
    guard let recovery = Recovery(journal, current: current) else {
      damage.append("the edits in \(found.path.printable) apply to a document that is no more")
      return
    }
    if recovery.isEmpty, undecided.isEmpty {
      replacedJournal = found.path
      return removeReplacedJournal()
    }
    self.recovery = recovery
    recoverable = found
  }

  /// The document as its file has it; nil where there is none.
  private var current: ScheduleDocument? { file.document.isNew ? nil : file.document }

  /// What an earlier recovery left to be decided, as far as the file does not say it by now.
  private var undecided: [Recovery] {
    FoundJournal.undecided(companion).compactMap { found in
      found.journal.flatMap { Recovery($0, current: current) }
    }.filter { !$0.merge.conflicts.isEmpty }
  }

  /// Takes over what the session that died had edited, merged with the file as it is now: returns the
  /// document as it is then, which the editor shows as edits that can be undone. The file stays as it
  /// is, and the edits stay kept; so does, until the next save, what is in conflict or damaged.
  ///
  /// - Throws: `FileError` when they could not be kept; they are then still there.
  package func recover() throws(FileError) -> RecoveredEdits {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    return try lock.whileHeld { () throws(FileError) in try recoverLocked() }
  }

  private func recoverLocked() throws(FileError) -> RecoveredEdits {
    switch compare() {
    case .none, .removed: break
    case .changed(let other):
      // The file says what this session began with: all of it is theirs.
      _ = try merge(other, into: file.document.contents)
    case .unreadable(let error): throw error
    }
    guard let found = recoverable, let journal = found.journal,
      let recovery = Recovery(journal, current: current)
    else { return RecoveredEdits(contents: recorded, file: recorded, conflicts: []) }
    let contents = recovery.merge.contents
    let open = (undecided + [recovery]).filter { !$0.merge.conflicts.isEmpty }
    try replace(found, by: contents, keepingIt: !recovery.isWhole)
    self.recovery = nil
    bringToDisk()
    return RecoveredEdits(
      contents: contents, file: file.document.contents,
      conflicts: open.map { ($0.merge.conflicts, $0.edited) })
  }

  /// Begins this session's journal in the place of the one that was recovered, which is put aside where
  /// a part of it is still to be decided.
  private func replace(
    _ found: FoundJournal, by contents: Contents, keepingIt isKept: Bool
  ) throws(FileError) {
    let entry = JournalEntry(from: file.document.contents, to: contents)
    let isAside = companion.placesAside(.undecided).contains(found.path)
    if isKept, !isAside {
      // What earlier recoveries left to be decided stays beside it.
      guard let aside = companion.freePlace(.undecided, like: found.path) else {
        throw .call(.journal, path: found.path, .exists)
      }
      try FileError.attempt(.journal, file.path, try files.rename(found.path, to: aside))
      // Before anything takes its name.
      _ = FilePath.synchronizeFolder(of: aside, on: files)
      do throws(FileError) {
        try beginJournal(entry)
      } catch {
        try? files.rename(aside, to: found.path)
        throw error
      }
    } else if isAside {
      // It stays until the next save: what takes its place is not on the disk yet.
      try beginJournal(entry)
    } else {
      replacedJournal = found.path
      try beginJournal(entry)
    }
    recorded = contents
  }

  /// Gives up what the session that died had edited; it is kept aside until the next save.
  ///
  /// - Throws: `FileError`.
  package func discardRecovery() throws(FileError) {
    let undecided = FoundJournal.undecided(companion)
    for found in undecided { try found.giveUp(companion) }
    if let recoverable, !undecided.contains(where: { $0.path == recoverable.path }) {
      try recoverable.giveUp(companion)
    }
    recovery = nil
  }

  /// Removes what was kept aside: the user has seen the document since, and saved it.
  func removeWhatIsAside() {
    for kind in [CompanionFile.Kind.givenUp, .undecided] {
      for place in companion.placesAside(kind) { try? files.remove(place) }
    }
  }
}
