package import ScheduleText
import CLibrary

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
  /// - Throws: `FileError`.
  package static func acquire(
    _ part: Part, of companion: CompanionFile, waiting limit: Duration = .zero
  ) throws(FileError) -> DocumentLock {
    let deadline = ContinuousClock.now + min(limit, .seconds(3600))
    while true {
      let file = try FileError.attempt(.lock, companion.document, try LockFile(companion))
      while !(try FileError.attempt(.lock, companion.document, try file.lock(part))) {
        // No call waits for a lock and for the clock.
        guard ContinuousClock.now < deadline else { throw .held(part, file.holder(of: part)) }
        usleep(10_000)
      }
      // Whoever had the lock removes the file when they are done: then this one is no longer it.
      if file.isInPlace {
        file.write(.current(), as: part)
        return DocumentLock(file, part)
      }
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

// MARK: Holding

extension DocumentLock {
  /// How long a change waits for another one to be done with a document.
  package static let patience = Duration.seconds(10)

  /// Does `body` while the document at `path` is locked for a change, from reading to writing; waits
  /// for others.
  ///
  /// Only what two can change is locked: not standard input, not a file that is not there, and nothing
  /// where no change is meant.
  ///
  /// - Throws: `FileError`, or what `body` throws.
  package static func whileLocked<Result>(
    _ path: String, forChange isChange: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    guard isChange, path != "-",
      (try? SystemCalls().status(of: path, following: true)) != nil
    else { return try body() }
    return try acquire(.writing, of: CompanionFile(of: path), waiting: patience).whileHeld(body)
  }

  /// Does `body`, and holds the lock until it is done.
  package func whileHeld<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body()
  }
}
