import CLibrary
import JSONText

/// Reads whole files, which may be pipes or standard input.
package enum FileReading {
  /// Reads the file at `path`, or standard input for `-`, to its end.
  ///
  /// Stops one byte after `limit`: endless input cannot fill the memory, and the parser still sees that the text is too
  /// large. With `ofFilesAlone`, a pipe fails instead of being waited for.
  ///
  /// - Throws: `FileError`; `.folder` for a folder.
  package static func bytes(
    at path: String, limit: Int = JSONLimits.size, ofFilesAlone: Bool = false
  ) throws(FileError) -> [UInt8] {
    if !ofFilesAlone, Interruption.isNoting, !isFile(at: path) {
      return try Interruption.waiting { () throws(FileError) in
        try read(path, limit, ofFilesAlone: false)
      }
    }
    return try read(path, limit, ofFilesAlone: ofFilesAlone)
  }

  private static func read(
    _ path: String, _ limit: Int, ofFilesAlone: Bool
  ) throws(FileError) -> [UInt8] {
    let files = SystemCalls()
    let isFile = path != "-"
    let mode = ofFilesAlone ? OpenMode.read : .input
    let descriptor = isFile ? try FileError.attempt(.open, path, try files.open(path, mode)) : 0
    defer { if isFile { try? files.close(descriptor) } }
    if ofFilesAlone {
      let kind = try FileError.attempt(.read, path, try files.status(of: descriptor).kind)
      if kind == .folder { throw .call(.read, path: path, .folder) }
      if kind != .file { throw .call(.read, path: path, .notAFile) }
    }
    return try FileError.attempt(
      .read, path, try files.readAll(descriptor, limit: limit + 1, fromStart: false))
  }

  /// Whether a file, or its link, belongs to a user other than the current one and root.
  package static func isForeign(at path: String) -> Bool {
    [true, false].contains { isFollowed in
      let owner = (try? SystemCalls().status(of: path, following: isFollowed))?.owner
      return owner.map { $0 != geteuid() && $0 != 0 } ?? false
    }
  }

  /// Whether a path names a file, unlike a folder or a pipe.
  package static func isFile(at path: String) -> Bool { kind(of: path) == .file }

  package static func isFolder(at path: String) -> Bool { kind(of: path) == .folder }

  /// The kind of what a path, or its link, names; nil if there is nothing.
  private static func kind(of path: String) -> FileStatus.Kind? {
    try? SystemCalls().status(of: path, following: true).kind
  }

  /// Whether anything exists at this path, including a dangling link.
  package static func isAnything(at path: String) -> Bool { SystemCalls().absence(of: path) == nil }
}
