import CLibrary
import Diagnostics
package import ScheduleText

/// A journal that was found: a file with the edits of a program that ended without saving them.
package struct FoundJournal: Sendable {
  /// Where it stands.
  package let path: String
  /// What it says; nil where its first line is damaged, so that nothing in it can be recovered.
  package let journal: Journal?

  /// Finds the journals of a document, those that can be read first. What stands in the place of one
  /// and is a link, no file or somebody else's is passed over.
  ///
  /// Who has the session's lock may remove one on the way whose first line was not finished: it holds
  /// nothing.
  ///
  /// - Throws: `FileError` for a journal that is there and cannot be read.
  package static func all(
    _ companion: CompanionFile, removingEmpty: Bool = false
  ) throws(FileError) -> [FoundJournal] {
    var found: [FoundJournal] = []
    for place in companion.places(.journal) {
      do throws(CallFailure) {
        let bytes = try Self.bytes(at: place, of: companion)
        if !Journal.isUnbegun(bytes) {
          found.append(FoundJournal(path: place, journal: Journal(bytes)))
        } else if removingEmpty {
          try? SystemCalls().remove(place)
        }
      } catch
        where error.isFolderRefusal || [.missing, .notAFile, .foreign, .link].contains(error)
      {
        continue
      } catch {
        throw .call(.journal, path: place, error)
      }
    }
    for place in companion.namesakes(.journal) {
      if let journal = (try? Self.bytes(at: place, of: companion)).flatMap(Journal.init),
        journal.header.document == companion.document
      {
        found.append(FoundJournal(path: place, journal: journal))
      }
    }
    return found.filter { $0.journal != nil } + found.filter { $0.journal == nil }
  }

  /// Removes the journal.
  ///
  /// - Throws: `FileError`.
  package func discard() throws(FileError) {
    do throws(CallFailure) {
      try SystemCalls().remove(path)
    } catch  where error == .missing {
      return
    } catch {
      throw .call(.journal, path: path, error)
    }
  }

  /// What is wrong with a journal of which nothing can be recovered.
  package var damage: String {
    "the first line of \(path.printable) is damaged, or of another version; "
      + "nothing in it can be recovered"
  }

  /// A journal is read up to this size: 256 MiB.
  private static let largest = 256 << 20

  /// Reads what no one else can have put there: a file, not a link, of the user or of whoever owns
  /// the document.
  private static func bytes(
    at path: String, of companion: CompanionFile
  ) throws(CallFailure) -> [UInt8] {
    let files = SystemCalls()
    let descriptor = try files.open(path, .readWrite)
    defer { try? files.close(descriptor) }
    let status = try files.status(of: descriptor)
    let owner = (try? files.status(of: companion.document, following: true))?.owner
    guard status.kind == .file else { throw .notAFile }
    guard status.owner == geteuid() || status.owner == owner else { throw .foreign }
    return try files.readAll(descriptor, limit: largest)
  }
}
