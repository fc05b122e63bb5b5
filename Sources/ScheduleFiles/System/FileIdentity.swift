import CLibrary

/// Identifies a file or folder under any name.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Identifies the file at a path, following links; `-` is standard input. Nil if there is none.
  package init?(of path: String) {
    var status = stat()
    guard (path == "-" ? fstat(0, &status) : stat(path, &status)) == 0 else { return nil }
    // Some systems have negative device numbers.
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }
}

extension Set<FileIdentity> {
  /// Identifies the files at some paths; ignores those that do not exist.
  package init(of paths: [String]) { self.init(paths.compactMap(FileIdentity.init)) }
}
