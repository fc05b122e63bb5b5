import Diagnostics
package import ScheduleText

/// A journal found on disk: the edits of a program that ended without saving them.
package struct FoundJournal: Sendable {
  package let path: String
  /// The parsed journal; nil if nothing in it can be recovered.
  package let journal: Journal?
  /// Why it could not be read, if it could not.
  private let failure: CallFailure?

  /// Finds the journals of a document, readable ones first. Returns an empty list only if no journal file exists.
  ///
  /// `removingEmpty`, for the holder of the session lock, deletes a journal whose first line is incomplete and the
  /// leftovers of an interrupted recovery.
  package static func all(
    _ companion: CompanionFile, removingEmpty: Bool = false
  ) -> [FoundJournal] {
    let found = all(companion, .journal, removingEmpty: removingEmpty)
    // An interrupted recovery may have set it aside.
    return found.contains { $0.journal != nil } ? found : all(companion, .undecided) + found
  }

  /// Whether there are edits that `document`, nil without a file, does not have, or an unreadable journal.
  package static func hasEdits(
    _ companion: CompanionFile, besides document: @autoclosure () -> ScheduleDocument?
  ) -> Bool {
    all(companion).contains { found in
      found.journal.flatMap { Recovery($0, current: document()) }?.isEmpty != true
    }
  }

  /// Finds the journals of one kind, readable ones first.
  package static func all(
    _ companion: CompanionFile, _ kind: CompanionFile.Kind, removingEmpty: Bool = false
  ) -> [FoundJournal] {
    var found: [FoundJournal] = []
    for place in kind == .journal ? companion.places(kind) : companion.placesAside(kind) {
      if removingEmpty { try? SystemCalls().remove(JournalFile.successor(of: place)) }
      do throws(CallFailure) {
        let bytes = try Self.bytes(at: place, of: companion)
        // Without a complete first line, no edit was kept.
        if bytes.contains(UInt8(ascii: "\n")) {
          found.append(FoundJournal(path: place, journal: Journal(bytes), failure: nil))
        } else if removingEmpty {
          try? SystemCalls().remove(place)
        }
      } catch {
        guard Self.mayExist(at: place) else { continue }
        found.append(FoundJournal(path: place, journal: nil, failure: error))
      }
    }
    return found.filter { $0.journal != nil } + found.filter { $0.journal == nil }
  }

  /// Removes the journal after its edits were saved.
  package func remove() throws(FileError) {
    do throws(FileError) {
      try FileError.attempt(.journal, path, try SystemCalls().remove(path))
    } catch  where error.failure == .missing {}
  }

  /// Sets the journal aside until the next save. Overwrites the first place if all are taken.
  package func setAside(_ companion: CompanionFile) throws(FileError) {
    let place =
      companion.freePlace(.givenUp, like: path) ?? companion.place(.givenUp, like: path)
    try FileError.attempt(.journal, path, try SystemCalls().rename(path, to: place))
  }

  /// Explains why nothing can be recovered.
  package var damage: String {
    failure.map { "\(path.printable) cannot be read: \($0)" }
      ?? "the first line of \(path.printable) is damaged, or of another version; "
      + "nothing in it can be recovered"
  }

  /// Whether a file can be at `path`: this user has left none in a folder that only another user may search.
  static func mayExist(at path: String) -> Bool {
    SystemCalls().absence(of: path)
      .map { !CallFailure.withoutPlace.contains($0) && !$0.isFolderRefusal } ?? true
  }

  /// The largest journal or history to read, 256 MiB: version 0.1 did not limit journals.
  private static let largest = 256 << 20

  /// Reads a file, provided that only a user who may write the document can have created it.
  static func bytes(at path: String, of companion: CompanionFile) throws(CallFailure) -> [UInt8] {
    let files = SystemCalls()
    try companion.check(try files.status(of: path, following: false))
    let descriptor = try files.open(path, .readUnlinked)
    defer { try? files.close(descriptor) }
    try companion.check(try files.status(of: descriptor))
    let bytes = try files.readAll(descriptor, limit: largest + 1)
    guard bytes.count <= largest else { throw .tooLarge }
    return bytes
  }
}
