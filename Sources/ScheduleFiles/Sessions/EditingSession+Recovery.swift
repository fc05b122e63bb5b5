import Diagnostics
import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Finds the unsaved edits of a crashed session.
  func findRecovery() {
    let journals = FoundJournal.all(companion, removingEmpty: true)
    damage = journals.filter { $0.journal == nil }.map(\.damage)
    guard let found = journals.first, let journal = found.journal else { return }
    guard let recovery = Recovery(journal, current: current) else {
      damage.append(
        "the edits in \(found.path.printable) belong to a version that no longer exists")
      return
    }
    if recovery.isEmpty, undecided.isEmpty {
      replacedJournal = found.path
      return removeReplacedJournal()
    }
    self.recovery = recovery
    recoverable = found
  }

  /// The document as saved; nil if its file does not exist.
  private var current: ScheduleDocument? { file.document.isNew ? nil : file.document }

  /// Conflicts of an earlier recovery that are still undecided.
  private var undecided: [Recovery] {
    FoundJournal.undecided(companion).compactMap { found in
      found.journal.flatMap { Recovery($0, current: current) }
    }.filter { !$0.merge.conflicts.isEmpty }
  }

  /// Restores the edits of a crashed session, merged with the current file. The editor shows them as edits that can be
  /// undone. The file and the journal are kept; conflicting and damaged edits are kept until the next save.
  ///
  /// - Throws: `FileError` if the edits could not be journaled; they are then still recoverable.
  package func recover() throws(FileError) -> RecoveredEdits {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    return try lock.whileHeld { () throws(FileError) in try recoverLocked() }
  }

  private func recoverLocked() throws(FileError) -> RecoveredEdits {
    switch compare() {
    case .none, .removed: break
    case .changed(let other):
      // This session has made no edits, so the merge returns the file unchanged.
      _ = try merge(other, into: file.document.contents)
    case .unreadable(let error): throw error
    }
    guard let found = recoverable, let journal = found.journal,
      let recovery = Recovery(journal, current: current)
    else { return (recorded, recorded, []) }
    let contents = recovery.merge.contents
    let open = (undecided + [recovery]).filter { !$0.merge.conflicts.isEmpty }
    try replace(found, by: contents, keepingIt: !recovery.isWhole)
    self.recovery = nil
    bringToDisk()
    return (contents, file.document.contents, open.map { ($0.merge.conflicts, $0.edited) })
  }

  /// Replaces the recovered journal by one for this session; sets the old one aside while conflicts are undecided.
  private func replace(
    _ found: FoundJournal, by contents: Contents, keepingIt isKept: Bool
  ) throws(FileError) {
    let entry = JournalEntry(from: file.document.contents, to: contents)
    let isAside = companion.placesAside(.undecided).contains(found.path)
    if isKept, !isAside {
      // Keep undecided journals of earlier recoveries.
      guard let aside = companion.freePlace(.undecided, like: found.path) else {
        throw .call(.journal, path: found.path, .exists)
      }
      try FileError.attempt(.journal, file.path, try files.rename(found.path, to: aside))
      // Synchronize before another file takes the name.
      _ = FilePath.synchronizeFolder(of: aside, on: files)
      do throws(FileError) {
        try beginJournal(entry)
      } catch {
        try? files.rename(aside, to: found.path)
        throw error
      }
    } else if isAside {
      // Keep it until the next save: its replacement is not on disk yet.
      try beginJournal(entry)
    } else {
      replacedJournal = found.path
      try beginJournal(entry)
    }
    recorded = contents
  }

  /// Discards the edits of a crashed session; they are set aside until the next save.
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

  /// Removes the journals that were set aside: the user has saved the document since.
  func removeWhatIsAside() {
    for kind in [CompanionFile.Kind.givenUp, .undecided] {
      for place in companion.placesAside(kind) { try? files.remove(place) }
    }
  }
}
