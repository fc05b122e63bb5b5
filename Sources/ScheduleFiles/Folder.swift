import CLibrary

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

  /// Whether the folder is there that a file at `path` would be in.
  package static func exists(holding path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    var status = stat()
    return stat(String(folder), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of what is in a folder, sorted; none where it cannot be read.
  package static func names(in path: String) -> [String] { entries(in: path)?.map(\.name) ?? [] }

  /// Something in a folder.
  struct Entry {
    let name: String
    /// Whether it certainly is a file: then the system need not be asked again.
    let isFile: Bool
  }

  /// What is in a folder, sorted by name, without `.` and `..`; nil when it cannot be read.
  static func entries(in path: String) -> [Entry]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer)) {
          String(fileName: $0)
        }
      }
      guard name != "." && name != ".." else { continue }
      let isFile = entry.pointee.d_type == UInt8(DT_REG)
      entries.append(Entry(name: name, isFile: isFile))
    }
    return entries.sorted { $0.name < $1.name }
  }
}
