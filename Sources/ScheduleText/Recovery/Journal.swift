import JSONText

/// The edits of a program that ended without saving them, as its journal kept them.
package struct Journal: Sendable {
  /// Which text its edits apply to.
  package let header: JournalHeader
  /// The edits that could be read, in order.
  package let entries: [JournalEntry]
  /// Whether the last line was written in part; it is left out, and nobody had been told that it was
  /// kept.
  package let hasTornEnd: Bool
  /// The numbers of other lines that are damaged, from 1; they are left out.
  package let damagedLines: [Int]

  /// Reads the text of a journal; nil where its first line is damaged, so that nothing says what the
  /// others apply to.
  package init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // Behind the last line end stands nothing, or what was written in part.
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
    // A power cut may leave the last line whole in length and not in text.
    let isLastTorn = damaged.last == lines.count
    if isLastTorn { damaged.removeLast() }
    self.entries = entries
    hasTornEnd = isLastTorn || !rest.isEmpty
    damagedLines = damaged
  }

  /// How many edits are kept: the cells that the entries name, and the documents. An entry may have several cells
  /// without their having been edited together, since a journal is begun anew where the file has changed.
  package var editCount: Int {
    entries.reduce(0) { count, entry in
      if case .cells(_, _, let changes) = entry { count + changes.count } else { count + 1 }
    }
  }

  /// Whether a text is that of a journal whose first line was never finished: nothing was kept.
  package static func isUnbegun(_ bytes: [UInt8]) -> Bool { !bytes.contains(0x0A) }

  /// The first line of a journal.
  package static func start(_ header: JournalHeader) -> [UInt8] {
    JournalLine.encoded(header.json)
  }

  /// The line of an entry; `number` counts the entries from 1.
  package static func line(_ entry: JournalEntry, number: Int) -> [UInt8] {
    JournalLine.encoded(entry.json(number: number))
  }
}
