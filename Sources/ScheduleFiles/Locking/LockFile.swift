import JSONText
import ScheduleText
import CLibrary

/// An open lock file: two records of fixed size, each locked and written by its holder alone.
///
/// The locks belong to the open file (F_OFD_SETLK, in POSIX.1-2024): closing another descriptor does
/// not lose them, as it would with the older locks of a process.
final class LockFile {
  private let path: String
  private let descriptor: Int32

  /// The size of a record: a line of JSON and blanks.
  private static let record = 256

  /// Opens the lock file of a document, and makes it where it is missing.
  ///
  /// Links and pipes are nobody's lock: somebody put them there.
  init(_ companion: CompanionFile) throws(CallFailure) {
    (path, descriptor) = try companion.make(.lock) { path throws(CallFailure) in
      (path, try Self.open(path, like: companion.document))
    }
  }

  /// Opens the lock file of a document where there is one.
  init?(existing companion: CompanionFile) {
    for place in companion.places(.lock) {
      if let opened = try? SystemCalls().open(place, .readWrite) {
        (path, descriptor) = (place, opened)
        return
      }
    }
    return nil
  }

  deinit { close(descriptor) }

  private static func open(
    _ path: String, like document: String
  ) throws(CallFailure) -> Int32 {
    let files = SystemCalls()
    while true {
      do throws(CallFailure) {
        let descriptor = try files.open(path, .createNew)
        // Whoever may write the document may lock it.
        let mode = (try? files.status(of: document, following: true))?.mode ?? 0
        try? files.setMode(descriptor, mode & 0o666 | 0o600)
        return descriptor
      } catch  where error == .exists {
        do throws(CallFailure) {
          let descriptor = try files.open(path, .readWrite)
          guard (try? files.status(of: descriptor).kind) == .file else {
            try? files.close(descriptor)
            throw .notAFile
          }
          return descriptor
        } catch  where error == .missing {
          // Removed between the two calls.
          continue
        }
      }
    }
  }

  /// Whether the file still stands at its path, so that others meet this lock.
  var isInPlace: Bool {
    let files = SystemCalls()
    guard let mine = try? files.status(of: descriptor),
      let there = try? files.status(of: path, following: false)
    else { return false }
    return (mine.device, mine.number) == (there.device, there.number)
  }

  /// Removes the file when nobody else has a part of it.
  func remove() {
    // The whole file: fails while another process, or another part, is at work.
    guard isInPlace, Self.lock(descriptor, 0..<0) == 0 else { return }
    unlink(path)
  }
}

// MARK: Records

extension LockFile {
  /// Says who holds a part. Not being able to say so is no reason not to hold it.
  func write(_ holder: LockHolder, as part: DocumentLock.Part) {
    var line = holder.json.encoded(.spaced)
    line += repeatElement(UInt8(ascii: " "), count: max(0, Self.record - 1 - line.count))
    line.append(UInt8(ascii: "\n"))
    try? SystemCalls().writeAll(line, to: descriptor, at: part.rawValue * Self.record)
  }

  /// Who last said that they hold a part.
  func holder(of part: DocumentLock.Part) -> LockHolder? {
    let end = (part.rawValue + 1) * Self.record
    let bytes = try? SystemCalls().readAll(descriptor, limit: end)
    return bytes.flatMap { LockHolder(Array($0.dropFirst(end - Self.record))) }
  }
}

// MARK: Locks

extension LockFile {
  /// Locks a part if nobody else has it; returns whether it is held now.
  ///
  /// - Throws: `CallFailure` where the file system has no locks.
  func lock(_ part: DocumentLock.Part) throws(CallFailure) -> Bool {
    let range = (part.rawValue * Self.record)..<((part.rawValue + 1) * Self.record)
    let number = Self.lock(descriptor, range)
    if number == 0 { return true }
    guard number == EAGAIN || number == EACCES else { throw CallFailure(number) }
    return false
  }

  /// Locks a range of bytes, or all for an empty one; returns 0 or the error number.
  private static func lock(_ descriptor: Int32, _ range: Range<Int>) -> Int32 {
    while true {
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(range.lowerBound)
      lock.l_len = off_t(range.count)
      if fcntl(descriptor, file_lock_try, &lock) == 0 { return 0 }
      if errno != EINTR { return errno }
    }
  }
}

extension LockHolder {
  /// This process, now.
  static func current() -> LockHolder {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return LockHolder(process: Int(getpid()), host: host, time: Timestamp.now())
  }
}

/// Points in time as files have them.
private enum Timestamp {
  /// Now, in UTC to the second, as ISO 8601 writes it.
  static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
