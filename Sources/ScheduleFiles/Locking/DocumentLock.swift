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

  /// Nil where there are no locks at all.
  private let file: LockFile?

  private init(_ file: LockFile?) { self.file = file }

  deinit { file?.remove() }

  /// The open file that the lock belongs to, which a child may inherit: then the lock is held until both have ended.
  package var descriptor: Int32? { file?.descriptor }

  /// Whether others still meet this lock: its file may have been removed.
  package var isInPlace: Bool { file?.isInPlace ?? true }

  /// Locks a part of the document at `path`, which need not exist.
  ///
  /// Waits as long as `limit`, at most an hour, for each that holds it before. Where a lock that others
  /// meet cannot be had, since the file system has none or something else stands there, one in the
  /// state folder is taken, and that is told once.
  ///
  /// - Throws: `FileError`.
  package static func acquire(
    _ part: Part, of companion: CompanionFile, waiting limit: Duration = .zero
  ) throws(FileError) -> DocumentLock {
    let limit = min(limit, .seconds(3600))
    do throws(FileError) {
      return try hold(part, companion, waiting: limit) { () throws(CallFailure) in
        try opened(companion)
      }
    } catch  where error.operation == .lock && !companion.isWritable {
      // Without a home either; but who may not write the document keeps nobody out.
      return DocumentLock(nil)
    } catch  where error.isForWantOfLocks {
      FallBack.note(
        CallFailure.somethingElse.contains { $0 == error.failure }
          ? .place(path: companion.beside(.lock)) : .locks(document: companion.document))
    }
    guard let path = companion.apartReady(.lock) else { return DocumentLock(nil) }
    do throws(FileError) {
      return try hold(part, companion, waiting: limit) { () throws(CallFailure) in
        try LockFile.open(path, of: companion)
      }
    } catch  where error.operation == .lock {
      FallBack.note(.allLocks(document: companion.document))
      return DocumentLock(nil)
    }
  }

  /// Opens what is locked for a document: the file beside it; where the folder takes none, the
  /// document itself; for one that the user may not write, what no one else is kept out by.
  private static func opened(_ companion: CompanionFile) throws(CallFailure) -> LockFile {
    try companion.make(.lock) { path throws(CallFailure) in
      do throws(CallFailure) {
        return try LockFile.open(path, of: companion)
      } catch  where error.isFolderRefusal {
        // A lock that stands there is everybody's: no other is taken in its place.
        if (try? SystemCalls().status(of: path, following: false)) != nil { throw .withheld }
        guard let document = LockFile.document(companion) else { throw error }
        return document
      }
    }
  }

  private static func hold(
    _ part: Part, _ companion: CompanionFile, waiting limit: Duration,
    _ open: () throws(CallFailure) -> LockFile
  ) throws(FileError) -> DocumentLock {
    while true {
      let file = try FileError.attempt(.lock, companion.document, try open())
      // In a queue, each that is done is a step on.
      let deadline = ContinuousClock.now + limit
      while !(try FileError.attempt(.lock, companion.document, try file.lock(part))) {
        // No call waits for a lock and for the clock.
        guard ContinuousClock.now < deadline, !Interruption.isAsked else {
          throw .held(part, file.holder(of: part))
        }
        usleep(10_000)
      }
      // Whoever had the lock removes the file when they are done: then this one is no longer it.
      if file.isInPlace {
        file.write(.current(), as: part)
        return DocumentLock(file)
      }
    }
  }

  /// Who holds a part of a document's lock; nil when nobody does. The inner nil is a holder who has
  /// not said who they are.
  package static func holder(_ part: Part, of companion: CompanionFile) -> LockHolder?? {
    for place in companion.places(.lock) {
      guard let file = try? LockFile.existing(place, of: companion) else { continue }
      if (try? file.lock(part)) == false { return .some(file.holder(of: part)) }
      file.remove()
    }
    return .none
  }
}

extension FileError {
  /// Whether there is no lock to be had, as against one that somebody holds.
  fileprivate var isForWantOfLocks: Bool {
    operation == .lock
      && (CallFailure.withoutLocks + CallFailure.somethingElse).contains { $0 == failure }
  }
}

// MARK: Holding

extension DocumentLock {
  /// How long a change waits for each other one to be done with a document.
  package static let patience = Duration.seconds(10)

  /// How often a change is tried that other programs, which know no locks, get in the way of.
  package static let mostAttempts = 10

  /// Does `body` while the document at `path` is locked for a change, from reading to writing; waits
  /// for others. Does it again, in all `attempts` times, where another program changed the file after
  /// `body` read it.
  ///
  /// Only what two can change is locked: not standard input, not a file that is not there, and nothing
  /// where no change is meant.
  ///
  /// - Throws: `FileError`, or what `body` throws.
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
          // Another program may still be writing.
          isAgain = true
          usleep(UInt32(attempt) * 1_000)
        }
      }
      return try body()
    }
  }

  /// Does `body`, and holds the lock until it is done.
  package func whileHeld<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body()
  }
}
