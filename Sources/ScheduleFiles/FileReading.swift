import CLibrary
import JSONText

/// Reading whole files.
package enum FileReading {
  /// Reads the file at `path`, or standard input for `-`, to its end.
  ///
  /// Stops one byte behind `limit`, so that an endless input cannot fill the memory and the parser
  /// still sees that the text is too large. Where files alone are meant, nothing else is waited for: a
  /// pipe would give nothing before somebody writes to it.
  ///
  /// - Throws: `FileError`; a folder is `.folder`.
  package static func bytes(
    at path: String, limit: Int = JSONLimits.size, ofFilesAlone: Bool = false
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

  /// Whether a file belongs to another user than the one who runs the program, and not to root; a link does where it
  /// or what it leads to does.
  package static func isForeign(at path: String) -> Bool {
    [true, false].contains { isFollowed in
      let owner = (try? SystemCalls().status(of: path, following: isFollowed))?.owner
      return owner.map { $0 != geteuid() && $0 != 0 } ?? false
    }
  }

  /// Whether something has this name, be it a link that leads nowhere: whoever put it where a file is looked
  /// for means it to count.
  package static func isAnything(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
