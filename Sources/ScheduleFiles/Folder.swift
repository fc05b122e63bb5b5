import CLibrary
import Diagnostics

package enum Folder {
  /// The program's folder in the one named by `variable`, or in `usual` in the user's home (XDG Base Directory
  /// Specification); nil for a user without a home. Relative paths do not count.
  package static func ofUser(_ variable: String, _ usual: String) -> String? {
    for (variable, rest) in [(variable, ""), ("HOME", "/\(usual)")] {
      if let folder = Environment[variable], folder.hasBytes(atStart: "/") {
        return folder + rest + "/setpoint"
      }
    }
    return nil
  }

  /// The document that `edit` opens by default.
  package static var defaultDocument: String {
    "\(ofUser("XDG_DATA_HOME", ".local/share") ?? nowhere)/schedule.json"
  }

  /// The folder of the user's settings, layouts and themes.
  package static var settings: String { ofUser("XDG_CONFIG_HOME", ".config") ?? nowhere }

  /// A path that cannot exist, for a user without a home.
  private static let nowhere = "/dev/null/setpoint"

  /// Creates the missing folders above `path` with mode 0700 (XDG Base Directory Specification), but never the home.
  ///
  /// Ignores errors: writing the file reports them better.
  package static func create(holding path: String) {
    let bytes = path.utf8
    let home = Environment["HOME"] ?? ""
    let first = path.hasBytes(atStart: home + "/") ? home.utf8.count + 1 : 1
    for slash in bytes.indices.dropFirst(first) where bytes[slash] == UInt8(ascii: "/") {
      mkdir(String(path[..<slash]), 0o700)
    }
  }

  /// Whether the folder that contains `path` exists.
  package static func exists(holding path: String) -> Bool {
    FileReading.isFolder(at: FilePath.split(path).folder)
  }

  /// Returns the names in a folder that end in `ending`, sorted by their bytes; empty if it cannot be read.
  package static func names(in path: String, endingIn ending: String = "") -> [String] {
    ((try? entries(in: path)) ?? []).map(\.name).filter { $0.hasBytes(atEnd: ending) }
  }

  /// Removes the oldest visible files ending in `ending`, until `most` are left; keeps those that `isNeeded`.
  package static func forgetOldest(
    in folder: String, endingIn ending: String, keeping most: Int = 1000,
    unless isNeeded: (String) -> Bool = { _ in false }
  ) {
    let files = names(in: folder, endingIn: ending).filter { $0.utf8.first != UInt8(ascii: ".") }
    var excess = files.count - most
    guard excess > 0 else { return }
    let dated = files.map { name in
      var status = stat()
      stat("\(folder)/\(name)", &status)
      return (path: "\(folder)/\(name)", time: status.modified.tv_sec)
    }
    for (path, _) in dated.sorted(by: { $0.time < $1.time }) where excess > 0 && !isNeeded(path) {
      unlink(path)
      excess -= 1
    }
  }

  /// Completes `typed` to paths of files and folders; folders end in a slash. The number of results is limited. Hidden
  /// files are listed only after a typed dot.
  package static func paths(beginning typed: String) -> [String] {
    let bytes = typed.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
    let (folder, name) = (String(typed[..<start]), bytes[start...])
    let names = names(in: folder.isEmpty ? "." : folder).filter {
      $0.utf8.starts(with: name) && (!name.isEmpty || $0.utf8.first != UInt8(ascii: "."))
        && $0.printable.utf8.elementsEqual($0.utf8) && !$0.utf8.contains(UInt8(ascii: "\""))
    }
    return names.prefix(200).map {
      folder + $0 + (FileReading.isFolder(at: folder + $0) ? "/" : "")
    }
  }

  /// Returns the entries of a folder except `.` and `..`, sorted by their bytes. Calls `step` for each.
  ///
  /// Those with `isFile` are certainly regular files, so that no `stat` is needed.
  static func entries(
    in path: String, _ step: () -> Void = {}
  ) throws(CallFailure) -> [(name: String, isFile: Bool)] {
    guard let folder = opendir(path) else { throw CallFailure(errno) }
    defer { closedir(folder) }
    var entries: [(name: String, isFile: Bool)] = []
    while true {
      // Nil is the end, or an error.
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw CallFailure(errno) }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer)) {
          String(fileName: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      step()
      entries.append((name, entry.pointee.d_type == UInt8(DT_REG)))
    }
  }
}
