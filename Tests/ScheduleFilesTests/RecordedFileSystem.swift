import ScheduleFiles
import Synchronization

/// The machine's file system, which records changes of files and folders, and the content of the disk.
final class RecordedFileSystem: FileSystem, @unchecked Sendable {
  /// A change, or a promise of the system. Files have numbers, since names change.
  enum Step: Sendable {
    /// What names lead to, all at once: nil for a name that is gone.
    case names([String: Int?])
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    /// The system confirms that a file is on the disk.
    case synced(file: Int)
    /// The system confirms the names in the folder.
    case syncedNames
    /// The program confirms that this number of edits is on the disk.
    case acknowledged(Int)
  }

  private struct State {
    var steps: [Step] = []
    var names: [String: Int] = [:]
    var files: [Int32: Int] = [:]
    var folders: Set<Int32> = []
    var count = 0
  }

  private let system = SystemCalls()
  private let state: Mutex<State>
  /// What was on the disk before: the files by number, and their names.
  let before: (names: [String: Int], files: [Int: [UInt8]])

  /// Begins with these files, which are on the disk.
  init(_ files: [String: [UInt8]]) {
    var names: [String: Int] = [:]
    var bytes: [Int: [UInt8]] = [:]
    for (number, (name, text)) in files.sorted(by: { $0.key < $1.key }).enumerated() {
      names[name] = number
      bytes[number] = text
    }
    before = (names, bytes)
    state = Mutex(State(names: names, count: names.count))
  }

  /// All steps so far.
  var steps: [Step] { state.withLock { $0.steps } }

  /// Records the number of confirmed edits.
  func acknowledge(_ count: Int) { state.withLock { $0.steps.append(.acknowledged(count)) } }

  func status(of path: String, following: Bool) throws(CallFailure) -> FileStatus {
    try system.status(of: path, following: following)
  }

  func status(of descriptor: Int32) throws(CallFailure) -> FileStatus {
    try system.status(of: descriptor)
  }

  func destination(ofLink path: String) throws(CallFailure) -> String {
    try system.destination(ofLink: path)
  }

  func open(_ path: String, _ mode: OpenMode) throws(CallFailure) -> Int32 {
    let descriptor = try system.open(path, mode)
    state.withLock { state in
      switch mode {
      case .folder: state.folders.insert(descriptor)
      case .createNew, .createUsual:
        state.files[descriptor] = state.count
        state.names[path] = state.count
        state.steps.append(.names([path: state.count]))
        state.count += 1
      default: state.files[descriptor] = state.names[path]
      }
    }
    return descriptor
  }

  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    try system.read(descriptor, into: buffer, at: offset)
  }

  func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?
  ) throws(CallFailure) -> Int {
    let count = try system.write(descriptor, bytes, at: offset)
    let written = Array(bytes.prefix(count))
    state.withLock { state in
      guard let file = state.files[descriptor] else { return }
      // Without an offset: after the bytes written so far.
      let end = state.steps.reduce(0) { end, step in
        if case .write(file, let offset, let bytes) = step {
          max(end, offset + bytes.count)
        } else {
          end
        }
      }
      state.steps.append(.write(file: file, offset: offset ?? end, bytes: written))
    }
    return count
  }

  func truncate(_ descriptor: Int32, to size: Int) throws(CallFailure) {
    try system.truncate(descriptor, to: size)
    state.withLock { state in
      if let file = state.files[descriptor] {
        state.steps.append(.truncate(file: file, size: size))
      }
    }
  }

  func synchronize(_ descriptor: Int32) throws(CallFailure) {
    // The disk has everything written before the call.
    let place = state.withLock { $0.steps.count }
    try system.synchronize(descriptor)
    state.withLock { state in
      if state.folders.contains(descriptor) {
        state.steps.insert(.syncedNames, at: place)
      } else if let file = state.files[descriptor] {
        state.steps.insert(.synced(file: file), at: place)
      }
    }
  }

  func setMode(_ descriptor: Int32, _ mode: UInt32) throws(CallFailure) {
    try system.setMode(descriptor, mode)
  }

  func setOwner(_ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?) throws(CallFailure) {
    try system.setOwner(descriptor, owner, group)
  }

  func copyAttributes(
    from source: Int32, to target: Int32, forWriters: Bool
  ) throws(CallFailure) -> Bool? {
    try system.copyAttributes(from: source, to: target, forWriters: forWriters)
  }

  func rename(_ old: String, to new: String) throws(CallFailure) {
    try system.rename(old, to: new)
    state.withLock { state in
      let file = state.names.removeValue(forKey: old)
      state.names[new] = file
      state.steps.append(.names([old: nil, new: file]))
    }
  }

  func exchange(_ first: String, with second: String) throws(CallFailure) {
    try system.exchange(first, with: second)
    state.withLock { state in
      let files = (state.names[first], state.names[second])
      (state.names[second], state.names[first]) = files
      state.steps.append(.names([first: files.1, second: files.0]))
    }
  }

  func holdBackWriters(_ descriptor: Int32) throws(CallFailure) -> Bool {
    try system.holdBackWriters(descriptor)
  }

  func isWriterWaiting(_ descriptor: Int32) -> Bool { system.isWriterWaiting(descriptor) }

  func link(_ old: String, to new: String) throws(CallFailure) {
    try system.link(old, to: new)
    state.withLock { state in
      state.names[new] = state.names[old]
      state.steps.append(.names([new: state.names[old]]))
    }
  }

  func remove(_ path: String) throws(CallFailure) {
    try system.remove(path)
    state.withLock { state in
      state.names[path] = nil
      state.steps.append(.names([path: nil]))
    }
  }

  func requireWritable(_ path: String) throws(CallFailure) {
    try system.requireWritable(path)
  }

  func close(_ descriptor: Int32) throws(CallFailure) {
    state.withLock { state in
      state.files[descriptor] = nil
      state.folders.remove(descriptor)
    }
    try system.close(descriptor)
  }
}
