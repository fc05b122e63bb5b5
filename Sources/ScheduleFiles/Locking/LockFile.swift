import JSONText
import ScheduleText
import CLibrary
import Diagnostics

/// An open lock file: two records of fixed size, each locked and written by its holder alone. If the folder is not
/// writable, the document itself is locked, far beyond its end.
///
/// The locks belong to the open file (F_OFD_SETLK, POSIX.1-2024): closing another descriptor does not release them.
final class LockFile {
  private let path: String
  let descriptor: Int32
  /// Whether it is the document, which is never written or removed here.
  private let isDocument: Bool
  /// Whether this process created it and no process has locked it yet.
  private var isUntouched = false

  /// The size of a record in bytes: a line of JSON, padded with spaces.
  private static let record = 256

  private init(_ path: String, _ descriptor: Int32, isDocument: Bool = false) {
    (self.path, self.descriptor, self.isDocument) = (path, descriptor, isDocument)
  }

  deinit {
    // Unlock explicitly: between fork and exec a child shares the open file and so the locks.
    _ = Self.set(F_UNLCK, descriptor, 0..<0)
    close(descriptor)
  }

  /// Opens the lock file of a document at `path`; creates it if it is missing.
  ///
  /// - Throws: `CallFailure`; `notAFile` or `foreign` if the path is not a lock file.
  static func open(_ path: String, of companion: CompanionFile) throws(CallFailure) -> LockFile {
    while true {
      do throws(CallFailure) {
        return try existing(path, of: companion)
      } catch  where error == .missing {
        do throws(CallFailure) {
          let file = try LockFile(path, companion.create(path, on: SystemCalls()))
          file.isUntouched = true
          return file
        } catch  where error == .exists {
          // Another process created it between the two calls.
        }
      }
    }
  }

  static func existing(
    _ path: String, of companion: CompanionFile
  ) throws(CallFailure) -> LockFile {
    // Check first: a file of another user usually cannot be opened.
    try companion.check(SystemCalls().status(of: path, following: false))
    let file = LockFile(path, try SystemCalls().open(path, .readWrite))
    guard file.holdsOnlyRecords else { throw .notAFile }
    return file
  }

  /// Opens the document itself; nil if the user cannot write it.
  static func document(_ companion: CompanionFile) -> LockFile? {
    guard let descriptor = try? SystemCalls().open(companion.document, .readWrite) else {
      return nil
    }
    return LockFile(companion.document, descriptor, isDocument: true)
  }

  /// Whether the file contains only records: the path may be a link to another file.
  private var holdsOnlyRecords: Bool {
    guard let bytes = try? SystemCalls().readAll(descriptor, limit: 2 * Self.record + 1),
      bytes.count <= 2 * Self.record
    else { return false }
    return [0, Self.record].allSatisfy { start in
      let text = bytes.dropFirst(start).prefix(Self.record).drop { $0 == 0 }
      return text.isEmpty || text.starts(with: "{\"pid\"".utf8)
    }
  }

  /// Whether the file still exists at its path, so that other programs see this lock.
  var isInPlace: Bool {
    let files = SystemCalls()
    guard let mine = try? files.status(of: descriptor),
      let there = try? files.status(of: path, following: false)
    else { return false }
    return mine.identity == there.identity
  }

  /// Removes the file unless another process uses it.
  func remove() {
    // Locking the whole file fails while another process or part is in use.
    guard !isDocument, isInPlace, Self.set(F_WRLCK, descriptor, 0..<0) == 0 else { return }
    unlink(path)
  }

  /// Records the holder of a part. Ignores errors: the record is only informative.
  func write(_ holder: LockHolder, as part: DocumentLock.Part) {
    guard !isDocument else { return }
    var line = holder.json.encoded(.spaced)
    line += repeatElement(UInt8(ascii: " "), count: max(0, Self.record - 1 - line.count))
    line.append(UInt8(ascii: "\n"))
    try? SystemCalls().writeAll(line, to: descriptor, at: part.rawValue * Self.record)
  }

  /// Returns the last recorded holder of a part.
  func holder(of part: DocumentLock.Part) -> LockHolder? {
    guard !isDocument else { return nil }
    let end = (part.rawValue + 1) * Self.record
    let bytes = try? SystemCalls().readAll(descriptor, limit: end)
    return bytes.flatMap { LockHolder(Array($0.dropFirst(end - Self.record))) }
  }

  /// Locks a part if it is free; returns whether it is locked. Fails if the file system has no locks.
  func lock(_ part: DocumentLock.Part) throws(CallFailure) -> Bool {
    let start = (isDocument ? 1 << 40 : 0) + part.rawValue * Self.record
    let number = Self.set(F_WRLCK, descriptor, start..<(start + Self.record))
    if number == 0 { return true }
    if number == EAGAIN || number == EACCES { return false }
    // Without locks the file is useless.
    if isUntouched { unlink(path) }
    throw CallFailure(number)
  }

  /// Sets or clears a lock on a range of bytes, or on all bytes from the start of an empty range; returns 0 or errno.
  static func set(_ type: Int32, _ descriptor: Int32, _ range: Range<Int>) -> Int32 {
    while true {
      var lock = flock()
      lock.l_type = Int16(type)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(range.lowerBound)
      lock.l_len = off_t(range.count)
      if fcntl(descriptor, file_lock_try, &lock) == 0 { return 0 }
      if errno != EINTR { return errno }
    }
  }
}

extension LockHolder {
  static func current() -> LockHolder {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // In UTC and ISO 8601.
    let seconds = CLibrary.time(nil)
    let (day, time) = CalendarDay.moment(seconds, inUTC: true)
    let moment = "\(day)T\(time):\((seconds % 60).digits(2))Z"
    return LockHolder(process: Int(getpid()), host: host, time: moment)
  }
}
