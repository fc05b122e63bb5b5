#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders that a document needs.
package enum Folder {
  /// Makes the folders above `path` that are missing, mode 0777 less the umask.
  ///
  /// Tells nothing when that fails: writing the file will, and better.
  package static func create(holding path: String) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o777)
      end = slash
    }
  }
}
