import Diagnostics
package import ScheduleText

/// Why an operation on a document's file failed. `CallFailure` is the system's part of it.
package enum FileError: Error, Sendable, CustomStringConvertible {
  /// The attempted operation; it determines the exit status.
  package enum Operation: Hashable, Sendable {
    case open, read, create, write, rename, sync
    /// Reading back the written file.
    case verify
    /// Replacing a file that has this many hard links.
    case linked(names: Int)
    /// Creating a file beside an existing one, to replace it.
    case replace
    /// Locking a document, or creating its lock file.
    case lock
    case journal
    case history
  }

  /// A system call failed; the path is as named by the user.
  case call(Operation, path: String, CallFailure)
  /// The text is not a document.
  case content(DocumentProblem)
  /// Another process edits or changes the document; nil if it left no record.
  case held(DocumentLock.Part, LockHolder?)
  /// Another program changed the file: call `merge`, then save again.
  case changedOutside(ScheduleDocument)

  package var operation: Operation? {
    if case .call(let operation, _, _) = self { operation } else { nil }
  }

  package var failure: CallFailure? {
    if case .call(_, _, let failure) = self { failure } else { nil }
  }

  package var isMissing: Bool { operation == .open && failure == .missing }

  /// Whether another program changed the file after it was read, so that nothing was written.
  package var isChangedMeanwhile: Bool { failure == .changed }

  package var isContent: Bool { if case .content = self { true } else { false } }

  /// Makes a system call and wraps its failure.
  static func attempt<Value>(
    _ operation: Operation, _ path: String, _ call: @autoclosure () throws(CallFailure) -> Value
  ) throws(FileError) -> Value {
    do throws(CallFailure) {
      return try call()
    } catch {
      throw .call(operation, path: path, error)
    }
  }

  package var description: String {
    switch self {
    case .call(let operation, let path, let failure): operation.sentence(failure, of: path)
    case .content(let problem): problem.description
    case .held(.session, let holder): "being edited by \(holder?.words ?? "another program")"
    case .held(.writing, let holder): "\(holder?.words ?? "another program") is changing it"
    case .changedOutside: "another program changed the file"
    }
  }
}

extension FileError.Operation {
  fileprivate func sentence(_ failure: CallFailure, of path: String) -> String {
    switch self {
    case _ where path.isEmpty: "the file name is empty"
    case .open, .read: "cannot read: \(failure)"
    case .create where failure == .missing:
      (try? SystemCalls().destination(ofLink: path)).map {
        "cannot create: it links to \($0.printable), whose folder is missing"
      } ?? "cannot create: \(failure); create its folder first"
    case .create: "cannot create: \(failure)"
    case .write, .rename, .sync: "cannot write: \(failure)"
    case .verify: "not written: cannot verify the text: \(failure)"
    case .linked(let names):
      "not written: the file has \(names) hard links, and replacing it would change only one"
    case .replace where failure == .busy:
      "not written: the file is a mount point, which cannot be replaced"
    case .replace where failure == .foreign:
      "not written: it would be taken from its owner or group"
    case .replace: "cannot write: cannot create a file in its folder: \(failure)"
    case .lock: "cannot lock: \(failure)"
    case .journal: "cannot keep edits for recovery: \(failure)"
    case .history: "cannot read its undo history, \(path.printable): \(failure)"
    }
  }
}
