import CLibrary

/// Replaces a file that has been read by a finished one.
///
/// Another program may write between comparing and renaming. So the two files exchange their names, the old file is
/// compared with the text that was read, and it is put back if it differs. Meanwhile, programs that open the old file
/// for writing have to wait, if the system supports that.
struct Exchange {
  /// The path of the finished file.
  let temporary: String
  /// The path of the file to replace.
  let target: String
  /// The text of that file when it was read.
  let old: [UInt8]
  /// The text of the finished file.
  let new: [UInt8]
  let files: any FileSystem

  /// How many times to wait 10 ms for a program that has the file open for writing.
  private static let mostWaits = 200

  /// Replaces the file.
  ///
  /// - Throws: `.changed` if the file has changed; it is kept. `.setAside` if it had to stay at the temporary path.
  func carryOut() throws(CallFailure) {
    let current: Int32
    do throws(CallFailure) {
      current = try files.retrying(try files.open(target, .readUnlinked))
    } catch {
      // It was removed, or replaced by something other than a file.
      throw CallFailure.withoutPlace.contains(error) || error == .link ? .changed : error
    }
    defer { try? files.close(current) }
    let isGuarded = try holdBackWriters(current)
    let status = try files.status(of: current)
    let ours = try files.status(of: temporary, following: false)
    guard try isUnchanged(current, isGuarded) else { throw .changed }
    do throws(CallFailure) {
      try files.exchange(temporary, with: target)
    } catch {
      if error == .missing { throw .changed }
      guard CallFailure.withoutExchange.contains(error) else { throw error }
      // A rename does not reveal what it replaces, so compare once more.
      guard try isUnchanged(current, isGuarded), try isFile(status, at: target),
        !(isGuarded && files.isWriterWaiting(current))
      else { throw .changed }
      return try files.rename(temporary, to: target)
    }
    do throws(CallFailure) {
      guard try isFile(status, at: temporary), try isUnchanged(current, isGuarded) else {
        throw .changed
      }
    } catch {
      do throws(CallFailure) {
        try putBack(ours)
        try keepWhatWasWritten(into: ours)
      } catch {
        throw .setAside(temporary)
      }
      throw error
    }
    // This name now belongs to the old file.
    try? files.remove(temporary)
  }

  /// Whether the file is unchanged and no program is about to write to it.
  private func isUnchanged(_ current: Int32, _ isGuarded: Bool) throws(CallFailure) -> Bool {
    try files.holds(old, in: current) && !(isGuarded && files.isWriterWaiting(current))
  }

  private func isFile(_ status: FileStatus, at path: String) throws(CallFailure) -> Bool {
    try files.status(of: path, following: false).identity == status.identity
  }

  private func holdBackWriters(_ current: Int32) throws(CallFailure) -> Bool {
    for _ in 0..<Self.mostWaits {
      do throws(CallFailure) {
        return try files.holdBackWriters(current)
      } catch  where error == .inUse {
        usleep(10_000)
      }
    }
    throw .inUse
  }

  /// Puts the finished file back in place if another program wrote to it in the meantime.
  private func keepWhatWasWritten(into ours: FileStatus) throws(CallFailure) {
    guard try isFile(ours, at: temporary), try !temporaryContains(new) else { return }
    try files.exchange(temporary, with: target)
    if try !temporaryContains(old) { throw .changed }
  }

  private func temporaryContains(_ text: [UInt8]) throws(CallFailure) -> Bool {
    let file = try files.open(temporary, .readUnlinked)
    defer { try? files.close(file) }
    return try files.holds(text, in: file)
  }

  /// Restores the name of the old file; repeats while other programs replace it.
  private func putBack(_ ours: FileStatus) throws(CallFailure) {
    var placed = ours
    while true {
      let out = try files.status(of: temporary, following: false)
      do throws(CallFailure) {
        try files.exchange(temporary, with: target)
      } catch  where error == .missing {
        // Removed in the meantime: restore it rather than lose it.
        return try files.link(temporary, to: target)
      }
      if try isFile(placed, at: temporary) { return }
      placed = out
    }
  }
}
