import ScheduleFiles
import CLibrary
import Synchronization

/// The machine's file system, except that one call fails, or that calls accept only small pieces.
class FaultyFileSystem: FileSystem, @unchecked Sendable {
  /// The ways to fail.
  enum Fault: Hashable, Sendable {
    /// The call gives this error number, and has no effect.
    case refusal(Int32)
    /// The call is interrupted the given number of times; then it works.
    case interruption(times: Int)
    /// The program ends: this call and all others have no effect.
    case end
    /// Nothing fails.
    case none
  }

  private struct State {
    var calls: [String] = []
    var interruptions: Int
  }

  private let system = SystemCalls()
  private let fault: Fault
  private let place: Int
  private let pieces: Int
  private let state: Mutex<State>
  /// Called before each call with its number.
  private let before: @Sendable (Int) -> Void

  /// Lets the call number `place` fail; writes and reads take at most `pieces` bytes.
  init(
    _ fault: Fault = Fault.none, at place: Int = -1, pieces: Int = .max,
    before: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.before = before
    self.fault = fault
    self.place = place
    self.pieces = pieces
    let times = if case .interruption(let times) = fault { times } else { 0 }
    state = Mutex(State(interruptions: times))
  }

  /// The calls made so far, by name.
  var calls: [String] { state.withLock { $0.calls } }

  /// Whether the call that fails was made.
  var hasFailed: Bool { calls.count > place }

  private func pass(_ name: String) throws(CallFailure) {
    before(state.withLock(\.calls.count))
    let failure: CallFailure? = state.withLock { state in
      // An interrupted call is repeated at the same place.
      if state.calls.count == place + 1, state.interruptions > 0, state.calls.last == name {
        state.interruptions -= 1
        return state.interruptions > 0 ? CallFailure(4) : nil
      }
      state.calls.append(name)
      if fault == .end { return state.calls.count > place ? CallFailure(EIO) : nil }
      guard state.calls.count == place + 1 else { return nil }
      switch fault {
      case .refusal(let number): return CallFailure(number)
      case .interruption: return CallFailure(4)
      case .none, .end: return nil
      }
    }
    if let failure { throw failure }
  }

  func status(of path: String, following: Bool) throws(CallFailure) -> FileStatus {
    try pass("status")
    return try system.status(of: path, following: following)
  }

  func status(of descriptor: Int32) throws(CallFailure) -> FileStatus {
    try pass("fstat")
    return try system.status(of: descriptor)
  }

  func destination(ofLink path: String) throws(CallFailure) -> String {
    try pass("readlink")
    return try system.destination(ofLink: path)
  }

  func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32 {
    try pass("open \(mode)")
    return try system.open(path, mode)
  }

  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    try pass("read")
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, pieces)])
    return try system.read(descriptor, into: part, at: offset)
  }

  func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    try pass("write")
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, pieces)])
    return try system.write(descriptor, part, at: offset)
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(CallFailure) {
    try pass("truncate")
    try system.truncate(descriptor, to: size)
  }

  func synchronize(_ descriptor: Int32) throws(CallFailure) {
    try pass("synchronize")
    try system.synchronize(descriptor)
  }

  func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure) {
    try pass("setMode")
    try system.setMode(descriptor, mode)
  }

  func setOwner(_ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?) throws(CallFailure) {
    try pass("setOwner")
    try system.setOwner(descriptor, owner, group)
  }

  func copyAttributes(
    from source: Int32, to target: Int32, forWriters: Bool
  ) throws(CallFailure) -> Bool? {
    try pass("copyAttributes")
    return try system.copyAttributes(from: source, to: target, forWriters: forWriters)
  }

  func rename(_ old: String, to new: String) throws(CallFailure) {
    try pass("rename")
    try system.rename(old, to: new)
  }

  func exchange(_ first: String, with second: String) throws(CallFailure) {
    try pass("exchange")
    try system.exchange(first, with: second)
  }

  func holdBackWriters(_ descriptor: Int32) throws(CallFailure) -> Bool {
    try pass("holdBackWriters")
    return try system.holdBackWriters(descriptor)
  }

  func isWriterWaiting(_ descriptor: Int32) -> Bool { system.isWriterWaiting(descriptor) }

  func link(_ old: String, to new: String) throws(CallFailure) {
    try pass("link")
    try system.link(old, to: new)
  }

  func remove(_ path: String) throws(CallFailure) {
    try pass("remove")
    try system.remove(path)
  }

  func requireWritable(_ path: String) throws(CallFailure) {
    try pass("requireWritable")
    try system.requireWritable(path)
  }

  func close(_ descriptor: Int32) throws(CallFailure) {
    // A failing close still closes. A child that another test is starting may have the descriptor for a moment
    // longer, and would keep the lock.
    defer {
      var lock = flock()
      lock.l_type = Int16(F_UNLCK)
      _ = fcntl(descriptor, file_lock_try, &lock)
      try? system.close(descriptor)
    }
    try pass("close")
  }
}

/// A file system in whose folders nothing can be made.
final class FolderOfOtherPeople: FaultyFileSystem, @unchecked Sendable {
  override func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32 {
    if [.createNew, .createUsual].contains(mode) { throw CallFailure(13) }
    return try super.open(path, mode)
  }
}

/// A file system whose disk takes nothing.
final class FailingDisk: FaultyFileSystem, @unchecked Sendable {
  override func synchronize(_ descriptor: Int32) throws(CallFailure) { throw CallFailure(5) }
}

/// A file system without hard links, such as FAT.
final class FileSystemWithoutLinks: FaultyFileSystem, @unchecked Sendable {
  override func link(_ old: String, to new: String) throws(CallFailure) { throw CallFailure(1) }
}

/// A file system without file permissions, such as FAT; `refusal` is its error.
final class FileSystemWithoutModes: FaultyFileSystem, @unchecked Sendable {
  override func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure) {
    throw CallFailure(EPERM)
  }
}

/// A file that something is mounted on.
final class MountedFile: FaultyFileSystem, @unchecked Sendable {
  override func rename(_ old: String, to new: String) throws(CallFailure) { throw .busy }
  override func exchange(_ first: String, with second: String) throws(CallFailure) { throw .busy }
}

/// A system on which users can change only the group of a file, to one of theirs.
final class UnprivilegedSystem: FaultyFileSystem, @unchecked Sendable {
  override func setOwner(
    _ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?
  ) throws(CallFailure) {
    if owner != nil { throw CallFailure(EPERM) }
    try super.setOwner(descriptor, owner, group)
  }
}
