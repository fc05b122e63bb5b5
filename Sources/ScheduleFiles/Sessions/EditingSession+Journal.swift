import Diagnostics
package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Appends all changes since the last call to the journal, after drawing: one write(2), or none without changes. Starts
  /// the journal again if the edits now apply to other contents: `base`, or the file's if it is nil.
  ///
  /// - Throws: `FileError`; the next call tries again.
  package func record(_ contents: Contents, since base: Contents? = nil) throws(FileError) {
    guard !isReadOnly, recovery == nil else { return }
    let base = base ?? file.document.contents
    if base != self.base {
      (self.base, recorded) = (base, base)
      if let journal { replacedJournal = journal.path }
      if contents == base { dropJournal() }
      journal = nil
    }
    isLastKept = false
    try keep(contents)
    isLastKept = true
    // Take the lock again if its file was deleted but the document was not.
    if let lock, !lock.isInPlace, !isDocumentGone { self.lock = try Self.lock(companion, .edit()) }
  }

  func keep(_ contents: Contents) throws(FileError) {
    if let journal, journal.isRemoved {
      self.journal = nil
      return try beginAnew(contents, apart: isDocumentGone)
    }
    guard contents != recorded else { return }
    guard let journal else { return try beginAnew(contents) }
    if mustBeginAnew || journal.size > largestJournal {
      replacedJournal = journal.path
      do throws(FileError) {
        return try beginAnew(contents)
      } catch {
        // The old journal is still there and is extended.
        replacedJournal = nil
      }
    }
    guard let entry = try entry(from: recorded, to: contents) else { return }
    try FileError.attempt(.journal, file.path, try journal.append(entry))
    recorded = contents
    sync.request(journal)
  }

  /// Starts a new journal with all unsaved changes.
  private func beginAnew(_ contents: Contents, apart: Bool = false) throws(FileError) {
    try beginJournal(entry(from: base, to: contents), apart: apart)
    mustBeginAnew = false
    recorded = contents
  }

  /// Returns the edits between two versions.
  ///
  /// - Throws: `FileError` if the journal could not restore them.
  func entry(from old: Contents, to new: Contents) throws(FileError) -> JournalEntry? {
    let entry = JournalEntry(from: old, to: new, base: base)
    if entry?.canBeReadAgain == false { throw .call(.journal, path: file.path, .unsavable) }
    return entry
  }

  /// Whether the document was deleted. Its folder may be about to be deleted too, so do not create files in it.
  private var isDocumentGone: Bool {
    files.absence(of: companion.document).map(CallFailure.withoutPlace.contains) ?? false
  }

  /// Whether the next session will find the last edit.
  package var keepsEdits: Bool { isLastKept && journal?.isRemoved == false }

  /// Returns a problem with the journal once: it could not be written to disk, or nothing in it can be recovered.
  package func takeJournalProblem() -> String? {
    if !damage.isEmpty {
      defer { damage = [] }
      return damage.joined(separator: "; ") + "; setpoint recover --discard moves it out of the way"
    }
    guard let failure = sync.takeFailure() else { return nil }
    mustBeginAnew = true
    return "\(FileError.call(.journal, path: file.path, failure))"
  }

  /// Starts a journal, and writes it to disk in the background.
  func beginJournal(_ entry: JournalEntry?, apart: Bool = false) throws(FileError) {
    let document = base == file.document.contents ? file.document : ScheduleDocument(new: base)
    let header = JournalHeader(document: companion.document, of: document, holder: .current())
    journal = try FileError.attempt(
      .journal, file.path,
      try JournalFile(
        companion, header: header, entry: entry, replacing: replacedJournal, apart: apart,
        on: files))
    replacedJournal = nil
    if let journal { sync.request(journal) }
  }

  func dropJournal() {
    sync.forget()
    for path in [journal?.path, replacedJournal].compactMap(\.self) { try? files.remove(path) }
    (journal, replacedJournal) = (nil, nil)
  }

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
      try? files.remove(found.path)
      return
    }
    self.recovery = recovery
    recoverable = found
  }

  /// The document as saved; nil if its file does not exist.
  private var current: ScheduleDocument? { file.document.isNew ? nil : file.document }

  /// Conflicts of an earlier recovery that are still undecided.
  private var undecided: [Recovery] {
    FoundJournal.all(companion, .undecided).compactMap { found in
      found.journal.flatMap { Recovery($0, current: current) }
    }.filter { !$0.merge.conflicts.isEmpty }
  }

  /// Restores the edits of a crashed session, merged with the current file. The editor shows them as edits that can be
  /// undone. The file and the journal are kept; conflicting and damaged edits are kept until the next save.
  ///
  /// - Throws: `FileError` if the edits could not be journaled; they are then still recoverable.
  package func recover() throws(FileError) -> RecoveredEdits {
    let lock = try DocumentLock.acquire(.writing, of: companion, waiting: DocumentLock.patience)
    return try lock.whileHeld { () throws(FileError) in try recoverLocked() }
  }

  private func recoverLocked() throws(FileError) -> RecoveredEdits {
    switch compare() {
    case .same, .removed: break
    case .changed(let other):
      // This session has made no edits, so the merge returns the file unchanged.
      _ = merge(other, into: file.document.contents)
    case .unreadable(let error): throw error
    }
    guard let found = recoverable, let journal = found.journal,
      let recovery = Recovery(journal, current: current)
    else { return RecoveredEdits(file.document.contents, file: file.document.contents) }
    let contents = recovery.merge.contents
    let open = (undecided + [recovery]).filter { !$0.merge.conflicts.isEmpty }
    try replace(found, by: contents, keepingIt: !recovery.isWhole)
    self.recovery = nil
    return RecoveredEdits(contents, file: file.document.contents, merges: open.map(\.merge))
  }

  /// Replaces the recovered journal by one for this session; sets the old one aside while conflicts are undecided.
  private func replace(
    _ found: FoundJournal, by contents: Contents, keepingIt isKept: Bool
  ) throws(FileError) {
    base = file.document.contents
    let entry = JournalEntry(from: base, to: contents, base: base)
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
    } else {
      // A journal set aside stays until the next save: its replacement is not on disk yet.
      if !isAside { replacedJournal = found.path }
      try beginJournal(entry)
    }
    recorded = contents
  }

  /// Discards the edits of a crashed session; they are set aside until the next save.
  package func discardRecovery() throws(FileError) {
    let undecided = FoundJournal.all(companion, .undecided)
    for found in undecided { try found.setAside(companion) }
    if let recoverable, !undecided.contains(where: { $0.path == recoverable.path }) {
      try recoverable.setAside(companion)
    }
    recovery = nil
  }
}
