import CLibrary
import Diagnostics

/// Why a system call, or a check of its result, failed.
package enum CallFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case system(Int32)
  /// A folder, a pipe or a device instead of a file.
  case notAFile
  /// The file differs from the bytes that were written.
  case damaged
  /// The file belongs to another user.
  case foreign
  case tooLarge
  /// The document is too large to save.
  case unsavable
  /// The name is that of a lock, a journal or a history.
  case companion
  /// There is a lock that cannot be opened.
  case withheld(String)
  /// Another program changed the file after it was read.
  case changed
  /// As `changed`, and that program's text is now at this path.
  case setAside(String)
  /// Another program has the file open for writing.
  case inUse

  package init(_ number: Int32) { self = .system(number) }

  /// The reason, in lower case; the system's own text for an errno.
  package var description: String {
    switch self {
    case .system(let number):
      let reason = String(cString: strerror(number))
      return reason.prefix(1).lowercased() + reason.dropFirst()
    case .notAFile: return "it is not a file"
    case .damaged: return "its content differs"
    case .foreign: return "it belongs to another user"
    case .tooLarge: return "it is larger than the limit"
    case .unsavable:
      return "the document is too large, and cannot be saved either"
    case .companion: return "the name is reserved for setpoint's own files"
    case .changed: return "another program changed the file meanwhile"
    case .setAside(let path):
      return "another program changed the file meanwhile; its text is in \(path.printable)"
    case .inUse: return "another program has the file open for writing"
    case .withheld(let path):
      return "you may not open \(path.printable); remove it if no editor has the document open"
    }
  }

  static let interrupted = CallFailure(EINTR)
  static let noSpace = CallFailure(ENOSPC)
  package static let missing = CallFailure(ENOENT)
  package static let exists = CallFailure(EEXIST)
  package static let folder = CallFailure(EISDIR)
  /// A part of the path is not a folder.
  package static let notAFolder = CallFailure(ENOTDIR)
  /// An unexpected symbolic link.
  package static let link = CallFailure(ELOOP)
  static let notALink = CallFailure(EINVAL)

  /// A mount point.
  package static let busy = CallFailure(EBUSY)

  /// Errors of file systems without hard links.
  static let withoutLinks = [EPERM, ENOSYS, ENOTSUP, EMLINK].map { CallFailure($0) }

  /// Errors of file systems that cannot exchange names.
  static let withoutExchange = [EINVAL, ENOSYS, ENOTSUP].map { CallFailure($0) }

  /// Errors of file systems without permissions.
  static let withoutModes = [EPERM, ENOSYS, ENOTSUP, EINVAL].map { CallFailure($0) }

  /// Errors of file systems without locks.
  static let withoutLocks = [ENOLCK, EINVAL, ENOSYS, ENOTSUP].map { CallFailure($0) }

  /// Nothing can exist at the path.
  static let withoutPlace: [CallFailure] = [.missing, .notAFolder, CallFailure(ENAMETOOLONG)]

  /// Whether the folder, rather than the disk or the path, prevents creating a file.
  var isFolderRefusal: Bool { [EACCES, EPERM, EROFS].map { CallFailure($0) }.contains(self) }
}
