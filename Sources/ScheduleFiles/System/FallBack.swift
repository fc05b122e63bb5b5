import Diagnostics
import Synchronization

/// What a file system does not have, or somebody stands in the way of, and what is done instead.
///
/// Each is told once: whoever talks to the user asks for `takeUntold`.
package enum FallBack: Hashable, Sendable {
  /// The file system has no locks.
  case locks(document: String)
  /// There are no locks in the state folder either.
  case allLocks(document: String)
  /// What stands in the place of the lock, or of the journal, is none.
  case place(path: String)
  /// The permissions of a file could not be kept.
  case permissions(document: String)

  private struct Notes {
    var all: Set<FallBack> = []
    var untold: [FallBack] = []
  }

  private static let notes = Mutex(Notes())

  /// Takes note of a fall-back.
  static func note(_ fallBack: FallBack) {
    notes.withLock { notes in
      if notes.all.insert(fallBack).inserted { notes.untold.append(fallBack) }
    }
  }

  /// Whether it came to that.
  package var hasHappened: Bool { Self.notes.withLock { $0.all.contains(self) } }

  /// Returns what nobody was told of yet.
  package static func takeUntold() -> [FallBack] {
    notes.withLock { notes in
      defer { notes.untold = [] }
      return notes.untold
    }
  }
}

extension FallBack: CustomStringConvertible {
  /// The fall-back in one sentence.
  package var description: String {
    switch self {
    case .locks(let document):
      "\(document.printable): its file system has no locks; only your own programs on this machine "
        + "wait for each other"
    case .allLocks(let document):
      "\(document.printable): there are no locks; programs do not wait for each other"
    case .place(let path):
      "\(path.printable) is in the way and not setpoint's; another user's programs are not waited for"
    case .permissions(let document):
      "\(document.printable): its permissions could not be kept"
    }
  }
}
