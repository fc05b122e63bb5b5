import CLibrary

/// Resolves, joins and shortens paths, as bytes.
package enum FilePath {
  /// Follows a chain of symbolic links, at most 40 as on Linux.
  ///
  /// - Throws: `CallFailure` if it is unknown whether a path is a link.
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

  /// Splits a path into folder and name. Paths are bytes: a combining mark after a slash forms one character with it.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: slash) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// The extension of the file name, without its dot; nil if it has none.
  package static func ending(of path: String) -> String? {
    let name = split(path).name.utf8
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : String(ending)
  }

  package static func stem(of path: String) -> String {
    let name = split(path).name
    return ending(of: path).map {
      String(decoding: name.utf8.dropLast($0.utf8.count + 1), as: UTF8.self)
    } ?? name
  }

  package static func joined(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.utf8.last == slash ? folder + name : "\(folder)/\(name)"
  }

  package static func isFromRoot(_ path: String) -> Bool { path.utf8.first == slash }

  private static let slash = UInt8(ascii: "/")

  /// The absolute path, with the links of its folder resolved, so that a document has one path.
  package static func absolute(_ path: String) -> String {
    let (folder, name) = split((try? resolvingLinks(path, on: SystemCalls())) ?? path)
    return realpath(folder).map { joined($0, name) } ?? path
  }

  /// Synchronizes the folder of a path; returns whether the system confirms it. A save succeeds even if this fails.
  static func synchronizeFolder(of path: String, on files: any FileSystem) -> Bool {
    guard let descriptor = try? files.open(split(path).folder, .folder) else { return false }
    defer { try? files.close(descriptor) }
    return (try? files.retrying(try files.synchronize(descriptor))) != nil
  }
}
