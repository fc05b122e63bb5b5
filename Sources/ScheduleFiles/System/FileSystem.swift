import CLibrary

/// Identifies a file or folder under any name.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  init(_ status: stat) {
    // Some systems have negative device numbers.
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }

  /// Identifies the file at a path, following links; `-` is standard input. Nil if there is none.
  package init?(of path: String) {
    let files = SystemCalls()
    let status =
      path == "-" ? try? files.status(of: 0) : try? files.status(of: path, following: true)
    guard let status else { return nil }
    self = status.identity
  }

  /// Whether two paths lead to the same existing file, through links too; `-` is standard input.
  package static func areSame(_ first: String, _ second: String) -> Bool {
    guard let first = FileIdentity(of: first) else { return false }
    return first == FileIdentity(of: second)
  }
}

extension Set<FileIdentity> {
  /// Identifies the files at some paths; ignores those that do not exist.
  package init(of paths: [String]) { self.init(paths.compactMap(FileIdentity.init(of:))) }
}

package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder, other
  }

  package var kind: Kind
  /// The permission bits, 0...0o7777.
  package var mode: UInt32
  package var owner: UInt32, group: UInt32
  /// The number of hard links.
  package var links: Int
  /// The size in bytes.
  package var size: Int
  package var identity: FileIdentity
}

/// How to open a file: flags of open(2). `O_NONBLOCK`, so that a pipe in place of a file does not block the program.
package struct OpenMode: Hashable, Sendable {
  let flags: Int32
  /// The permissions of a new file, before the umask or the folder's default access control list.
  var permissions: UInt32 = 0o600

  /// For reading; waits for the writer of a pipe.
  package static let input = OpenMode(flags: O_RDONLY)
  /// For reading, without waiting.
  package static let read = OpenMode(flags: O_RDONLY | O_NONBLOCK)
  /// Create for reading and writing, mode 0600; fails if the path exists, even as a link.
  package static let createNew = OpenMode(flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
  /// The same with mode 0666.
  package static let createUsual = OpenMode(flags: createNew.flags, permissions: 0o666)
  /// For reading; fails on a symbolic link.
  package static let readUnlinked = OpenMode(flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  /// For reading and writing; fails on a symbolic link.
  package static let readWrite = OpenMode(flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
  /// A folder, to synchronize it.
  package static let folder = OpenMode(flags: O_RDONLY | O_DIRECTORY)
}

/// The system calls on documents, as a protocol so that tests can make each of them fail.
package protocol FileSystem: Sendable {
  /// Returns the status of a path, or of a link itself unless `following`.
  func status(of path: String, following: Bool) throws(CallFailure) -> FileStatus
  func status(of descriptor: Int32) throws(CallFailure) -> FileStatus
  func destination(ofLink path: String) throws(CallFailure) -> String
  func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32
  /// Reads up to the size of `buffer`, from `offset` or the current position; returns 0 at the end.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int
  /// Writes some of `bytes` at `offset` or the current position; returns how many.
  func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int
  func truncate(_ descriptor: Int32, to size: Int) throws(CallFailure)
  /// Waits until the written bytes are on disk.
  func synchronize(_ descriptor: Int32) throws(CallFailure)
  func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure)
  /// Sets owner and group; nil leaves either unchanged.
  func setOwner(_ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?) throws(CallFailure)
  /// Copies the extended attributes that the system allows, including the access control list, without the entries of
  /// those who may only read if `forWriters`. Removes an inherited list. Returns whether the list was copied; nil for none.
  func copyAttributes(from: Int32, to: Int32, forWriters: Bool) throws(CallFailure) -> Bool?
  /// Renames a file; replaces the file at `new`.
  func rename(_ old: String, to new: String) throws(CallFailure)
  /// Exchanges the names of two files atomically.
  func exchange(_ first: String, with second: String) throws(CallFailure)
  /// Makes programs that open the file for writing wait until the descriptor is closed; returns false if unsupported.
  ///
  /// - Throws: `.inUse` if a program has it open for writing.
  func holdBackWriters(_ descriptor: Int32) throws(CallFailure) -> Bool
  func isWriterWaiting(_ descriptor: Int32) -> Bool
  /// Creates a hard link; fails if the name exists.
  func link(_ old: String, to new: String) throws(CallFailure)
  func remove(_ path: String) throws(CallFailure)
  func requireWritable(_ path: String) throws(CallFailure)
  func close(_ descriptor: Int32) throws(CallFailure)
}

extension FileSystem {
  /// Repeats a call while signals interrupt it.
  func retrying<Value>(
    _ call: @autoclosure () throws(CallFailure) -> Value
  ) throws(CallFailure) -> Value {
    while true {
      do throws(CallFailure) {
        return try call()
      } catch  where error == .interrupted {}
    }
  }

  /// Why a path, or a link itself, has no status; nil if it has one.
  func absence(of path: String) -> CallFailure? {
    do throws(CallFailure) {
      _ = try status(of: path, following: false)
      return nil
    } catch {
      return error
    }
  }

  /// Sets owner, group and permissions, each as far as the system allows.
  ///
  /// If the group cannot be set, its permissions are removed. Returns the owner and group, and whether the permissions
  /// are as requested.
  @discardableResult
  func give(
    _ descriptor: Int32, owner: UInt32, group: UInt32, mode: UInt32
  ) throws(CallFailure) -> (owner: UInt32, group: UInt32, hasMode: Bool) {
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
    var hasMode = true
    do throws(CallFailure) {
      if now.mode != mode { try setMode(descriptor, mode) }
    } catch  where CallFailure.withoutModes.contains(error) {
      hasMode = false
    }
    return (now.owner, now.group, hasMode)
  }

  /// Writes all of `bytes`; repeats partial writes.
  func writeAll(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32, at offset: Int? = nil
  ) throws(CallFailure) {
    let bytes = ContiguousArray(bytes)
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return Result { () throws(CallFailure) in
          try retrying(try write(descriptor, rest, at: offset.map { $0 + written }))
        }
      }
      let count = try result.get()
      // A regular file that accepts no bytes without an error has no space left.
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }

  /// Whether the text of a file is `text`.
  func holds(_ text: [UInt8], in descriptor: Int32) throws(CallFailure) -> Bool {
    try readAll(descriptor, limit: text.count + 1) == text
  }

  /// Reads up to `limit` bytes, from the start or, as for a pipe, from the current position.
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
          count = try retrying(try read(descriptor, into: room, at: fromStart ? bytes.count : nil))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if more.isEmpty { break }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      // A short read at the size of a regular file is its end.
      if status.kind == .file, bytes.count == status.size { break }
      chunk = max(chunk, 65536)
    }
    return bytes
  }
}
