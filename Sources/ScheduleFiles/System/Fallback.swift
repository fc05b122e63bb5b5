import Diagnostics
import JSONText
import Synchronization

/// A limitation of the file system, and the fallback that is used.
///
/// Each is reported once, through `takeUnreported`.
package enum Fallback: Hashable, Sendable, CustomStringConvertible {
  case locks(document: String)
  /// The state folder has no locks either.
  case allLocks(document: String)
  /// The path of a lock or a journal is taken by something else.
  case place(path: String)
  /// The permissions of a file could not be preserved.
  case permissions(document: String)
  /// The last change was not added to the undo history.
  case history(document: String, path: String, CallFailure)
  /// The same, because a text before or after the change is not kept.
  case text(document: String)
  /// The same for every document: the state folder is missing and cannot be created or written.
  case allHistories

  static let notes = Mutex<(all: Set<Fallback>, unreported: [Fallback])>(([], []))

  static func note(_ fallback: Fallback) {
    notes.withLock { notes in
      if notes.all.insert(fallback).inserted { notes.unreported.append(fallback) }
    }
  }

  /// Returns the fallbacks that were not reported yet.
  package static func takeUnreported() -> [Fallback] {
    notes.withLock { notes in
      defer { notes.unreported = [] }
      return notes.unreported
    }
  }

  package var description: String {
    switch self {
    case .locks(let document):
      "\(document.printable): its file system has no locks; only your own programs on this machine "
        + "wait for each other"
    case .allLocks(let document):
      "\(document.printable): locking is not possible; other programs can write at the same time"
    case .place(let path):
      "\(path.printable) was not created by setpoint; other users can write at the same time"
    case .permissions(let document):
      "\(document.printable): its permissions could not be kept"
    case .history(let document, let path, let failure):
      "\(document.printable): saved, but setpoint undo cannot undo it: cannot update its history, "
        + "\(path.printable): \(failure)"
    case .text(let document):
      "\(document.printable): saved, but setpoint undo cannot undo it: a text over \(JSONLimits.sizeText) or with NUL is not kept"
    case .allHistories:
      "saved, but setpoint undo cannot undo it: no folder for histories; set XDG_STATE_HOME"
    }
  }
}
