import CLibrary

/// What a file or a folder is, whatever it is called.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// What a path leads to, by links too, `-` to standard input; nil for nothing.
  package init?(of path: String) {
    var status = stat()
    guard (path == "-" ? fstat(0, &status) : stat(path, &status)) == 0 else { return nil }
    // Some systems have negative numbers of devices.
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }
}
