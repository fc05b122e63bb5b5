#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writing a file so that a reader, and a crash, sees the old one or the new one, never a part.
package enum AtomicFile {
  /// What may stand at the path already.
  package enum Existing: Sendable {
    /// Replace it, keeping its mode and, where allowed, its owner.
    case replace
    /// Refuse, with `EEXIST`.
    case refuse
  }

  /// Puts `bytes` at `path`: temporary file in the same folder, fsync, rename, fsync of the folder.
  ///
  /// A symbolic link stays; the file that it leads to is replaced. On any failure the old file is as
  /// it was and the temporary file is gone.
  ///
  /// - Throws: `SystemError`, `create` where the temporary file could not be made.
  package static func write(
    _ bytes: [UInt8], to path: String, existing: Existing = .replace
  ) throws(SystemError) {
    let target = resolvingLinks(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists {
      guard existing == .replace else { throw SystemError(.create, path: path, number: EEXIST) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(
          .create, path: path, number: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
      }
    }
    let (folder, name) = split(target)
    let (temporary, descriptor) = try createTemporary(in: folder, for: name, path: path)
    do throws(SystemError) {
      defer { close(descriptor) }
      if exists {
        try adopt(status, descriptor, path: path)
      } else {
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
      }
      try writeAll(bytes, to: descriptor, path: path)
      guard fsync(descriptor) == 0 else { throw SystemError(.sync, path: path, number: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    try moveIntoPlace(temporary, target, existing: existing, path: path)
    syncFolder(folder)
  }

  /// Writes all of `bytes`, however small the pieces that the system takes.
  ///
  /// - Throws: `SystemError`.
  package static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
        #else
          Darwin.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(.write, path: path, number: errno)
      }
      written += count
    }
  }

  private static func createTemporary(
    in folder: String, for name: String, path: String
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    for _ in 0..<16 {
      let unique = String(UInt64.random(in: .min ... .max), radix: 36)
      let temporary = "\(folder)/.\(name.prefix(128)).\(unique).tmp"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = open(temporary, flags, 0o600)
      if descriptor >= 0 { return (temporary, descriptor) }
      if errno != EEXIST { break }
    }
    throw SystemError(.create, path: path, number: errno)
  }

  /// Gives the new file the mode of the old one, and its owner when that is someone else's and
  /// the system allows it.
  private static func adopt(
    _ status: stat, _ descriptor: Int32, path: String
  ) throws(SystemError) {
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
      throw SystemError(.create, path: path, number: errno)
    }
  }

  /// Renames; where nothing may be replaced, links instead, which fails if something came meanwhile.
  private static func moveIntoPlace(
    _ temporary: String, _ target: String, existing: Existing, path: String
  ) throws(SystemError) {
    let done =
      switch existing {
      case .replace: rename(temporary, target) == 0
      case .refuse: link(temporary, target) == 0
      }
    let number = errno
    if existing == .refuse || !done { unlink(temporary) }
    guard done else { throw SystemError(.rename, path: path, number: number) }
  }

  /// Makes the rename durable. A folder that cannot be opened or synced is no reason to call a
  /// finished save a failure.
  private static func syncFolder(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The path that a chain of symbolic links ends at; at most 40 links, as Linux follows.
  private static func resolvingLinks(_ path: String) -> String {
    var current = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(current, &buffer, buffer.count)
      guard length > 0 else { break }
      let next = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      current = next.hasPrefix("/") ? next : "\(split(current).folder)/\(next)"
    }
    return current
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
