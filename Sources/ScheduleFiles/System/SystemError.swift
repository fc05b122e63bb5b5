import CLibrary

/// A file operation that the system refused.
package struct SystemError: Error, Hashable, Sendable {
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

  /// What was attempted.
  package let operation: Operation
  /// The file, as it was named.
  package let path: String
  /// The system's error number.
  package let number: Int32

  /// Describes a refusal; `number` is `errno` at the moment of the call.
  package init(_ operation: Operation, path: String, number: Int32) {
    self.operation = operation
    self.path = path
    self.number = number
  }
}

extension SystemError: CustomStringConvertible {
  /// One sentence with the system's own words.
  package var description: String {
    let reason = String(cString: strerror(number))
    let lower = reason.prefix(1).lowercased() + reason.dropFirst()
    return switch operation {
    case .open, .read: "cannot read: \(lower)"
    case .create: "cannot create: \(lower)"
    case .write, .rename, .sync: "cannot write: \(lower)"
    case .verify: "cannot write: what was written cannot be read back: \(lower)"
    case .linked(let names):
      "not written: the file has \(names) names (hard links), and replacing it would change one"
    case .folder: "cannot write: its folder takes no new file: \(lower)"
    case .lock: "cannot lock: \(lower)"
    case .journal: "cannot keep edits for recovery: \(lower)"
    }
  }
}
