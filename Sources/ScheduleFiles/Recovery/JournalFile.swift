import ScheduleText

/// A journal being written.
///
/// An entry is one write(2): once it returned, the edit outlives the death of the program in any way.
/// `synchronize` makes it outlive the loss of power.
final class JournalFile: @unchecked Sendable {
  /// Where it stands.
  let path: String
  private let files: any FileSystem
  private let descriptor: Int32
  /// How long it is.
  private(set) var size: Int
  private var entries = 0

  /// Begins a journal in the first of the places where that can be done.
  ///
  /// - Parameters:
  ///   - companion: the document.
  ///   - header: what its edits apply to.
  ///   - entry: what was edited already.
  ///   - replaced: a journal that the new one takes the place of; nothing else is replaced.
  ///   - apart: whether it is kept in the state folder, whether or not the document's folder takes it.
  ///   - files: the system.
  /// - Throws: `CallFailure`.
  init(
    _ companion: CompanionFile, header: JournalHeader, entry: JournalEntry?,
    replacing replaced: String?, apart: Bool = false, on files: any FileSystem
  ) throws(CallFailure) {
    self.files = files
    var text = Journal.start(header)
    if let entry { text += Journal.line(entry, number: 1) }
    (path, descriptor) = try Self.create(
      companion, text, replacing: replaced, apart: apart, on: files)
    size = text.count
    entries = entry == nil ? 0 : 1
  }

  deinit { try? files.close(descriptor) }

  /// Adds an entry. On failure the journal is as it was.
  ///
  /// - Throws: `CallFailure`.
  func append(_ entry: JournalEntry) throws(CallFailure) {
    let line = Journal.line(entry, number: entries + 1)
    do throws(CallFailure) {
      try files.writeAll(line, to: descriptor, at: size)
    } catch {
      // A part of a line would do no harm when reading, but would when the next is written behind it.
      try? files.truncate(descriptor, to: size)
      throw error
    }
    size += line.count
    entries += 1
  }

  /// Returns when everything is on the disk.
  ///
  /// - Throws: `CallFailure`.
  func synchronize() throws(CallFailure) {
    try files.retrying(try files.synchronize(descriptor))
  }

  /// Makes the journal's name durable; returns whether the system says that it is.
  func synchronizeFolder() -> Bool { FilePath.synchronizeFolder(of: path, on: files) }

  /// Whether the journal lost its name: what is written to it then is lost.
  var isRemoved: Bool { (try? files.status(of: descriptor).links) == 0 }

  /// Removes the journal: what it holds is in the document, or was given up.
  func remove() { try? files.remove(path) }

  private static func create(
    _ companion: CompanionFile, _ text: [UInt8], replacing replaced: String?, apart: Bool,
    on files: any FileSystem
  ) throws(CallFailure) -> (String, Int32) {
    if let replaced {
      let fresh = successor(of: replaced)
      try? files.remove(fresh)
      let descriptor = try written(text, to: fresh, companion, on: files)
      do throws(CallFailure) {
        // First: what it takes the place of may be on the disk.
        try files.retrying(try files.synchronize(descriptor))
        try files.rename(fresh, to: replaced)
      } catch {
        try? files.close(descriptor)
        try? files.remove(fresh)
        throw error
      }
      return (replaced, descriptor)
    }
    return try companion.make(.journal, apart: apart) { path throws(CallFailure) in
      (path, try written(text, to: path, companion, on: files))
    }
  }

  /// Where a journal is written that takes the place of the one at `path`.
  static func successor(of path: String) -> String { path + ".new" }

  private static func written(
    _ text: [UInt8], to path: String, _ companion: CompanionFile, on files: any FileSystem
  ) throws(CallFailure) -> Int32 {
    let descriptor = try companion.create(path, on: files)
    do throws(CallFailure) {
      try files.writeAll(text, to: descriptor, at: 0)
      return descriptor
    } catch {
      try? files.close(descriptor)
      try? files.remove(path)
      throw error
    }
  }
}
