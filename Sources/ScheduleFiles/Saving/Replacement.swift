/// A file about to replace another.
struct Replacement {
  /// Its path, with links resolved.
  let target: String
  /// The path as named by the user, for messages.
  let path: String
  /// The file at the path.
  let old: FileStatus?
  /// Whether only the user may read a new file.
  let isPrivate: Bool
  let files: any FileSystem

  /// Writes the file and puts it in place; returns whether the system confirms that its name is on disk.
  ///
  /// - Throws: `FileError`; the temporary file is then removed.
  func write(_ bytes: [UInt8], existing: AtomicFile.Existing) throws(FileError) -> Bool {
    // Respect a read-only file, even if its folder would allow to replace it.
    var source =
      old == nil
      ? nil
      : try FileError.attempt(.write, path, try files.retrying(try files.open(target, .readWrite)))
    defer { if let source { try? files.close(source) } }
    let (temporary, descriptor) = try createTemporary()
    defer { try? files.close(descriptor) }
    do throws(FileError) {
      try fill(descriptor, with: bytes, like: source)
      // Close it: the file must not be open for writing during the exchange.
      if let opened = source {
        source = nil
        try? files.close(opened)
      }
      try FileError.attempt(
        existing == .refuse ? .create : .rename, path, try put(temporary, bytes, existing))
    } catch {
      if case .setAside = error.failure { throw error }
      try? files.remove(temporary)
      // A mount point, such as a file of a container, can be written to but not replaced; nor can another user's file in
      // a sticky folder.
      if old != nil, error.operation == .rename, let failure = error.failure,
        failure == .busy || failure.isFolderRefusal
      {
        throw .call(.replace, path: path, failure)
      }
      throw error
    }
    if existing == .refuse { try? files.remove(temporary) }
    return FilePath.synchronizeFolder(of: target, on: files)
  }

  private func put(
    _ temporary: String, _ bytes: [UInt8], _ existing: AtomicFile.Existing
  ) throws(CallFailure) {
    switch existing {
    case .refuse: try putInEmptyPlace(temporary)
    case .replace: try files.rename(temporary, to: target)
    case .replaceText(let text):
      // Name the digests only once the file is complete: see `StaleTemporaryFiles`.
      let finished = StaleTemporaryFiles.path(beside: target, replacing: text, by: bytes)
      try files.rename(temporary, to: finished)
      do throws(CallFailure) {
        try Exchange(
          temporary: finished, target: target, old: text, new: bytes, files: files
        ).carryOut()
      } catch {
        if case .setAside = error { throw error }
        try? files.remove(finished)
        throw error
      }
    }
  }

  /// Renames the file to a path that was free; another program may have taken it in the meantime.
  private func putInEmptyPlace(_ temporary: String) throws(CallFailure) {
    do throws(CallFailure) {
      try files.link(temporary, to: target)
    } catch  where CallFailure.withoutLinks.contains(error) {
      // FAT and others without links: reserve the name with an empty file, then replace that.
      let descriptor = try files.open(target, .createNew)
      try? files.close(descriptor)
      do throws(CallFailure) {
        try files.rename(temporary, to: target)
      } catch {
        try? files.remove(target)
        throw error
      }
    }
  }

  private func createTemporary() throws(FileError) -> (path: String, descriptor: Int32) {
    var failure = CallFailure.exists
    for _ in 0..<16 where failure == .exists {
      let temporary = StaleTemporaryFiles.path(beside: target)
      do throws(CallFailure) {
        let mode = old == nil && !isPrivate ? OpenMode.createUsual : .createNew
        let descriptor = try files.retrying(try files.open(temporary, mode))
        if StaleTemporaryFiles.claim(descriptor) { return (temporary, descriptor) }
        // Another program removed it as stale, or locks are not supported.
        try? files.close(descriptor)
        try? files.remove(temporary)
      } catch {
        failure = error
      }
    }
    let isFolder = old != nil && failure.isFolderRefusal
    throw .call(isFolder ? .replace : .create, path: path, failure)
  }

  /// Sets owner, mode, attributes and text, and verifies the text.
  private func fill(
    _ descriptor: Int32, with bytes: [UInt8], like source: Int32?
  ) throws(FileError) {
    if let old, let source {
      try adopt(old, source, descriptor)
    } else if isPrivate {
      // The umask may have removed permissions of the owner.
      try? files.setMode(descriptor, 0o600)
    }
    try FileError.attempt(.write, path, try files.writeAll(bytes, to: descriptor))
    try FileError.attempt(.sync, path, try files.retrying(try files.synchronize(descriptor)))
    // The same bytes were parsed and compared with the schedule before.
    guard try FileError.attempt(.verify, path, try files.holds(bytes, in: descriptor)) else {
      throw .call(.verify, path: path, .damaged)
    }
  }

  /// Copies owner, group, extended attributes and permissions of the old file, as far as the system allows.
  ///
  /// - Throws: `replace` if it has an access control list, and would be taken from its owner or group.
  private func adopt(
    _ old: FileStatus, _ source: Int32, _ descriptor: Int32
  ) throws(FileError) {
    let isListCopied = try? files.copyAttributes(from: source, to: descriptor, forWriters: false)
    // The group's bits of a file with a list limit all of its entries, and say nothing about the group.
    let mode = isListCopied == false ? old.mode & ~0o070 : old.mode
    let new = try FileError.attempt(
      .create, path,
      try files.give(descriptor, owner: old.owner, group: old.group, mode: mode))
    if isListCopied == true, (new.owner, new.group) != (old.owner, old.group) {
      throw .call(.replace, path: path, .foreign)
    }
    if isListCopied == false || !new.hasMode { Fallback.note(.permissions(document: path)) }
  }
}
