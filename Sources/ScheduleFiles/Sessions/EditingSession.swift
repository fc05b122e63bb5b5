package import ScheduleModel
package import ScheduleText

/// A document being edited: its file, its lock, its journal and its watch.
///
/// The editor calls `beginWatching` and `record` after it has painted, `save` when asked to,
/// `externalChange` when the watch has something, and `close` at the end. Whatever ends the program in
/// between, the edits that `record` took are found by the next session as `recovery`.
package final class EditingSession {
  /// The document as its file has it, and as it was last saved or merged.
  package internal(set) var file: DocumentFile
  /// What a session that died had not saved; nil once it is recovered or discarded.
  package internal(set) var recovery: Recovery?
  /// What is wrong with journals of which nothing can be recovered, told once.
  var damage: [String] = []
  /// Whether nothing may be changed: somebody else edits the document, or it was asked for.
  package internal(set) var isReadOnly: Bool

  /// The journal that `recovery` was read from.
  var recoverable: FoundJournal?
  let companion: CompanionFile
  var lock: DocumentLock?
  var watch: FileWatch?
  /// Whether the file may have changed before it was watched.
  var mayHaveChanged = false
  let files: any FileSystem
  /// Begun with the first edit.
  var sync: JournalSync?
  var journal: JournalFile?
  /// A journal that is there and must be replaced, not begun: its edits are in the document, or merged
  /// into what this session begins with.
  var replacedJournal: String?
  /// What the journal holds, or the file where there is none.
  var recorded: Contents
  /// Whether the journal could not be brought to the disk: what the system forgot then, it may call
  /// written the next time.
  var mustBeginAnew = false
  /// Whether the last edit was kept.
  var isLastKept = true

  /// A journal is begun anew, from the last saved text, when it is larger.
  let largestJournal: Int

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
      StaleTemporaryFiles.remove(of: companion)
    }
  }

  static func lock(
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
