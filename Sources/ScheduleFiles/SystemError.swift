#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file operation that the system refused.
package struct SystemError: Error, Hashable, Sendable {
  /// What was attempted; it decides the exit status.
  package enum Operation: String, Sendable {
    case open, read, create, write, rename, sync
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
    }
  }
}
