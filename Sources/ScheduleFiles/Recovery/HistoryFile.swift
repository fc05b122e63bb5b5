import CLibrary
import JSONText
package import ScheduleModel
import ScheduleText

/// The file with the undo history of a document: in the state folder, mode 0600.
///
/// It is written after the document, under the same lock. After a crash between the two it does not match the
/// document's text, and the history is interrupted.
package struct HistoryFile {
  private let companion: CompanionFile
  private let files = SystemCalls()

  package init(of companion: CompanionFile) { self.companion = companion }

  package init(ofDocumentAt path: String) { companion = CompanionFile(of: path) }

  /// Returns the history of the document, whose current text is `text`.
  package func history(of text: [UInt8]) -> EditHistory {
    var history = EditHistory(text: text)
    guard let path = companion.apart(.history) else { return history }
    do throws(CallFailure) {
      // Two texts of the largest document, with escapes.
      let bytes = try FoundJournal.bytes(at: path, of: companion, limit: 3 * JSONLimits.size)
      return EditHistory(reading: bytes, document: companion.document, text: text)
    } catch {
      history.isInterrupted = !CallFailure.withoutPlace.contains(error)
      return history
    }
  }

  /// Writes a history; removes the file of one without steps. If that fails, the last change cannot be undone.
  package func keep(_ history: EditHistory) {
    guard let path = companion.apartReady(.history) else { return }
    guard let lines = history.encoded(document: companion.document) else {
      try? files.remove(path)
      return
    }
    Self.forgetOldest
    let fresh = JournalFile.successor(of: path)
    try? files.remove(fresh)
    do throws(CallFailure) {
      let descriptor = try files.open(fresh, .createNew)
      defer { try? files.close(descriptor) }
      // The umask may have removed permissions of the owner.
      try files.setMode(descriptor, 0o600)
      try files.writeAll(lines, to: descriptor)
      // No fsync: checksums detect an incomplete file.
      try files.rename(fresh, to: path)
    } catch {
      try? files.remove(fresh)
    }
  }

  /// Adds the step of a command that changed the document from `old` to `new`. The caller holds its lock for writing.
  package func add(_ name: String, from old: [UInt8], to new: [UInt8]) {
    guard old != new else { return }
    var history = history(of: old)
    history.add(EditHistory.Version(.words(name), text: new))
    keep(history)
  }

  /// Removes the oldest histories; once per process.
  private static let forgetOldest: Void = {
    guard let folder = CompanionFile.defaultStateFolder else { return }
    Folder.forgetOldest(in: folder, endingIn: ".\(CompanionFile.Kind.history.rawValue)")
  }()
}
