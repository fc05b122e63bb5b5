import JSONText

/// Overwrites files that cannot or must not be replaced.
enum InPlaceFile {
  /// Writes `bytes` to the file at `target` if it contains `text` (nil for any); restores the old bytes on failure.
  static func write(
    _ bytes: [UInt8], over text: [UInt8]?, to target: String, path: String, on files: any FileSystem
  ) throws(FileError) {
    let descriptor = try FileError.attempt(
      .create, path, try files.retrying(try files.open(target, .readWrite)))
    defer { try? files.close(descriptor) }
    let old = try FileError.attempt(
      .verify, path, try files.readAll(descriptor, limit: JSONLimits.size + 1))
    if let text, old != text { throw .call(.write, path: path, .changed) }
    do throws(CallFailure) {
      // Extend the file first: a full disk is detected before the old text is overwritten.
      if bytes.count > old.count {
        let more = repeatElement(UInt8(ascii: "\n"), count: bytes.count - old.count)
        try files.writeAll(more, to: descriptor, at: old.count)
      }
      try replaceText(by: bytes, of: descriptor, on: files)
    } catch {
      try? replaceText(by: old, of: descriptor, on: files)
      throw .call(.write, path: path, error)
    }
  }

  private static func replaceText(
    by bytes: [UInt8], of descriptor: Int32, on files: any FileSystem
  ) throws(CallFailure) {
    try files.writeAll(bytes, to: descriptor, at: 0)
    try files.truncate(descriptor, to: bytes.count)
    try files.retrying(try files.synchronize(descriptor))
    guard try files.readAll(descriptor, limit: bytes.count + 1) == bytes else { throw .damaged }
  }
}
