import CLibrary

/// What lies in a folder.
package enum Folder {
  /// The names in a folder, sorted, hidden ones too; nil if it is not a folder or cannot be read.
  package static func names(in path: String) -> [String]? {
    guard let folder = path.withFileName({ opendir($0) }) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(fileName: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The names in a folder that must exist, sorted, without hidden ones: a test of nothing would pass.
  package static func visibleNames(in path: String) -> [String] {
    guard let names = names(in: path) else { preconditionFailure("no folder \(path)") }
    return names.filter { !$0.hasPrefix(".") }
  }

  /// The paths of the files below a folder that must exist, without hidden ones.
  package static func files(below path: String) -> [String] {
    visibleNames(in: path).flatMap { name in
      let inner = "\(path)/\(name)"
      return names(in: inner) == nil ? [inner] : files(below: inner)
    }
  }
}
