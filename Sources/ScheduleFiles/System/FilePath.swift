import CLibrary

/// What is done with the paths of documents.
package enum FilePath {
  /// The path that a chain of symbolic links ends at; at most 40 links, as Linux follows.
  ///
  /// - Throws: `CallFailure` where it is not known whether something is a link.
  static func resolvingLinks(
    _ path: String, on files: any FileSystem
  ) throws(CallFailure) -> String {
    var current = path
    for _ in 0..<40 {
      let next: String
      do throws(CallFailure) {
        next = try files.destination(ofLink: current)
      } catch  where error == .notALink || error == .missing {
        break
      }
      current = isFromRoot(next) ? next : joined(split(current).folder, next)
    }
    return current
  }

  /// A path's folder and name. Paths are bytes: a mark behind a slash makes one character with it.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: slash) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// The ending of a path's name without its dot; nil where it has none.
  package static func ending(of path: String) -> String? {
    let parts = split(path).name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts[0] != "" && parts.last != "" ? parts.last.map(String.init) : nil
  }

  /// The path of a name in a folder.
  package static func joined(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.utf8.last == slash ? folder + name : "\(folder)/\(name)"
  }

  /// Whether a path begins at the root.
  package static func isFromRoot(_ path: String) -> Bool { path.utf8.first == slash }

  private static let slash = UInt8(ascii: "/")

  /// The path from the root, links of its folder resolved, so that one document has one path.
  static func absolute(_ path: String, on files: any FileSystem = SystemCalls()) -> String {
    let (folder, name) = split((try? resolvingLinks(path, on: files)) ?? path)
    guard let resolved = realpath(folder, nil) else { return path }
    defer { free(resolved) }
    return joined(String(fileName: resolved), name)
  }

  /// Whether two paths name one place, whether something stands there or not.
  package static func areSame(_ first: String, _ second: String) -> Bool {
    absolute(first) == absolute(second)
  }

  /// Makes a change of names durable; returns whether the system says that it is. A folder that
  /// cannot be opened or synced is no reason to call a finished save a failure.
  static func synchronizeFolder(of path: String, on files: any FileSystem) -> Bool {
    guard let descriptor = try? files.open(split(path).folder, .folder) else { return false }
    defer { try? files.close(descriptor) }
    return (try? files.retrying(try files.synchronize(descriptor))) != nil
  }

  /// The permissions that new files do without; asked for once, since asking takes them away for a
  /// moment.
  static let creationMask: UInt32 = {
    let mask = umask(0)
    umask(mask)
    return UInt32(mask)
  }()
}
