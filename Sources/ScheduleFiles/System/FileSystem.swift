/// What the system tells of a file.
package struct FileStatus: Hashable, Sendable {
  /// What stands at a path.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// What it is.
  package var kind: Kind
  /// Its permission bits, 0...0o7777.
  package var mode: UInt32
  package var owner: UInt32, group: UInt32
  /// How many names it has.
  package var links: Int
  /// How many bytes it holds.
  package var size: Int
  /// The file system and the number in it: two paths with the same lead to the same file.
  package var device: UInt64, number: UInt64
}

/// How a file is opened.
package enum OpenMode: Hashable, Sendable {
  /// Read what somebody named; of a pipe, wait for who writes to it.
  case input
  /// Read what is there.
  case read
  /// Make it, for reading and writing, mode 0600; fail when anything stands there, even a link.
  case createNew
  /// Read what is there; fail on a symbolic link.
  case readUnlinked
  /// Read and write what is there; fail on a symbolic link.
  case readWrite
  /// Open a folder, to make its entries durable.
  case folder
}

/// The system calls that keeping a document makes: the seam at which tests let each of them fail.
package protocol FileSystem: Sendable {
  /// Asks what stands at a path; a link is followed or looked at itself.
  func status(of path: String, following: Bool) throws(CallFailure) -> FileStatus
  /// Asks what an open file is.
  func status(of descriptor: Int32) throws(CallFailure) -> FileStatus
  /// Asks where a symbolic link leads.
  func destination(ofLink path: String) throws(CallFailure) -> String
  /// Opens a file.
  func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32
  /// Reads at most as much as `buffer` holds, from `offset` or from where the file stands; 0 at the
  /// end.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int
  /// Writes some of `bytes`, at `offset` or where the file stands, and says how many.
  func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int
  /// Cuts a file off, or fills it up.
  func truncate(_ descriptor: Int32, to size: Int) throws(CallFailure)
  /// Returns when what was written is on the disk.
  func synchronize(_ descriptor: Int32) throws(CallFailure)
  /// Sets the permission bits.
  func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure)
  /// Gives a file to somebody, a group, or both; nil leaves what is.
  func setOwner(_ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?) throws(CallFailure)
  /// Gives one file the extended attributes of another, access control lists among them.
  func copyAttributes(from: Int32, to: Int32) throws(CallFailure)
  /// Renames; what stood at `new` is gone.
  func rename(_ old: String, to new: String) throws(CallFailure)
  /// Exchanges the names of two files in one step.
  func exchange(_ first: String, with second: String) throws(CallFailure)
  /// Makes programs that open the file for writing wait until the descriptor is closed; returns false where the
  /// system cannot do that.
  ///
  /// - Throws: `.inUse` if a program has it open for writing.
  func holdBackWriters(_ descriptor: Int32) throws(CallFailure) -> Bool
  /// Whether a program waits to open the file for writing.
  func isWriterWaiting(_ descriptor: Int32) -> Bool
  /// Gives a file a second name; fails when something stands there.
  func link(_ old: String, to new: String) throws(CallFailure)
  /// Removes a name.
  func remove(_ path: String) throws(CallFailure)
  /// Closes a file.
  func close(_ descriptor: Int32) throws(CallFailure)
}

extension FileSystem {
  /// Makes a call, again each time that a signal interrupts it.
  func retrying<Value>(
    _ call: @autoclosure () throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    while true {
      do throws(CallFailure) {
        return try call()
      } catch  where error == .interrupted {
        continue
      }
    }
  }

  /// Gives an open file an owner, a group and permissions, each as far as the system allows it.
  ///
  /// Permissions of a group that the file does not get are nobody's. Returns whether the permissions are
  /// those that were meant: not every file system has them.
  func give(
    _ descriptor: Int32, owner: UInt32, group: UInt32, mode: UInt32
  ) throws(CallFailure) -> Bool {
    var now = try status(of: descriptor)
    if (now.owner, now.group) != (owner, group) {
      if (try? setOwner(descriptor, owner, group)) == nil {
        if now.group != group { try? setOwner(descriptor, nil, group) }
        if now.owner != owner { try? setOwner(descriptor, owner, nil) }
      }
      now = try status(of: descriptor)
    }
    var mode = mode
    if now.group != group { mode = mode & ~0o2070 | (mode & 0o007) << 3 }
    if now.owner != owner { mode &= ~0o4000 }
    if now.mode == mode { return true }
    do throws(CallFailure) {
      try setMode(descriptor, mode)
      return true
    } catch  where CallFailure.withoutModes.contains(error) {
      return false
    }
  }

  /// Writes all of `bytes`, however small the pieces that the system takes.
  func writeAll(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32, at offset: Int? = nil
  ) throws(CallFailure) {
    let bytes = ContiguousArray(bytes)
    var written = 0
    while written < bytes.count {
      let result: Result<Int, CallFailure> = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        do throws(CallFailure) {
          return .success(
            try retrying(try write(descriptor, rest, at: offset.map { $0 + written })))
        } catch {
          return .failure(error)
        }
      }
      let count = try result.get()
      // A regular file that takes nothing and names no reason has no room.
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }

  /// Reads an open file, at most `limit` bytes: from its beginning, or from where it stands, as a pipe
  /// must be read.
  func readAll(
    _ descriptor: Int32, limit: Int, fromStart: Bool = true
  ) throws(CallFailure) -> [UInt8] {
    let status = try status(of: descriptor)
    var bytes: [UInt8] = []
    var chunk = min(limit, max(4096, status.size + 1))
    while bytes.count < limit {
      var failure: CallFailure?
      let more = [UInt8](unsafeUninitializedCapacity: min(chunk, limit - bytes.count)) {
        (buffer, count) in
        let room = UnsafeMutableRawBufferPointer(buffer)
        do throws(CallFailure) {
          count = try retrying(
            try read(descriptor, into: room, at: fromStart ? bytes.count : nil))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if more.isEmpty { break }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      // A file that gave all its bytes and had room for more is at its end.
      if status.kind == .file, bytes.count == status.size { break }
      chunk = max(chunk, 65536)
    }
    return bytes
  }
}
