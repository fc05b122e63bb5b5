import JSONText

/// The journal of a program that ended without saving its edits.
package struct Journal: Sendable {
  /// The document that the edits apply to.
  package let header: JournalHeader
  /// The readable edits, in order.
  package let entries: [JournalEntry]
  /// Whether the last line is incomplete. It is skipped: the program never reported it as kept.
  package let hasTornEnd: Bool
  /// The numbers of other damaged lines, from 1; they are skipped.
  package let damagedLines: [Int]

  /// Parses a journal; nil if its first line is damaged, so that the base of the edits is unknown.
  package init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // After the last line end there is nothing, or an incomplete line.
    let rest = lines.popLast() ?? []
    guard let first = lines.first.flatMap(JournalLine.decoded),
      let header = JournalHeader(first.root)
    else { return nil }
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
    // A power cut can leave the last line with its full length but wrong bytes.
    let isLastTorn = damaged.last == lines.count
    if isLastTorn { damaged.removeLast() }
    self.entries = entries
    hasTornEnd = isLastTorn || !rest.isEmpty
    damagedLines = damaged
  }

  /// The number of edits: cells plus documents. An entry can contain cells that were edited separately, since a journal
  /// is started again when the file changes.
  package var editCount: Int {
    entries.reduce(0) { count, entry in
      if case .cells(_, _, let changes) = entry { count + changes.count } else { count + 1 }
    }
  }

  /// Whether the first line was never completed, so that no edit was kept.
  package static func isUnbegun(_ bytes: [UInt8]) -> Bool { !bytes.contains(0x0A) }

  /// Returns the first line of a journal.
  package static func start(_ header: JournalHeader) -> [UInt8] {
    JournalLine.encoded(header.json)
  }

  /// Returns the line of an entry; `number` counts from 1.
  package static func line(_ entry: JournalEntry, number: Int) -> [UInt8] {
    JournalLine.encoded(entry.json(number: number))
  }
}
