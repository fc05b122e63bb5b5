package import ScheduleModel
package import ScheduleText

/// A document being edited: its file, its lock, its journal and its watch.
///
/// The editor calls `beginWatching` and `record` after it has painted, `save` when asked to,
/// `externalChange` when the watch has something, and `close` at the end. Whatever ends the program in
/// between, the edits that `record` took are found by the next session as `recovery`.
package final class EditingSession {
  /// The document as its file has it, and as it was last saved or merged.
  package private(set) var file: DocumentFile
  /// What a session that died had not saved; nil once it is recovered or discarded.
  package internal(set) var recovery: Recovery?
  /// What is wrong with journals of which nothing can be recovered, told once.
  var damage: [String] = []
  /// Whether nothing may be changed: somebody else edits the document, or it was asked for.
  package private(set) var isReadOnly: Bool

  /// The journal that `recovery` was read from.
  var recoverable: FoundJournal?
  let companion: CompanionFile
  private var lock: DocumentLock?
  private var watch: FileWatch?
  /// Whether the file may have changed before it was watched.
  private var mayHaveChanged = false
  let files: any FileSystem
  /// Begun with the first edit.
  private var sync: JournalSync?
  var journal: JournalFile?
  /// A journal that is there and must be replaced, not begun: its edits are in the document, or merged
  /// into what this session begins with.
  var replacedJournal: String?
  /// What the journal holds, or the file where there is none.
  var recorded: Contents
  /// Whether the journal could not be brought to the disk: what the system forgot then, it may call
  /// written the next time.
  private var mustBeginAnew = false
  /// Whether the last edit was kept.
  private var isLastKept = true

  /// A journal is begun anew, from the last saved text, when it is larger.
  private let largestJournal: Int

  /// Opens a document for editing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - contents: what a document begins with whose file does not exist yet.
  ///   - access: whether to edit, wait for the other editor, or only look.
  ///   - stateFolder: instead of `$XDG_STATE_HOME/setpoint`.
  ///   - largestJournal: from which size on a journal is begun anew; one that is new has 20 MiB at
  ///     most.
  ///   - files: the system, of which tests let calls fail.
  /// - Throws: `FileError`.
  package init(
    opening path: String, new contents: @autoclosure () -> Contents,
    access: SessionAccess = .edit, stateFolder: String? = nil, largestJournal: Int = 64 << 20,
    on files: any FileSystem = SystemCalls()
  ) throws(FileError) {
    self.files = files
    self.largestJournal = largestJournal
    companion = CompanionFile(of: path, stateFolder: stateFolder)
    lock = try Self.lock(companion, access)
    isReadOnly = lock == nil
    do throws(FileError) {
      file = try DocumentFile(opening: path, forChange: access != .readOnly)
    } catch  where error.isMissing {
      file = DocumentFile(new: contents(), at: path)
    }
    recorded = file.document.contents
    guard !isReadOnly else { return }
    findRecovery()
    try? DocumentLock.acquire(.writing, of: companion).whileHeld {
      StaleTemporaryFiles.remove(beside: companion.document)
    }
  }

  private static func lock(
    _ companion: CompanionFile, _ access: SessionAccess
  ) throws(FileError) -> DocumentLock? {
    switch access {
    case .readOnly: nil
    case .edit: try DocumentLock.acquire(.session, of: companion)
    case .wait(let limit): try DocumentLock.acquire(.session, of: companion, waiting: limit)
    }
  }

  func removeReplacedJournal() {
    guard let path = replacedJournal else { return }
    try? files.remove(path)
    replacedJournal = nil
  }
}

// MARK: Another editor

extension EditingSession {
  /// Whether nobody edits the document any more that somebody edited when this session began.
  package var hasOtherEditorEnded: Bool {
    isReadOnly && DocumentLock.holder(.session, of: companion) == nil
  }

  /// Goes on as the editor of a document that was only looked at, once nobody else edits it; then ask
  /// for `externalChange`, and look at `recovery`.
  ///
  /// - Throws: `FileError`; the session then still only looks on.
  package func takeOver() throws(FileError) {
    guard isReadOnly else { return }
    lock = try Self.lock(companion, .edit)
    isReadOnly = false
    mayHaveChanged = true
    findRecovery()
  }
}

// MARK: Edits

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

  private func keep(_ contents: Contents) throws(FileError) {
    if let journal, journal.isRemoved {
      self.journal = nil
      return try beginAnew(contents)
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
  private func beginAnew(_ contents: Contents) throws(FileError) {
    try beginJournal(entry(from: file.document.contents, to: contents))
    mustBeginAnew = false
    recorded = contents
    bringToDisk()
  }

  /// What turned one document into another, if the journal can give it back.
  private func entry(from old: Contents, to new: Contents) throws(FileError) -> JournalEntry? {
    let entry = JournalEntry(from: old, to: new)
    if entry?.canBeReadAgain == false { throw .call(.journal, path: file.path, .unsavable) }
    return entry
  }

  /// Takes the lock again where somebody removed its file.
  private func keepLock() throws(FileError) {
    if let lock, !lock.isInPlace { self.lock = try Self.lock(companion, .edit) }
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

  func beginJournal(_ entry: JournalEntry?) throws(FileError) {
    let header = JournalHeader(
      document: companion.document, of: file.document, holder: .current())
    journal = try FileError.attempt(
      .journal, file.path,
      try JournalFile(
        companion, header: header, entry: entry, replacing: replacedJournal, on: files))
    replacedJournal = nil
  }

  private func dropJournal() {
    sync?.forget()
    journal?.remove()
    journal = nil
    removeReplacedJournal()
  }
}

// MARK: Changes by others

extension EditingSession {
  /// Watches the file from now on, and returns a descriptor that is readable when `externalChange`
  /// should be asked; nil where the system cannot tell.
  ///
  /// Not done before the document is shown: where another watch has just ended, inotify lets the next
  /// one wait for tens of milliseconds.
  package func beginWatching() -> Int32? {
    watch =
      watch
      ?? FileWatch(file.path, untilRemoved: isReadOnly ? companion.beside(.lock) : nil)
    mayHaveChanged = true
    return watch?.descriptor
  }

  /// What others made of the file since it was read or saved; call it when the watch has something,
  /// and once after `beginWatching`.
  package func externalChange() -> ExternalChange {
    let isToldOf = watch?.drain() ?? true
    guard isToldOf || mayHaveChanged else { return .none }
    mayHaveChanged = false
    return compare()
  }

  /// Merges what others made of the file with `contents`, what the editor has: returns the merge, of
  /// which the editor shows the contents and lists the conflicts. The file's text is from now on the
  /// one that saving changes.
  ///
  /// - Throws: `FileError` when the edits could not be kept anew; they are kept as before.
  package func merge(
    _ other: ScheduleDocument, into contents: Contents
  ) throws(FileError) -> ScheduleMerge {
    let base = file.document.isNew ? nil : file.document.contents
    let merge = ScheduleMerge(base: base, ours: contents, theirs: other.contents)
    file.document = other
    file.document.identify(as: merge.theirs)
    recorded = other.contents
    if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
    if merge.contents == other.contents {
      dropJournal()
    } else {
      try record(merge.contents)
    }
    return merge
  }

  func compare() -> ExternalChange {
    do throws(FileError) {
      let text = try FileReading.bytes(at: file.path, ofFilesAlone: true)
      if !file.document.isNew, text == file.document.original { return .none }
      return .changed(try DocumentFile(reading: text, at: file.path).document)
    } catch  where error.isMissing {
      return file.document.isNew ? .none : .removed
    } catch {
      return .unreadable(error)
    }
  }
}

// MARK: Saving and ending

extension EditingSession {
  /// Writes the document, unless others changed the file meanwhile.
  ///
  /// A file that is gone is written anew. The journal is removed when the document is on the disk.
  ///
  /// - Throws: `FileError`; the file and the journal are then as they were.
  package func save(
    _ contents: Contents, policy: AtomicFile.Policy = .careful
  ) throws(FileError) {
    let lock = try DocumentLock.acquire(
      .writing, of: companion, waiting: DocumentLock.patience)
    try lock.whileHeld { () throws(FileError) in try saveLocked(contents, policy) }
  }

  private func saveLocked(
    _ contents: Contents, _ policy: AtomicFile.Policy
  ) throws(FileError) {
    var isRemoved = false
    switch compare() {
    case .none: break
    case .changed(let other): throw .changedOutside(other)
    case .unreadable(let error): throw error
    case .removed: isRemoved = true
    }
    let before = file
    file.document.contents = contents
    let durability: AtomicFile.Durability
    do throws(FileError) {
      durability = try file.save(policy: policy, evenIfUnchanged: isRemoved, on: files)
    } catch {
      file = before
      throw error
    }
    recorded = contents
    // Not confirmed to be on the disk: the journal stays until the next one takes its place.
    if durability == .durable {
      dropJournal()
      removeWhatIsAside()
    } else if let journal {
      replacedJournal = journal.path
      self.journal = nil
    }
  }

  /// Ends the session. Edits that were not saved stay for the next one, unless they are given up.
  package func close(discarding: Bool) {
    if discarding, recovery == nil { dropJournal() }
    if let journal { try? journal.synchronize() }
    journal = nil
    lock = nil
  }
}
