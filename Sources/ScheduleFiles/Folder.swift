import CLibrary
import Diagnostics

/// Folders that a document needs, or that documents are in.
package enum Folder {
  /// Makes the folders of the user's own above `path` that are missing, mode 0700 (XDG Base Directory
  /// Specification).
  ///
  /// Tells nothing when that fails: writing the file will, and better.
  package static func create(holding path: String) {
    let bytes = path.utf8
    for slash in bytes.indices.dropFirst() where bytes[slash] == UInt8(ascii: "/") {
      mkdir(String(path[..<slash]), 0o700)
    }
  }

  /// Whether the folder is there that a file at `path` would be in.
  package static func exists(holding path: String) -> Bool {
    var status = stat()
    return stat(FilePath.split(path).folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of what is in a folder, sorted; none where it cannot be read.
  package static func names(in path: String) -> [String] { entries(in: path)?.map(\.name) ?? [] }

  /// The names of the files in a folder that end in `ending`, in any order; none where it cannot be read.
  static func names(in path: String, endingIn ending: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer)) {
          let length = strlen($0)
          guard length > ending.utf8.count,
            strcmp($0 + (length - ending.utf8.count), ending) == 0
          else { return }
          names.append(String(fileName: $0))
        }
      }
    }
    return names
  }

  /// The paths of files and folders, these with a slash, that begin as `typed` does: what a person can type, as
  /// many as somebody looks through. What begins with a dot is passed over until that is typed.
  package static func paths(beginning typed: String) -> [String] {
    let bytes = typed.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
    let (folder, name) = (String(typed[..<start]), bytes[start...])
    let names = names(in: folder.isEmpty ? "." : folder).filter {
      $0.utf8.starts(with: name) && (!name.isEmpty || $0.utf8.first != UInt8(ascii: "."))
        && $0.printable.utf8.elementsEqual($0.utf8) && !$0.utf8.contains(UInt8(ascii: "\""))
    }
    return names.prefix(200).map { name in
      var status = stat()
      let isFolder = stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return folder + name + (isFolder ? "/" : "")
    }
  }

  /// Something in a folder.
  struct Entry {
    let name: String
    /// Whether it certainly is a file: then the system need not be asked again.
    let isFile: Bool
  }

  /// What is in a folder, sorted by the bytes of the names, without `.` and `..`; nil when it cannot be read. `step` is
  /// called for each.
  static func entries(in path: String, _ step: () -> Void = {}) -> [Entry]? {
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
      step()
      let isFile = entry.pointee.d_type == UInt8(DT_REG)
      entries.append(Entry(name: name, isFile: isFile))
    }
    return entries.sorted { $0.name.precedesByBytes($1.name) }
  }
}

extension String {
  /// Whether the bytes of the name stand before those of another one.
  fileprivate func precedesByBytes(_ other: String) -> Bool {
    let isBefore = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { others -> Bool in
        guard let first = bytes.baseAddress, let second = others.baseAddress else {
          return bytes.count < others.count
        }
        let order = memcmp(first, second, min(bytes.count, others.count))
        return order == 0 ? bytes.count < others.count : order < 0
      }
    }
    return isBefore.flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
