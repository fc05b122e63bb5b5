package import ScheduleModel
import ScheduleText

extension EditingSession {
  /// Keeps what the document is now: everything that changed since the last time becomes an entry of
  /// the journal. Call it after painting; it is one write(2), and does nothing when nothing changed.
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
        // The old one is still there, and takes one more.
        replacedJournal = nil
      }
    }
    guard let entry = try entry(from: recorded, to: contents) else { return }
    try FileError.attempt(.journal, file.path, try journal.append(entry))
    recorded = contents
    bringToDisk()
  }

  /// Begins a journal that holds all that the file does not say.
  private func beginAnew(_ contents: Contents, apart: Bool = false) throws(FileError) {
    try beginJournal(entry(from: file.document.contents, to: contents), apart: apart)
    mustBeginAnew = false
    recorded = contents
    bringToDisk()
  }

  /// What turned one document into another, if the journal can give it back.
  func entry(from old: Contents, to new: Contents) throws(FileError) -> JournalEntry? {
    let entry = JournalEntry(from: old, to: new)
    if entry?.canBeReadAgain == false { throw .call(.journal, path: file.path, .unsavable) }
    return entry
  }

  /// Whether somebody removed the document: maybe its folder is being removed, and a file that is made there now
  /// would be in the way.
  private var isDocumentGone: Bool {
    do throws(CallFailure) {
      _ = try files.status(of: companion.document, following: false)
      return false
    } catch {
      return CallFailure.withoutPlace.contains(error)
    }
  }

  /// Takes the lock again where somebody removed its file, but not the document.
  func keepLock() throws(FileError) {
    if let lock, !lock.isInPlace, !isDocumentGone { self.lock = try Self.lock(companion, .edit) }
  }

  /// Whether the next session will find what was edited last.
  package var keepsEdits: Bool { isLastKept && journal?.isRemoved == false }

  func bringToDisk() {
    guard let journal else { return }
    let sync = self.sync ?? JournalSync()
    self.sync = sync
    sync.request(journal)
  }

  /// Returns when all that was recorded is on the disk, where it outlives a loss of power too, or could
  /// not be brought there: see `takeJournalProblem`.
  package func waitForDisk() { sync?.wait() }

  /// What is wrong with keeping edits, told once: a journal that could not be brought to the disk, or
  /// one of which nothing can be recovered; nil where nothing is.
  package func takeJournalProblem() -> String? {
    if !damage.isEmpty {
      defer { damage = [] }
      return damage.joined(separator: "; ") + "; setpoint recover --discard puts it aside"
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
