import ScheduleText

/// A journal being written.
///
/// An entry is one write(2) and survives the death of the program. After `synchronize` it survives a loss of power.
final class JournalFile: @unchecked Sendable {
  let path: String
  private let files: any FileSystem
  private let descriptor: Int32
  /// The size in bytes.
  private(set) var size: Int
  private var hasDurableName = false

  /// Creates a journal with the edits so far in the first place that is writable, or in the state folder if `apart`. It
  /// replaces no other file than `replaced`.
  init(
    _ companion: CompanionFile, header: JournalHeader, entry: JournalEntry?,
    replacing replaced: String?, apart: Bool = false, on files: any FileSystem
  ) throws(CallFailure) {
    self.files = files
    var text = header.line
    if let entry { text += entry.line }
    (path, descriptor) = try Self.create(
      companion, text, replacing: replaced, apart: apart, on: files)
    size = text.count
  }

  deinit { try? files.close(descriptor) }

  /// Appends an entry. On failure the journal is unchanged.
  func append(_ entry: JournalEntry) throws(CallFailure) {
    let line = entry.line
    do throws(CallFailure) {
      try files.writeAll(line, to: descriptor, at: size)
    } catch {
      // A partial line would corrupt the next entry.
      try? files.truncate(descriptor, to: size)
      throw error
    }
    size += line.count
  }

  /// Waits until the journal is on disk, and its name as well if the system confirms that. One thread at a time calls it.
  func synchronize() throws(CallFailure) {
    try files.retrying(try files.synchronize(descriptor))
    hasDurableName = hasDurableName || FilePath.synchronizeFolder(of: path, on: files)
  }

  /// Whether the journal was deleted: further entries would be lost.
  var isRemoved: Bool { (try? files.status(of: descriptor).links) == 0 }

  private static func create(
    _ companion: CompanionFile, _ text: [UInt8], replacing replaced: String?, apart: Bool,
    on files: any FileSystem
  ) throws(CallFailure) -> (String, Int32) {
    if let replaced {
      let fresh = successor(of: replaced)
      try? files.remove(fresh)
      let descriptor = try written(text, to: fresh, companion, on: files) {
        descriptor throws(CallFailure) in
        // Synchronize first: the journal that it replaces may be on disk.
        try files.retrying(try files.synchronize(descriptor))
        try files.rename(fresh, to: replaced)
      }
      return (replaced, descriptor)
    }
    return try companion.make(.journal, apart: apart) { path throws(CallFailure) in
      (path, try written(text, to: path, companion, on: files))
    }
  }

  /// The path of a new journal before it replaces the one at `path`.
  static func successor(of path: String) -> String { path + ".new" }

  /// Creates a journal and calls `finish`; removes it if that fails.
  private static func written(
    _ text: [UInt8], to path: String, _ companion: CompanionFile, on files: any FileSystem,
    finish: (Int32) throws(CallFailure) -> Void = { _ in }
  ) throws(CallFailure) -> Int32 {
    let descriptor = try companion.create(path, on: files)
    do throws(CallFailure) {
      try files.writeAll(text, to: descriptor, at: 0)
      try finish(descriptor)
      return descriptor
    } catch {
      try? files.close(descriptor)
      try? files.remove(path)
      throw error
    }
  }
}
