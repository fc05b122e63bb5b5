#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Folders that a document needs, or that documents are in.
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

  /// The names in a folder, sorted, without `.` and `..`; nil when it cannot be read.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
