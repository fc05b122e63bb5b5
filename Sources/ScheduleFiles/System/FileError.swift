import Diagnostics
package import ScheduleText

/// Why something was not done with a document's file: the one error of this target.
package enum FileError: Error, Sendable {
  /// What was attempted; it decides the exit status.
  package enum Operation: Hashable, Sendable {
    case open, read, create, write, rename, sync
    /// Reading back what was written.
    case verify
    /// Replacing a file that has so many names.
    case linked(names: Int)
    /// Making a file beside one that is there.
    case folder
    /// Locking a document, or making its lock.
    case lock
    /// Keeping edits in a journal, or reading them from it.
    case journal
  }

  /// A call for `operation` failed; the path is as it was named.
  case call(Operation, path: String, CallFailure)
  /// The text is no document.
  case content(DocumentProblem)
  /// Somebody else edits the document, or changes it; nil where they have not said who they are.
  case held(DocumentLock.Part, LockHolder?)
  /// Others changed the file: `merge` what they made of it, then save again.
  case changedOutside(ScheduleDocument)
}

extension FileError {
  /// What was attempted; nil where no call failed.
  package var operation: Operation? {
    if case .call(let operation, _, _) = self { operation } else { nil }
  }

  /// Why the call failed; nil where none did.
  package var failure: CallFailure? {
    if case .call(_, _, let failure) = self { failure } else { nil }
  }

  /// Whether there is no file to open.
  package var isMissing: Bool { operation == .open && failure == .missing }

  /// Whether another program changed the file after it was read, so that nothing was written.
  package var isChangedMeanwhile: Bool { failure == .changed }

  /// Whether the text is no document.
  var isContent: Bool { if case .content = self { true } else { false } }

  /// Calls the system for `operation` on the file at `path`; a failure is one of that.
  static func attempt<Value>(
    _ operation: Operation, _ path: String, _ call: @autoclosure () throws(CallFailure) -> Value
  ) throws(FileError) -> Value {
    do throws(CallFailure) {
      return try call()
    } catch {
      throw .call(operation, path: path, error)
    }
  }
}

extension FileError: CustomStringConvertible {
  /// The failure in one sentence.
  package var description: String {
    switch self {
    case .call(let operation, _, let failure): operation.sentence(failure)
    case .content(let problem): problem.diagnostics.first?.message ?? "not a schedule"
    case .held(.session, let holder):
      "being edited by \(holder?.description ?? "another program")"
    case .held(.writing, let holder): "\(holder?.description ?? "somebody else") is changing it"
    case .changedOutside: "another program changed the file"
    }
  }
}

extension FileError.Operation {
  fileprivate func sentence(_ failure: CallFailure) -> String {
    switch self {
    case .open, .read: "cannot read: \(failure)"
    case .create: "cannot create: \(failure)"
    case .write, .rename, .sync: "cannot write: \(failure)"
    case .verify: "cannot write: what was written cannot be read back: \(failure)"
    case .linked(let names):
      "not written: the file has \(names) names (hard links), and replacing it would change one"
    case .folder where failure == .busy:
      "not written: something is mounted on the file, which can be written to and not replaced"
    case .folder: "cannot write: its folder takes no new file: \(failure)"
    case .lock: "cannot lock: \(failure)"
    case .journal: "cannot keep edits for recovery: \(failure)"
    }
  }
}
