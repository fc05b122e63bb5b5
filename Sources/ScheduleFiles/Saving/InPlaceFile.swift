import JSONText

/// Writing into a file itself, for those that cannot or must not be replaced.
enum InPlaceFile {
  /// Puts `bytes` into the file at `target`; puts the old bytes back when that fails.
  ///
  /// - Throws: `SystemError`.
  static func write(
    _ bytes: [UInt8], to target: String, path: String, on files: any FileSystem
  ) throws(SystemError) {
    let descriptor: Int32
    do throws(CallFailure) {
      descriptor = try files.retrying { () throws(CallFailure) in
        try files.open(target, .readWrite)
      }
    } catch {
      throw SystemError(.create, path: path, number: error.number)
    }
    defer { try? files.close(descriptor) }
    let old: [UInt8]
    do throws(CallFailure) {
      old = try files.readAll(descriptor, limit: JSONLimits.size + 1)
    } catch {
      throw SystemError(.verify, path: path, number: error.number)
    }
    do throws(CallFailure) {
      // More room than before is asked for first: a full disk is found while the old text stands.
      if bytes.count > old.count {
        let more = repeatElement(UInt8(ascii: "\n"), count: bytes.count - old.count)
        try files.writeAll(more, to: descriptor, at: old.count)
      }
      try replaceText(by: bytes, of: descriptor, on: files)
    } catch {
      try? replaceText(by: old, of: descriptor, on: files)
      throw SystemError(.write, path: path, number: error.number)
    }
  }

  private static func replaceText(
    by bytes: [UInt8], of descriptor: Int32, on files: any FileSystem
  ) throws(CallFailure) {
    try files.writeAll(bytes, to: descriptor, at: 0)
    try files.truncate(descriptor, to: bytes.count)
    try files.retrying { () throws(CallFailure) in try files.synchronize(descriptor) }
    guard try files.readAll(descriptor, limit: bytes.count + 1) == bytes else { throw .damaged }
  }
}
