import CLibrary
import Diagnostics
import JSONText

/// Why a call, or a look at what it gave, failed.
package enum CallFailure: Error, Hashable, Sendable {
  /// The system's error number.
  case system(Int32)
  /// A folder, a pipe or a device stands where a file is meant.
  case notAFile
  /// The bytes are not the ones that were written.
  case damaged
  /// The file is somebody else's.
  case foreign
  /// The file is larger than what is read.
  case tooLarge
  /// The document is larger than one that can be saved.
  case unsavable
  /// A lock stands there that cannot be opened.
  case withheld
  /// Another program changed the file after it was read.
  case changed
  /// Another program changed the file after it was read, and its text is now at this path.
  case setAside(String)
  /// Another program has the file open for writing.
  case inUse

  /// Takes the number that a call left in `errno`.
  package init(_ number: Int32) { self = .system(number) }
}

extension CallFailure {
  /// A signal came.
  static let interrupted = CallFailure(EINTR)
  /// The disk is full.
  static let noSpace = CallFailure(ENOSPC)
  /// There is no such file.
  package static let missing = CallFailure(ENOENT)
  /// Something stands there already.
  package static let exists = CallFailure(EEXIST)
  /// A folder stands where a file is meant.
  package static let folder = CallFailure(EISDIR)
  /// Something on the way to the file is no folder.
  package static let notAFolder = CallFailure(ENOTDIR)
  /// A symbolic link stands where none is followed.
  package static let link = CallFailure(ELOOP)
  /// What was to be read as a symbolic link is none.
  static let notALink = CallFailure(EINVAL)

  /// Something is mounted there.
  package static let busy = CallFailure(EBUSY)

  /// How file systems say that they have no hard links.
  static let withoutLinks = [EPERM, ENOSYS, ENOTSUP, EMLINK].map { CallFailure($0) }

  /// How file systems say that they cannot exchange names.
  static let withoutExchange = [EINVAL, ENOSYS, ENOTSUP].map { CallFailure($0) }

  /// How file systems say that they have no permissions of files.
  static let withoutModes = [EPERM, ENOSYS, ENOTSUP, EINVAL].map { CallFailure($0) }

  /// How file systems say that they have no locks.
  static let withoutLocks = [ENOLCK, EINVAL, ENOSYS, ENOTSUP].map { CallFailure($0) }

  /// What stands in the place of a lock or a journal is none.
  static let somethingElse: [CallFailure] = [.notAFile, .foreign, .folder, .link]

  /// How a path says that nothing can stand there.
  static let withoutPlace: [CallFailure] = [.missing, .notAFolder, CallFailure(ENAMETOOLONG)]

  /// Whether the folder, and not the disk or the path, is why a file cannot be made.
  var isFolderRefusal: Bool { [EACCES, EPERM, EROFS].map { CallFailure($0) }.contains(self) }
}

extension CallFailure: CustomStringConvertible {
  /// The reason, lower case, in the system's own words where it gave it.
  package var description: String {
    switch self {
    case .system(let number):
      let reason = String(cString: strerror(number))
      return reason.prefix(1).lowercased() + reason.dropFirst()
    case .notAFile: return "it is not a file"
    case .damaged: return "the bytes differ"
    case .foreign: return "it belongs to somebody else"
    case .tooLarge: return "there is more than is read again"
    case .unsavable:
      return "the document is larger than \(JSONLimits.sizeText), and cannot be saved either"
    case .changed: return "another program changed the file meanwhile"
    case .setAside(let path):
      return "another program changed the file meanwhile; its text is in \(path.printable)"
    case .inUse: return "another program has the file open for writing"
    case .withheld: return "another user holds the lock file to themselves"
    }
  }
}
