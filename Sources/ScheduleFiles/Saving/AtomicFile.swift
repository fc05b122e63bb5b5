import CLibrary
package import ScheduleModel

/// Writes files so that a reader, or a crash, sees the old or the new file, never a part.
package enum AtomicFile {
  /// How to treat an existing file at the path.
  package enum Existing: Hashable, Sendable {
    /// Replace it; keep its mode, its extended attributes and, where allowed, its owner.
    case replace
    /// Replace it only if it still contains these bytes; otherwise leave it and fail with `.changed`. The caller holds
    /// the document's lock for writing.
    case replaceText([UInt8])
    /// Fail with `EEXIST`.
    case refuse
  }

  /// Writes `bytes` to `path`: temporary file, fsync, read back, rename or exchange of the names, fsync of the folder.
  ///
  /// Replaces the target of a symbolic link. A failure leaves the old file. `.inPlace` applies to `.replaceText` only.
  ///
  /// A new file has mode 0600 if `isPrivate`, otherwise 0666 limited by the umask, or by its folder's default access
  /// control list. A dry run throws what can be known without writing.
  ///
  /// - Returns: whether the system confirms that the file's name is on disk, so that it survives a loss of power.
  /// - Throws: `FileError`: `create` if the temporary file could not be created; `linked` and `replace` if another
  ///   policy would succeed.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, existing: Existing = .replace, policy: SavePolicy = .careful,
    isPrivate: Bool = false, isDry: Bool = false, on files: any FileSystem = SystemCalls()
  ) throws(FileError) -> Bool {
    let target = try FileError.attempt(.create, path, try FilePath.resolvingLinks(path, on: files))
    if CompanionFile.isNamed(target) { throw .call(.create, path: path, .companion) }
    if !isDry { StaleTemporaryFiles.clearOnce(besides: target, isLocked: existing.text != nil) }
    let old = try FileError.attempt(
      .create, path, try status(of: path, existing: existing, on: files))
    if old == nil, existing.text != nil { throw .call(.rename, path: path, .changed) }
    if let old, old.links > 1, policy == .careful {
      throw .call(.linked(names: old.links), path: path, .exists)
    }
    if isDry {
      try requireAccess(to: target, path, exists: old != nil, policy, files)
      return true
    }
    defer { Interruption.endIfAsked() }
    return try Interruption.noted { () throws(FileError) in
      if policy == .inPlace, case .replaceText(let text) = existing {
        try InPlaceFile.write(bytes, over: text, to: target, path: path, on: files)
        return true
      }
      return try Replacement(
        target: target, path: path, old: old, isPrivate: isPrivate, files: files
      ).write(bytes, existing: existing)
    }
  }

  /// Throws if the system does not let a file be written.
  private static func requireAccess(
    to target: String, _ path: String, exists: Bool, _ policy: SavePolicy, _ files: any FileSystem
  ) throws(FileError) {
    if exists { try FileError.attempt(.write, path, try files.requireWritable(target)) }
    if exists, policy == .inPlace { return }
    do throws(CallFailure) {
      try files.requireWritable(FilePath.split(target).folder)
    } catch {
      throw .call(exists && error.isFolderRefusal ? .replace : .create, path: path, error)
    }
  }

  /// Writes all of `bytes` to a file, a pipe or a terminal; repeats partial writes.
  package static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(FileError) {
    let failure = bytes.withUnsafeBytes { CLibrary.writeAll($0, to: descriptor) }
    if failure != 0 { throw .call(.write, path: path, CallFailure(failure)) }
  }

  /// Returns the status of the file at the path; nil if there is none. The system may refuse to follow its links.
  private static func status(
    of path: String, existing: Existing, on files: any FileSystem
  ) throws(CallFailure) -> FileStatus? {
    guard !path.isEmpty else { throw .notAFile }
    let status: FileStatus
    do throws(CallFailure) {
      status = try files.status(of: path, following: true)
    } catch  where error == .missing {
      return nil
    }
    guard status.kind == .file else { throw status.kind == .folder ? .folder : .notAFile }
    guard existing != .refuse else { throw .exists }
    return status
  }
}

extension AtomicFile.Existing {
  /// The text to replace; nil for any.
  var text: [UInt8]? { if case .replaceText(let text) = self { text } else { nil } }
}

/// Overwrites files that cannot or must not be replaced.
enum InPlaceFile {
  /// Writes `bytes` to the file at `target` if it contains `old`; restores it on failure.
  static func write(
    _ bytes: [UInt8], over old: [UInt8], to target: String, path: String, on files: any FileSystem
  ) throws(FileError) {
    let descriptor = try FileError.attempt(
      .write, path, try files.retrying(try files.open(target, .readWrite)))
    defer { try? files.close(descriptor) }
    guard try FileError.attempt(.verify, path, try files.holds(old, in: descriptor)) else {
      throw .call(.write, path: path, .changed)
    }
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
    guard try files.holds(bytes, in: descriptor) else { throw .damaged }
  }
}
