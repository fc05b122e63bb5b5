import JSONText

/// Reading whole files.
package enum FileReading {
  /// Reads the file at `path`, or standard input for `-`, to its end.
  ///
  /// Stops one byte behind `limit`, so that an endless input cannot fill the memory and the parser
  /// still sees that the text is too large.
  ///
  /// - Throws: `FileError`; a folder is `.folder`.
  package static func bytes(
    at path: String, limit: Int = JSONLimits.size
  ) throws(FileError) -> [UInt8] {
    let files = SystemCalls()
    let isFile = path != "-"
    let descriptor = isFile ? try FileError.attempt(.open, path, try files.open(path, .input)) : 0
    defer { if isFile { try? files.close(descriptor) } }
    return try FileError.attempt(
      .read, path, try files.readAll(descriptor, limit: limit + 1, fromStart: false))
  }
}
