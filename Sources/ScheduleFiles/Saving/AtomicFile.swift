import CLibrary

/// Writing a file so that a reader, and a crash, sees the old one or the new one, never a part.
package enum AtomicFile {
  /// What may stand at the path already.
  package enum Existing: Hashable, Sendable {
    /// Replace it, keeping its mode, its extended attributes and, where allowed, its owner.
    case replace
    /// Replace it in the same way, but only if it still holds these bytes: what another program wrote after they
    /// were read stays, and the write fails with `.changed`. The caller holds the document's lock for writing.
    case replaceText([UInt8])
    /// Refuse, with `EEXIST`.
    case refuse
  }

  /// What to do where replacing a file would change more than its text.
  package enum Policy: Sendable {
    /// Refuse a file that has several names, of which replacing would change one.
    case careful
    /// Replace a file that has several names; the others keep the old text.
    case breakLinks
    /// Write into the file itself: its other names follow, and its folder need not be writable, but a
    /// crash in the middle leaves a part of the text.
    case inPlace
  }

  /// Whether what was written outlives a loss of power.
  package enum Durability: Hashable, Sendable {
    case durable
    /// The file is in place, but the system did not say that its folder is on the disk.
    case unconfirmed
  }

  /// Puts `bytes` at `path`: temporary file in the same folder, fsync, read again, rename or exchange of the
  /// names, fsync of the folder.
  ///
  /// A symbolic link stays; the file that it leads to is replaced. On any failure the old file is as
  /// it was and the temporary file is gone.
  ///
  /// A new file gets the mode `newMode`; nil for that which the user's mask leaves of 0666.
  ///
  /// - Throws: `FileError`: `create` where the temporary file could not be made, `linked` and
  ///   `folder` where another policy would go through.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, existing: Existing = .replace, policy: Policy = .careful,
    newMode: UInt32? = nil, on files: any FileSystem = SystemCalls()
  ) throws(FileError) -> Durability {
    let target = try FileError.attempt(
      .create, path, try FilePath.resolvingLinks(path, on: files))
    StaleTemporaryFiles.clearOnce(besides: target, isLocked: existing.text != nil)
    let old = try FileError.attempt(
      .create, path, try status(of: target, existing: existing, on: files))
    if old == nil, existing.text != nil { throw .call(.rename, path: path, .changed) }
    if let old, old.links > 1, policy == .careful {
      throw .call(.linked(names: old.links), path: path, .exists)
    }
    if old != nil, policy == .inPlace {
      try InPlaceFile.write(bytes, over: existing.text, to: target, path: path, on: files)
      return .durable
    }
    let replacement = Replacement(
      target: target, path: path, old: old, newMode: newMode, files: files)
    defer { Interruption.endIfAsked() }
    return try Interruption.noted { () throws(FileError) in
      try replacement.write(bytes, existing: existing)
    }
  }

  /// Writes all of `bytes` to a file, a pipe or a terminal, however small the pieces that the system takes.
  ///
  /// - Throws: `FileError`.
  package static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(FileError) {
    let failure = bytes.withUnsafeBytes { CLibrary.writeAll($0, to: descriptor) }
    if failure != 0 { throw .call(.write, path: path, CallFailure(failure)) }
  }

  /// What stands at the path; nil where nothing does.
  private static func status(
    of target: String, existing: Existing, on files: any FileSystem
  ) throws(CallFailure) -> FileStatus? {
    let status: FileStatus
    do throws(CallFailure) {
      status = try files.status(of: target, following: true)
    } catch  where error == .missing {
      return nil
    }
    guard existing != .refuse else { throw .exists }
    guard status.kind == .file else { throw status.kind == .folder ? .folder : .notAFile }
    return status
  }
}

extension AtomicFile.Existing {
  /// The text that is to be replaced; nil for any.
  var text: [UInt8]? { if case .replaceText(let text) = self { text } else { nil } }
}
