import CLibrary
import Diagnostics
package import ScheduleText

/// A journal that was found: a file with the edits of a program that ended without saving them.
package struct FoundJournal: Sendable {
  /// Where it stands.
  package let path: String
  /// What it says; nil where nothing in it can be recovered.
  package let journal: Journal?
  /// Why it could not be read; nil where it was.
  private let failure: CallFailure?

  private init(path: String, journal: Journal?, failure: CallFailure? = nil) {
    (self.path, self.journal, self.failure) = (path, journal, failure)
  }

  /// Finds what stands in the places of a document's journal, those that can be read first: only where
  /// nothing stands there is none.
  ///
  /// Who has the session's lock may remove one on the way whose first line was not finished, since it
  /// holds nothing, and what a killed recovery was about to put in its place.
  package static func all(
    _ companion: CompanionFile, removingEmpty: Bool = false
  ) -> [FoundJournal] {
    let found = all(companion, .journal, removingEmpty: removingEmpty)
    // A recovery that was killed may have put it aside already.
    return found.contains { $0.journal != nil } ? found : undecided(companion) + found
  }

  /// Finds the journals of a document whose edits were given up since the last save.
  package static func givenUp(_ companion: CompanionFile) -> [FoundJournal] {
    all(companion, .givenUp)
  }

  /// Finds the journals of which a part is still to be decided, beside what took their place.
  package static func undecided(_ companion: CompanionFile) -> [FoundJournal] {
    all(companion, .undecided)
  }

  private static func all(
    _ companion: CompanionFile, _ kind: CompanionFile.Kind, removingEmpty: Bool = false
  ) -> [FoundJournal] {
    var found: [FoundJournal] = []
    for place in kind == .journal ? companion.places(kind) : companion.placesAside(kind) {
      if removingEmpty { try? SystemCalls().remove(JournalFile.successor(of: place)) }
      do throws(CallFailure) {
        let bytes = try Self.bytes(at: place, of: companion)
        if !Journal.isUnbegun(bytes) {
          found.append(FoundJournal(path: place, journal: Journal(bytes)))
        } else if removingEmpty {
          try? SystemCalls().remove(place)
        }
      } catch {
        guard !CallFailure.withoutPlace.contains(error) else { continue }
        found.append(FoundJournal(path: place, journal: nil, failure: error))
      }
    }
    for place in kind == .journal ? companion.namesakes(kind) : [] {
      if let journal = (try? Self.bytes(at: place, of: companion)).flatMap(Journal.init),
        journal.header.document.utf8.elementsEqual(companion.document.utf8)
      {
        found.append(FoundJournal(path: place, journal: journal))
      }
    }
    return found.filter { $0.journal != nil } + found.filter { $0.journal == nil }
  }

  /// Removes the journal, where its edits are in the file.
  ///
  /// - Throws: `FileError`.
  package func remove() throws(FileError) {
    do throws(CallFailure) {
      try SystemCalls().remove(path)
    } catch  where error == .missing {
      return
    } catch {
      throw .call(.journal, path: path, error)
    }
  }

  /// Puts the journal, or whatever stands in its place, aside, where it stays until the next save. Should
  /// all places be taken, it takes the first.
  ///
  /// - Throws: `FileError`.
  package func giveUp(_ companion: CompanionFile) throws(FileError) {
    let place =
      companion.freePlace(.givenUp, like: path) ?? companion.place(.givenUp, like: path)
    try FileError.attempt(.journal, path, try SystemCalls().rename(path, to: place))
  }

  /// What is wrong with what nothing can be recovered from.
  package var damage: String {
    failure.map { "what stands at \(path.printable) cannot be read: \($0)" }
      ?? "the first line of \(path.printable) is damaged, or of another version; "
      + "nothing in it can be recovered"
  }

  /// A journal is read up to this size, 256 MiB: version 0.1 let them grow.
  private static let largest = 256 << 20

  /// Reads what only those can have put there who may write the document.
  private static func bytes(
    at path: String, of companion: CompanionFile
  ) throws(CallFailure) -> [UInt8] {
    let files = SystemCalls()
    let descriptor = try files.open(path, .readUnlinked)
    defer { try? files.close(descriptor) }
    try companion.check(try files.status(of: descriptor))
    let bytes = try files.readAll(descriptor, limit: largest + 1)
    guard bytes.count <= largest else { throw .tooLarge }
    return bytes
  }
}
