package import ScheduleModel
package import ScheduleText

/// A document being edited: its file, lock, journal and watch.
///
/// The editor calls `beginWatching` and `record` after drawing, `save` on request, `outsideFileChange` when the watch
/// is readable, and `close` at the end. If the program dies, the next session finds the recorded edits as `recovery`.
package final class EditingSession {
  /// The document as last read, saved or merged.
  package internal(set) var file: DocumentFile
  /// The unsaved edits of a crashed session; nil once recovered or discarded.
  package internal(set) var recovery: Recovery?
  /// Journals that cannot be recovered; reported once.
  var damage: [String] = []
  /// Whether the document cannot be changed: another editor has it open, or the user asked for it.
  package internal(set) var isReadOnly: Bool

  /// The journal of `recovery`.
  var recoverable: FoundJournal?
  let companion: CompanionFile
  var lock: DocumentLock?
  var watch: FileWatch?
  /// Whether the file may have changed before the watch started.
  var mayHaveChanged = false
  let files: any FileSystem
  let sync = JournalSync()
  var journal: JournalFile?
  /// An existing journal to replace: its edits are saved, or merged into this session.
  var replacedJournal: String?
  /// The contents that the journal describes; `base` without a journal.
  var recorded: Contents
  /// The contents that the edits of the journal apply to: the file's, unless conflicts are open.
  var base: Contents
  /// Whether writing the journal to disk failed. After a failed fsync the next may succeed although data was lost.
  var mustBeginAnew = false
  /// Whether the last edit was journaled.
  var isLastKept = true

  /// The steps that led to the document as it was opened; nil for a new document.
  package let history: EditHistory?
  /// Whether the kept history could not be read: a save must try again.
  let hasUnreadHistory: Bool

  /// The size in bytes above which a journal is started again from the last saved text; a new one has at most 20 MiB.
  let largestJournal: Int

  /// Opens the document at `path`; `contents` are those of a new document. `stateFolder` replaces
  /// `$XDG_STATE_HOME/setpoint`.
  package init(
    opening path: String, new contents: @autoclosure () -> Contents,
    access: SessionAccess = .edit(), stateFolder: String? = nil, largestJournal: Int = 64 << 20,
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
    (recorded, base) = (file.document.contents, file.document.contents)
    var kept = EditHistory(text: file.document.original)
    do throws(FileError) {
      kept = try HistoryFile(of: companion).history(of: file.document.original)
    } catch {
      kept.unread = "\(error)"
    }
    history = file.document.isNew ? nil : kept
    hasUnreadHistory = kept.unread != nil
    guard !isReadOnly else { return }
    findRecovery()
    try? DocumentLock.acquire(.writing, of: companion).whileHeld {
      StaleTemporaryFiles.remove(of: companion)
    }
  }

  static func lock(
    _ companion: CompanionFile, _ access: SessionAccess
  ) throws(FileError) -> DocumentLock? {
    guard case .edit(let limit) = access else { return nil }
    return try DocumentLock.acquire(.session, of: companion, waiting: limit)
  }

  /// Whether the editor that had the document open has closed it.
  package var hasOtherEditorEnded: Bool {
    isReadOnly && DocumentLock.openSession(of: companion) == nil
  }

  /// Makes a read-only session editable after another editor's end. Then call `outsideFileChange`; check `recovery`.
  ///
  /// - Throws: `FileError`; the session then remains read-only.
  package func takeOver() throws(FileError) {
    guard isReadOnly else { return }
    lock = try Self.lock(companion, .edit())
    isReadOnly = false
    mayHaveChanged = true
    findRecovery()
  }
}

/// How to open a document.
package enum SessionAccess: Hashable, Sendable {
  /// Edit, once another editor has ended, within this time.
  case edit(waiting: Duration = .zero)
  /// Only read; takes no lock and leaves no files.
  case readOnly
}

/// What other programs did to the file, before a merge with the editor's contents.
package enum OutsideFileChange: Sendable {
  /// The file has the known text, perhaps again.
  case same
  case changed(ScheduleDocument)
  /// The file was deleted.
  case removed
  /// It is not a document or cannot be read.
  case unreadable(FileError)
}
