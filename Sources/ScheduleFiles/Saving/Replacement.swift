/// A file about to take the place of another.
struct Replacement {
  /// Where it will stand, links resolved.
  let target: String
  /// The path as it was named, for messages.
  let path: String
  /// What stands there now.
  let old: FileStatus?
  /// The mode where nothing stands there; nil for what the user's mask leaves.
  let newMode: UInt32?
  let files: any FileSystem

  /// Writes the file and puts it in place.
  ///
  /// - Throws: `FileError`; nothing is left behind then.
  func write(
    _ bytes: [UInt8], existing: AtomicFile.Existing
  ) throws(FileError) -> AtomicFile.Durability {
    // A file that the user may not write is not replaced either, though its folder would allow it.
    var source =
      old == nil
      ? nil
      : try FileError.attempt(.write, path, try files.retrying(try files.open(target, .readWrite)))
    defer { if let source { try? files.close(source) } }
    let (temporary, descriptor) = try createTemporary()
    defer { try? files.close(descriptor) }
    do throws(FileError) {
      try fill(descriptor, with: bytes, like: source)
      // No program may have the file open for writing in the end, this one included.
      if let opened = source {
        source = nil
        try? files.close(opened)
      }
      try FileError.attempt(.rename, path, try put(temporary, bytes, existing))
    } catch {
      if case .setAside = error.failure { throw error }
      try? files.remove(temporary)
      // What is mounted on its own, as a container's files are, can be written to and not replaced.
      if old != nil, error.failure == .busy { throw .call(.folder, path: path, .busy) }
      throw error
    }
    if existing == .refuse { try? files.remove(temporary) }
    return FilePath.synchronizeFolder(of: target, on: files) ? .durable : .unconfirmed
  }

  /// Gives the file its name.
  private func put(
    _ temporary: String, _ bytes: [UInt8], _ existing: AtomicFile.Existing
  ) throws(CallFailure) {
    switch existing {
    case .refuse: try putInEmptyPlace(temporary)
    case .replace: try files.rename(temporary, to: target)
    case .replaceText(let text):
      // Only a file that is whole has a name that says what it is to replace: see `StaleTemporaryFiles`.
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

  /// Gives the file its name where nothing stands; something may have come meanwhile.
  private func putInEmptyPlace(_ temporary: String) throws(CallFailure) {
    do throws(CallFailure) {
      try files.link(temporary, to: target)
    } catch  where CallFailure.withoutLinks.contains(error) {
      // FAT and its kin: the name is taken by an empty file, which the text then replaces.
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
        let descriptor = try files.retrying(try files.open(temporary, .createNew))
        if StaleTemporaryFiles.claim(descriptor) { return (temporary, descriptor) }
        // Another program took it for a leftover, or there was no lock to be had.
        try? files.close(descriptor)
        try? files.remove(temporary)
      } catch {
        failure = error
      }
    }
    let isFolder = old != nil && failure.isFolderRefusal
    throw .call(isFolder ? .folder : .create, path: path, failure)
  }

  /// Gives the file its owner, mode, attributes and text, and makes sure of the text.
  private func fill(
    _ descriptor: Int32, with bytes: [UInt8], like source: Int32?
  ) throws(FileError) {
    try FileError.attempt(.create, path, try adoptOld(descriptor, source))
    try FileError.attempt(.write, path, try files.writeAll(bytes, to: descriptor))
    try FileError.attempt(.sync, path, try files.retrying(try files.synchronize(descriptor)))
    // What is compared here was parsed and compared with the schedule before.
    let written = try FileError.attempt(
      .verify, path, try files.readAll(descriptor, limit: bytes.count + 1))
    guard written == bytes else { throw .call(.verify, path: path, .damaged) }
  }

  /// Takes over what the old file had: owner, group, extended attributes and permissions, each as far
  /// as the system has and allows it.
  private func adoptOld(_ descriptor: Int32, _ source: Int32?) throws(CallFailure) {
    guard let old, let source else {
      let new = try files.status(of: descriptor)
      _ = try files.give(
        descriptor, owner: new.owner, group: new.group,
        mode: newMode ?? 0o666 & ~FilePath.creationMask)
      return
    }
    try? files.copyAttributes(from: source, to: descriptor)
    let isWhole = try files.give(
      descriptor, owner: old.owner, group: old.group, mode: old.mode)
    if !isWhole { FallBack.note(.permissions(document: path)) }
  }
}
