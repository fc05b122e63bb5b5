import JSONText
import CLibrary

/// Reading whole files; the system's calls stay in this folder.
package enum FileReading {
  /// Reads the file at `path`, or standard input for `-`, to its end.
  ///
  /// Stops one byte behind `limit`, so that an endless input cannot fill the memory and the parser
  /// still sees that the text is too large.
  ///
  /// - Throws: `SystemError`; a directory is `EISDIR`.
  package static func bytes(
    at path: String, limit: Int = JSONLimits.size
  ) throws(SystemError) -> [UInt8] {
    if path == "-" { return try bytes(from: 0, path: path, limit: limit) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(.open, path: path, number: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, path: path, limit: limit)
  }

  private static func bytes(
    from descriptor: Int32, path: String, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw SystemError(.read, path: path, number: errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SystemError(.read, path: path, number: EISDIR)
    }
    let limit = limit + 1
    var result: [UInt8] = []
    var chunk = min(limit, max(4096, Int(status.st_size) + 1))
    while result.count < limit {
      var failure: Int32 = 0
      let room = min(chunk, limit - result.count)
      let more = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        var got = 0
        repeat { got = read(descriptor, buffer.baseAddress, room) } while got < 0 && errno == EINTR
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      guard failure == 0 else { throw SystemError(.read, path: path, number: failure) }
      if more.isEmpty { break }
      if result.isEmpty { result = more } else { result += more }
      // A file that gave all its bytes and had room for more is at its end.
      if status.st_mode & S_IFMT == S_IFREG, result.count == Int(status.st_size) { break }
      chunk = max(chunk, 65536)
    }
    return result
  }
}
