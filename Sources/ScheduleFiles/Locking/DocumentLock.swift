import Diagnostics
import CLibrary
package import ScheduleText

/// Why a document could not be locked.
package enum LockFailure: Error, Hashable, Sendable {
  /// Somebody has it; nil where they have not said who they are.
  case held(LockHolder?)
  /// The system refused.
  case system(SystemError)
}

/// An advisory lock of a document, held until it is released or the process ends in any way.
///
/// A lock file stands beside the document while somebody works on it. Its two parts are locked apart:
/// an editor holds the first for as long as it runs, and whoever changes the document holds the second
/// from reading to writing. The kernel lets go of both when the holder dies, so that a lock cannot be
/// left behind and no process number is ever guessed at. What the file says is for people.
package final class DocumentLock {
  /// What is locked.
  package enum Part: Int, Sendable {
    /// Being edited.
    case session
    /// Being changed, from reading to writing.
    case writing
  }

  private let file: LockFile
  private let part: Part

  private init(_ file: consuming LockFile, _ part: Part) {
    self.file = file
    self.part = part
  }

  deinit { file.remove() }

  /// Locks a part of the document at `path`, which need not exist.
  ///
  /// Waits as long as `limit`, at most an hour, while somebody else holds it.
  ///
  /// - Throws: `LockFailure`.
  package static func acquire(
    _ part: Part, of companion: CompanionFile, waiting limit: Duration = .zero
  ) throws(LockFailure) -> DocumentLock {
    let deadline = ContinuousClock.now + min(limit, .seconds(3600))
    while true {
      let file = try LockFile(companion)
      while try !isLocked(part, of: file, for: companion.document) {
        // No call waits for a lock and for the clock.
        guard ContinuousClock.now < deadline else { throw .held(file.holder(of: part)) }
        usleep(10_000)
      }
      // Whoever had the lock removes the file when they are done: then this one is no longer it.
      if file.isInPlace {
        file.write(.current(), as: part)
        return DocumentLock(file, part)
      }
    }
  }

  private static func isLocked(
    _ part: Part, of file: LockFile, for document: String
  ) throws(LockFailure) -> Bool {
    do throws(CallFailure) {
      return try file.lock(part)
    } catch {
      throw .system(SystemError(.lock, path: document, number: error.number))
    }
  }

  /// Who holds a part of a document's lock; nil when nobody does. The inner nil is a holder who has
  /// not said who they are.
  package static func holder(_ part: Part, of companion: CompanionFile) -> LockHolder?? {
    guard let file = LockFile(existing: companion) else { return .none }
    guard (try? file.lock(part)) == false else {
      file.remove()
      return .none
    }
    return .some(file.holder(of: part))
  }
}
