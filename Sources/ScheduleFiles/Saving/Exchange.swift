import CLibrary

/// The step by which a finished file takes the place of one that has been read.
///
/// Comparing and renaming are two steps, and another program may write between them. So the two files exchange
/// their names, the file that came out is compared with what was read, and it is put back if it differs. Meanwhile
/// programs that open the old file to write into it wait, where the system can make them.
struct Exchange {
  /// The finished file.
  let temporary: String
  /// The file that it replaces.
  let target: String
  /// What that file said when it was read.
  let old: [UInt8]
  /// What the finished file says.
  let new: [UInt8]
  let files: any FileSystem

  /// How long a program that has the file open for writing is waited for: so often 10 ms.
  private static let mostWaits = 200

  /// Replaces the file.
  ///
  /// - Throws: `.changed` if the file says something else by now, and stays; `.setAside` if that could not be put
  ///   back, and is at the path of the temporary file.
  func carryOut() throws(CallFailure) {
    let current: Int32
    do throws(CallFailure) {
      current = try files.retrying(try files.open(target, .readUnlinked))
    } catch {
      // Removed, or something else that is no file.
      throw CallFailure.withoutPlace.contains(error) || error == .link ? .changed : error
    }
    defer { try? files.close(current) }
    let isGuarded = try holdBackWriters(current)
    let status = try files.status(of: current)
    let ours = try files.status(of: temporary, following: false)
    guard try says(current, isGuarded) else { throw .changed }
    do throws(CallFailure) {
      try files.exchange(temporary, with: target)
    } catch {
      if error == .missing { throw .changed }
      guard CallFailure.withoutExchange.contains(error) else { throw error }
      // Nothing tells what is renamed over, so look once more.
      guard try says(current, isGuarded), try isFile(status, at: target),
        !(isGuarded && files.isWriterWaiting(current))
      else { throw .changed }
      return try files.rename(temporary, to: target)
    }
    do throws(CallFailure) {
      guard try isFile(status, at: temporary), try says(current, isGuarded) else { throw .changed }
    } catch {
      do throws(CallFailure) {
        try putBack(ours)
        try keepWhatWasWritten(into: ours)
      } catch {
        throw .setAside(temporary)
      }
      throw error
    }
    // The old file.
    try? files.remove(temporary)
  }

  /// Whether the file still says what was read, and no program is about to write into it.
  private func says(_ current: Int32, _ isGuarded: Bool) throws(CallFailure) -> Bool {
    try files.readAll(current, limit: old.count + 1) == old
      && !(isGuarded && files.isWriterWaiting(current))
  }

  private func isFile(_ status: FileStatus, at path: String) throws(CallFailure) -> Bool {
    try files.status(of: path, following: false).isSameFile(as: status)
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

  /// Puts the finished file in place after all if a program has written into it while it was there.
  private func keepWhatWasWritten(into ours: FileStatus) throws(CallFailure) {
    guard try isFile(ours, at: temporary), try !temporarySays(new) else { return }
    try files.exchange(temporary, with: target)
    if try !temporarySays(old) { throw .changed }
  }

  private func temporarySays(_ text: [UInt8]) throws(CallFailure) -> Bool {
    let file = try files.open(temporary, .readUnlinked)
    defer { try? files.close(file) }
    return try files.readAll(file, limit: text.count + 1) == text
  }

  /// Gives its name back to the file that came out, and so on while other programs put newer ones in its place.
  private func putBack(_ ours: FileStatus) throws(CallFailure) {
    var placed = ours
    while true {
      let out = try files.status(of: temporary, following: false)
      do throws(CallFailure) {
        try files.exchange(temporary, with: target)
      } catch  where error == .missing {
        // Removed meanwhile: rather too much is kept than too little.
        return try files.link(temporary, to: target)
      }
      if try isFile(placed, at: temporary) { return }
      placed = out
    }
  }
}

extension FileStatus {
  /// Whether both are of one file, whatever it is called.
  func isSameFile(as other: FileStatus) -> Bool {
    (device, number) == (other.device, other.number)
  }
}
