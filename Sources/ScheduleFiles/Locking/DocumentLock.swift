import CLibrary

/// An advisory lock on a document, held until it is released or the process ends.
///
/// A lock file exists beside the document while it is in use. Its two parts are locked separately: an editor locks the
/// first while it runs, and every change locks the second from reading to writing. The kernel releases both when the
/// process dies, so a lock cannot be stale. The content of the file is for people only.
package final class DocumentLock {
  package enum Part: Int, Sendable {
    /// The document is open in an editor.
    case session
    /// The document is being changed, from reading to writing.
    case writing
  }

  /// Nil if no lock could be taken.
  private let file: LockFile?

  private init(_ file: LockFile?) { self.file = file }

  deinit { file?.remove() }

  /// The open lock file. A child that inherits it keeps the lock until both processes have ended.
  package var descriptor: Int32? { file?.descriptor }

  /// Whether other programs still see this lock: its file may have been removed.
  var isInPlace: Bool { file?.isInPlace ?? true }

  /// Locks a part of a document, which need not exist.
  ///
  /// Waits up to `limit` (at most an hour) for each holder before it. Falls back to a lock in the state folder if the
  /// file system has no locks or the path is taken by another file, and reports that once.
  package static func acquire(
    _ part: Part, of companion: CompanionFile, waiting limit: Duration = .zero
  ) throws(FileError) -> DocumentLock {
    let limit = min(limit, .seconds(3600))
    do throws(FileError) {
      return try hold(part, companion, waiting: limit, try opened(companion))
    } catch  where error.operation == .lock && !companion.isWritable {
      // A lock cannot be stored here. A user who cannot write the document needs none.
      return DocumentLock(nil)
    } catch  where error.operation == .lock {
      let isPlace = [.notAFile, .foreign, .folder, .link].contains(error.failure)
      guard isPlace || CallFailure.withoutLocks.contains(where: { $0 == error.failure }) else {
        throw error
      }
      Fallback.note(
        isPlace ? .place(path: companion.beside(.lock)) : .locks(document: companion.document))
    }
    guard let path = companion.apartReady(.lock) else { return DocumentLock(nil) }
    do throws(FileError) {
      return try hold(part, companion, waiting: limit, try LockFile.open(path, of: companion))
    } catch  where error.operation == .lock {
      Fallback.note(.allLocks(document: companion.document))
      return DocumentLock(nil)
    }
  }

  /// Opens the file to lock: the lock file beside the document; if the folder is not writable, the document itself; if
  /// the user cannot write it, a lock that excludes no other process.
  private static func opened(_ companion: CompanionFile) throws(CallFailure) -> LockFile {
    try companion.make(.lock) { path throws(CallFailure) in
      do throws(CallFailure) {
        return try LockFile.open(path, of: companion)
      } catch  where error.isFolderRefusal {
        // An existing lock file is shared by all users, so never replace it with another lock.
        if FileReading.isAnything(at: path) { throw .withheld(path) }
        guard let document = LockFile.document(companion) else { throw error }
        return document
      }
    }
  }

  private static func hold(
    _ part: Part, _ companion: CompanionFile, waiting limit: Duration,
    _ open: @autoclosure () throws(CallFailure) -> LockFile
  ) throws(FileError) -> DocumentLock {
    while true {
      let file = try FileError.attempt(.lock, companion.document, try open())
      // In a queue, extend the deadline each time a holder finishes.
      let deadline = ContinuousClock.now + limit
      while !(try FileError.attempt(.lock, companion.document, try file.lock(part))) {
        // No system call waits for both a lock and a deadline.
        guard ContinuousClock.now < deadline, !Interruption.isAsked else {
          throw .held(part, file.holder(of: part))
        }
        usleep(10_000)
      }
      // The previous holder may have removed the file; then this lock excludes no other process.
      if file.isInPlace {
        file.write(.current(), as: part)
        return DocumentLock(file)
      }
    }
  }

  /// Returns the editor that has a document open, as an error for messages; nil if there is none.
  package static func openSession(of companion: CompanionFile) -> FileError? {
    for place in companion.places(.lock) {
      guard let file = try? LockFile.existing(place, of: companion) else { continue }
      if (try? file.lock(.session)) == false { return .held(.session, file.holder(of: .session)) }
      file.remove()
    }
    return nil
  }

  /// How long a change waits for each other change of a document.
  package static let patience = Duration.seconds(10)

  /// How often a change is retried when programs that ignore locks interfere.
  package static let mostAttempts = 10

  /// Runs `body` while the document at `path` is locked for a change. Runs it again, up to `attempts` times, if another
  /// program changed the file after `body` read it.
  ///
  /// Locks only for a change of an existing file, not for standard input.
  package static func whileLocked<Result>(
    _ path: String, forChange isChange: Bool = true, attempts: Int = mostAttempts,
    _ body: () throws -> Result
  ) throws -> Result {
    guard isChange, path != "-",
      (try? SystemCalls().status(of: path, following: true)) != nil
    else { return try body() }
    return try acquire(.writing, of: CompanionFile(of: path), waiting: patience).whileHeld {
      var isAgain = false
      for attempt in 1..<attempts {
        do {
          return try body()
        } catch let error as FileError where error.isChangedMeanwhile || isAgain && error.isContent
        {
          // The other program may still be writing.
          isAgain = true
          usleep(UInt32(attempt) * 1_000)
        }
      }
      return try body()
    }
  }

  /// Runs `body` and keeps the lock until it returns.
  package func whileHeld<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body()
  }
}
