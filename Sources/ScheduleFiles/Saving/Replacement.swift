/// A file about to take the place of another.
struct Replacement {
  /// Where it will stand, links resolved.
  let target: String
  /// The path as it was named, for messages.
  let path: String
  /// What stands there now.
  let old: FileStatus?
  let files: any FileSystem

  /// Writes the file and puts it in place.
  ///
  /// - Throws: `SystemError`; nothing is left behind then.
  func write(
    _ bytes: [UInt8], existing: AtomicFile.Existing
  ) throws(SystemError) -> AtomicFile.Durability {
    let (temporary, descriptor) = try createTemporary()
    do throws(SystemError) {
      defer { try? files.close(descriptor) }
      try fill(descriptor, with: bytes)
    } catch {
      try? files.remove(temporary)
      throw error
    }
    do throws(CallFailure) {
      switch existing {
      case .replace: try files.rename(temporary, to: target)
      case .refuse: try putInEmptyPlace(temporary)
      }
    } catch {
      try? files.remove(temporary)
      throw SystemError(.rename, path: path, number: error.number)
    }
    if existing == .refuse { try? files.remove(temporary) }
    return FilePath.synchronizeFolder(of: target, on: files) ? .durable : .unconfirmed
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

  private func createTemporary() throws(SystemError) -> (path: String, descriptor: Int32) {
    let (folder, name) = FilePath.split(target)
    var failure = CallFailure.exists
    for _ in 0..<16 where failure == .exists {
      let unique = String(UInt64.random(in: .min ... .max), radix: 36)
      let (start, end) = LeftFiles.parts(of: name)
      let temporary = "\(folder)/\(start)\(unique)\(end)"
      do throws(CallFailure) {
        let descriptor = try files.retrying { () throws(CallFailure) in
          try files.open(temporary, .createNew)
        }
        _ = LeftFiles.claim(descriptor)
        return (temporary, descriptor)
      } catch {
        failure = error
      }
    }
    let isFolder = old != nil && failure.isFolderRefusal
    throw SystemError(isFolder ? .folder : .create, path: path, number: failure.number)
  }

  /// Gives the file its owner, mode, attributes and text, and makes sure of the text.
  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(SystemError) {
    do throws(CallFailure) {
      if let old {
        try adopt(old, descriptor)
      } else {
        try files.setMode(descriptor, 0o666 & ~mask)
      }
    } catch {
      throw SystemError(.create, path: path, number: error.number)
    }
    do throws(CallFailure) {
      try files.writeAll(bytes, to: descriptor)
    } catch {
      throw SystemError(.write, path: path, number: error.number)
    }
    do throws(CallFailure) {
      try files.retrying { () throws(CallFailure) in try files.synchronize(descriptor) }
    } catch {
      throw SystemError(.sync, path: path, number: error.number)
    }
    // What is compared here was parsed and compared with the schedule before.
    let written: [UInt8]
    do throws(CallFailure) {
      written = try files.readAll(descriptor, limit: bytes.count + 1)
    } catch {
      throw SystemError(.verify, path: path, number: error.number)
    }
    guard written == bytes else {
      throw SystemError(.verify, path: path, number: CallFailure.damaged.number)
    }
  }

  /// Takes over what the old file had: its owner when that is someone else's and the system allows it,
  /// its extended attributes where it has and allows them, its mode in any case.
  private func adopt(_ old: FileStatus, _ descriptor: Int32) throws(CallFailure) {
    let new = try files.status(of: descriptor)
    if (old.owner, old.group) != (new.owner, new.group) {
      try? files.setOwner(descriptor, old.owner, old.group)
    }
    if let source = try? files.open(target, .read) {
      try? files.copyAttributes(from: source, to: descriptor)
      try? files.close(source)
    }
    // Last: a change of owner takes bits away.
    try files.setMode(descriptor, old.mode)
  }

  private var mask: UInt32 { FilePath.creationMask }
}
