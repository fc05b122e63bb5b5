import CLibrary

package struct SystemCalls: FileSystem {
  package init() {}

  package func status(of path: String, following: Bool) throws(CallFailure) -> FileStatus {
    var status = stat()
    try check(following ? stat(path, &status) : lstat(path, &status))
    return FileStatus(status)
  }

  package func status(of descriptor: Int32) throws(CallFailure) -> FileStatus {
    var status = stat()
    try check(fstat(descriptor, &status))
    return FileStatus(status)
  }

  package func destination(ofLink path: String) throws(CallFailure) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = try check(readlink(path, &buffer, buffer.count))
    return String(fileName: buffer[..<length].map(UInt8.init(bitPattern:)))
  }

  package func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32 {
    try check(CLibrary.open(path, mode.flags | O_CLOEXEC, mode_t(mode.permissions)))
  }

  package func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    guard let offset else {
      return try check(CLibrary.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return try check(pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
  }

  package func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    guard let offset else {
      return try check(CLibrary.write(descriptor, bytes.baseAddress, bytes.count))
    }
    return try check(pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)))
  }

  package func truncate(_ descriptor: Int32, to size: Int) throws(CallFailure) {
    try check(ftruncate(descriptor, off_t(size)))
  }

  package func synchronize(_ descriptor: Int32) throws(CallFailure) {
    #if os(Linux)
      try check(fsync(descriptor))
    #else
      // On macOS fsync(2) leaves bytes in the drive's cache; not every file system supports F_FULLFSYNC.
      if fcntl(descriptor, F_FULLFSYNC) != 0 { try check(fsync(descriptor)) }
    #endif
  }

  package func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure) {
    try check(fchmod(descriptor, mode_t(mode)))
  }

  package func setOwner(
    _ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?
  ) throws(CallFailure) {
    try check(fchown(descriptor, owner ?? .max, group ?? .max))
  }

  package func rename(_ old: String, to new: String) throws(CallFailure) {
    try check(CLibrary.rename(old, new))
  }

  package func exchange(_ first: String, with second: String) throws(CallFailure) {
    try check(exchangeNames(first, second))
  }

  package func holdBackWriters(_ descriptor: Int32) throws(CallFailure) -> Bool {
    #if os(Linux)
      // Use a signal that is ignored by default. The lease is polled instead.
      _ = fcntl(descriptor, lease_signal_set, SIGURG)
      if fcntl(descriptor, lease_set, Int32(F_RDLCK)) == 0 { return true }
      if errno == EAGAIN { throw .inUse }
    #endif
    return false
  }

  package func isWriterWaiting(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      // A lease that must be released reads as unlocked.
      return fcntl(descriptor, lease_get) == Int32(F_UNLCK)
    #else
      return false
    #endif
  }

  package func link(_ old: String, to new: String) throws(CallFailure) {
    try check(CLibrary.link(old, new))
  }

  package func remove(_ path: String) throws(CallFailure) { try check(unlink(path)) }

  package func close(_ descriptor: Int32) throws(CallFailure) {
    try check(CLibrary.close(descriptor))
  }

  package func requireWritable(_ path: String) throws(CallFailure) {
    try check(path.withFileName { access($0, W_OK) })
  }

  /// Returns the result of a system call; throws its error if it is negative.
  @discardableResult
  private func check<Result: SignedInteger>(_ result: Result) throws(CallFailure) -> Result {
    if result < 0 { throw CallFailure(errno) }
    return result
  }

  /// The list on Linux, in the form of its acl_ea.h: 4 bytes, then 8 for each entry, with the permissions in the third.
  private static let accessList = Array("system.posix_acl_access".utf8CString)

  package func copyAttributes(
    from source: Int32, to target: Int32, forWriters: Bool
  ) throws(CallFailure) -> Bool? {
    var names = [CChar](repeating: 0, count: try check(attribute_names(source, nil, 0)))
    if !names.isEmpty { try check(attribute_names(source, &names, names.count)) }
    var isListCopied: Bool?
    for name in names.split(separator: 0).map({ Array($0) + [0] }) {
      var value = [UInt8](repeating: 0, count: max(0, attribute_value(source, name, nil, 0)))
      let isRead = attribute_value(source, name, &value, value.count) == value.count
      if name == Self.accessList, forWriters {
        for place in stride(from: 6, to: value.count, by: 8) where value[place] & 2 == 0 {
          value[place] = 0
        }
      }
      let isCopied = isRead && attribute_set(target, name, value, value.count) == 0
      if name == Self.accessList { isListCopied = isCopied }
    }
    if isListCopied != true { _ = attribute_remove(target, Self.accessList) }
    return isListCopied
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, mode: UInt32(status.st_mode & 0o7777), owner: status.st_uid,
      group: status.st_gid, links: Int(status.st_nlink), size: Int(status.st_size),
      identity: FileIdentity(status))
  }
}
