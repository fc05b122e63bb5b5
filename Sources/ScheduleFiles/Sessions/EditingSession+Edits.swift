package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Appends all changes since the last call to the journal. Call it after drawing; it is one write(2), or none without
  /// changes.
  ///
  /// - Throws: `FileError`; the next call tries again.
  package func record(_ contents: Contents) throws(FileError) {
    guard !isReadOnly, recovery == nil else { return }
    do throws(FileError) {
      try keep(contents)
      isLastKept = true
    } catch {
      isLastKept = false
      throw error
    }
    try keepLock()
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
    bringToDisk()
  }

  /// Starts a new journal with all unsaved changes.
  private func beginAnew(_ contents: Contents, apart: Bool = false) throws(FileError) {
    try beginJournal(entry(from: file.document.contents, to: contents), apart: apart)
    mustBeginAnew = false
    recorded = contents
    bringToDisk()
  }

  /// Returns the edits between two versions.
  ///
  /// - Throws: `FileError` if the journal could not restore them.
  func entry(from old: Contents, to new: Contents) throws(FileError) -> JournalEntry? {
    let entry = JournalEntry(from: old, to: new)
    if entry?.canBeReadAgain == false { throw .call(.journal, path: file.path, .unsavable) }
    return entry
  }

  /// Whether the document was deleted. Its folder may be about to be deleted too, so do not create files in it.
  private var isDocumentGone: Bool {
    do throws(CallFailure) {
      _ = try files.status(of: companion.document, following: false)
      return false
    } catch {
      return CallFailure.withoutPlace.contains(error)
    }
  }

  /// Takes the lock again if its file was deleted but the document was not.
  func keepLock() throws(FileError) {
    if let lock, !lock.isInPlace, !isDocumentGone { self.lock = try Self.lock(companion, .edit) }
  }

  /// Whether the next session will find the last edit.
  package var keepsEdits: Bool { isLastKept && journal?.isRemoved == false }

  func bringToDisk() {
    guard let journal else { return }
    let sync = self.sync ?? JournalSync()
    self.sync = sync
    sync.request(journal)
  }

  /// Waits until the recorded edits are on disk or writing them failed: see `takeJournalProblem`.
  package func waitForDisk() { sync?.wait() }

  /// Returns a problem with the journal once: it could not be written to disk, or nothing in it can be recovered.
  package func takeJournalProblem() -> String? {
    if !damage.isEmpty {
      defer { damage = [] }
      return damage.joined(separator: "; ") + "; setpoint recover --discard sets it aside"
    }
    guard let failure = sync?.takeFailure() else { return nil }
    mustBeginAnew = true
    return "\(FileError.call(.journal, path: file.path, failure))"
  }

  func beginJournal(_ entry: JournalEntry?, apart: Bool = false) throws(FileError) {
    let header = JournalHeader(
      document: companion.document, of: file.document, holder: .current())
    journal = try FileError.attempt(
      .journal, file.path,
      try JournalFile(
        companion, header: header, entry: entry, replacing: replacedJournal, apart: apart,
        on: files))
    replacedJournal = nil
  }

  func dropJournal() {
    sync?.forget()
    journal?.remove()
    journal = nil
    removeReplacedJournal()
  }
}
