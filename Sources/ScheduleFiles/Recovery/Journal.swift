import JSONText
import CLibrary

/// A journal that was found: the edits of a program that ended without saving them.
package struct Journal: Sendable {
  /// Where it stands.
  package let path: String
  /// Which text its edits apply to.
  package let header: JournalHeader
  /// The edits that could be read, in order.
  package let entries: [JournalEntry]
  /// Whether the last line was written in part; it is left out, and nobody had been told that it was
  /// kept.
  package let hasTornEnd: Bool
  /// The numbers of other lines that are damaged, from 1; they are left out.
  package let damagedLines: [Int]

  /// Finds the journal of a document; nil where there is none. What stands in its place and is a link,
  /// no file or somebody else's is passed over.
  ///
  /// Who has the session's lock may remove one on the way whose first line was not finished: it holds
  /// nothing.
  ///
  /// - Throws: `SystemError` for a journal that is there and cannot be read.
  package static func find(
    _ companion: CompanionFile, removingEmpty: Bool = false
  ) throws(SystemError) -> Journal? {
    for place in companion.places(.journal) {
      do throws(CallFailure) {
        return try Journal(at: place, of: companion)
      } catch  where error == .empty {
        if removingEmpty { try? SystemCalls().remove(place) }
      } catch  where error.isFolderRefusal || [.missing, .unfit, .link].contains(error) {
        continue
      } catch {
        throw SystemError(.journal, path: place, number: error.number)
      }
    }
    return nil
  }

  /// Removes the journal.
  ///
  /// - Throws: `SystemError`.
  package func discard() throws(SystemError) {
    do throws(CallFailure) {
      try SystemCalls().remove(path)
    } catch  where error == .missing {
      return
    } catch {
      throw SystemError(.journal, path: path, number: error.number)
    }
  }

  /// A journal is read up to this size: 256 MiB.
  private static let largest = 256 << 20

  private init(at path: String, of companion: CompanionFile) throws(CallFailure) {
    self.path = path
    let bytes = try Self.bytes(at: path, of: companion)
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // Behind the last line end stands nothing, or what was written in part.
    let rest = lines.popLast() ?? []
    guard let first = lines.first.flatMap(JournalLine.decoded),
      let header = JournalHeader(first.root)
    else {
      // Not even the first line was finished: nothing had been kept.
      throw lines.isEmpty ? .empty : .damaged
    }
    self.header = header
    var entries: [JournalEntry] = []
    var damaged: [Int] = []
    for (index, line) in lines.enumerated().dropFirst() {
      if let entry = JournalLine.decoded(line).flatMap({ JournalEntry($0.root) }) {
        entries.append(entry)
      } else {
        damaged.append(index + 1)
      }
    }
    // A power cut may leave the last line whole in length and not in text.
    let isLastTorn = damaged.last == lines.count
    if isLastTorn { damaged.removeLast() }
    self.entries = entries
    hasTornEnd = isLastTorn || !rest.isEmpty
    damagedLines = damaged
  }

  /// Reads what no one else can have put there: a file, not a link, of the person or of whoever owns
  /// the document.
  private static func bytes(
    at path: String, of companion: CompanionFile
  ) throws(CallFailure) -> [UInt8] {
    let files = SystemCalls()
    let descriptor = try files.open(path, .readWrite)
    defer { try? files.close(descriptor) }
    let status = try files.status(of: descriptor)
    let owner = (try? files.status(of: companion.document, following: true))?.owner
    guard status.kind == .file else { throw .unfit }
    guard status.owner == geteuid() || status.owner == owner else { throw .foreign }
    return try files.readAll(descriptor, limit: largest)
  }
}
