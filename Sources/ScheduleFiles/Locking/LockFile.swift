import JSONText
import ScheduleText
import CLibrary

/// An open lock file: two records of fixed size, each locked and written by its holder alone. Where the
/// folder of a document takes no file, the document itself is locked, far behind its end.
///
/// The locks belong to the open file (F_OFD_SETLK, in POSIX.1-2024): closing another descriptor does
/// not lose them, as it would with the older locks of a process.
final class LockFile {
  private let path: String
  let descriptor: Int32
  /// Whether it is the document, of which nothing is written or removed here.
  private let isDocument: Bool
  /// Whether it was made here, and nobody has locked it yet.
  private var isUntouched = false

  /// The size of a record: a line of JSON and blanks.
  private static let record = 256

  private init(_ path: String, _ descriptor: Int32, isDocument: Bool = false) {
    (self.path, self.descriptor, self.isDocument) = (path, descriptor, isDocument)
  }

  deinit {
    // A child has the open file too, and with it the locks, from fork until it runs its program.
    _ = Self.set(F_UNLCK, descriptor, 0..<0)
    close(descriptor)
  }

  /// Opens the lock file of a document at `path`, and makes it where it is missing.
  ///
  /// - Throws: `CallFailure`; one of `somethingElse` for what stands there and is no lock.
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
          // Made between the two calls.
          continue
        }
      }
    }
  }

  /// Opens the lock file at `path`, which is there.
  static func existing(
    _ path: String, of companion: CompanionFile
  ) throws(CallFailure) -> LockFile {
    // First, since what is somebody else's can mostly not be opened.
    try companion.check(SystemCalls().status(of: path, following: false))
    let file = LockFile(path, try SystemCalls().open(path, .readWrite))
    guard file.holdsOnlyRecords else { throw .notAFile }
    return file
  }

  /// Opens the document itself; nil where the user may not write it.
  static func document(_ companion: CompanionFile) -> LockFile? {
    guard let descriptor = try? SystemCalls().open(companion.document, .readWrite) else {
      return nil
    }
    return LockFile(companion.document, descriptor, isDocument: true)
  }

  /// Whether nothing stands in the file but what holders write: it may be a name of another file.
  private var holdsOnlyRecords: Bool {
    guard let bytes = try? SystemCalls().readAll(descriptor, limit: 2 * Self.record + 1),
      bytes.count <= 2 * Self.record
    else { return false }
    return [0, Self.record].allSatisfy { start in
      let text = bytes.dropFirst(start).prefix(Self.record).drop { $0 == 0 }
      return text.isEmpty || text.starts(with: "{\"pid\"".utf8)
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
    guard !isDocument, isInPlace, Self.set(F_WRLCK, descriptor, 0..<0) == 0 else { return }
    unlink(path)
  }
}

// MARK: Records

extension LockFile {
  /// Says who holds a part. Not being able to say so is no reason not to hold it.
  func write(_ holder: LockHolder, as part: DocumentLock.Part) {
    guard !isDocument else { return }
    var line = holder.json.encoded(.spaced)
    line += repeatElement(UInt8(ascii: " "), count: max(0, Self.record - 1 - line.count))
    line.append(UInt8(ascii: "\n"))
    try? SystemCalls().writeAll(line, to: descriptor, at: part.rawValue * Self.record)
  }

  /// Who last said that they hold a part.
  func holder(of part: DocumentLock.Part) -> LockHolder? {
    guard !isDocument else { return nil }
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
    let start = (isDocument ? 1 << 40 : 0) + part.rawValue * Self.record
    let number = Self.set(F_WRLCK, descriptor, start..<(start + Self.record))
    if number == 0 { return true }
    if number == EAGAIN || number == EACCES { return false }
    // Where there are no locks, nobody needs the file.
    if isUntouched { unlink(path) }
    throw CallFailure(number)
  }

  /// Locks or unlocks a range of bytes, or all for an empty one; returns 0 or the error number.
  private static func set(_ type: Int32, _ descriptor: Int32, _ range: Range<Int>) -> Int32 {
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
