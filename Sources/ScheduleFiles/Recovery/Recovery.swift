package import ScheduleModel

/// What a journal makes of the document as it is now.
package struct Recovery: Sendable {
  /// The journal.
  package let journal: Journal
  /// The document with the edits of the journal; conflicts hold what the file has.
  package let merge: ScheduleMerge
  /// What the document says now; nil where there is no file.
  package let current: Contents?
  /// Whether the file is still the one that the edits were made on.
  package let isUnchanged: Bool
  /// The document as the edits left it, where that is known.
  package let edited: Contents

  /// Carries a journal's edits out on the document that it began with, and merges the result with the
  /// document as it is now; nil where the journal cannot be applied to anything.
  package init?(_ journal: Journal, current: ScheduleDocument?) {
    self.journal = journal
    self.current = current?.contents
    let text = current?.original ?? []
    isUnchanged = SHA256(text).hex == journal.header.digest.hex
    guard let base = Self.base(of: journal, current: current?.contents, isUnchanged: isUnchanged)
    else { return nil }
    var edited = base
    for entry in journal.entries { _ = entry.apply(to: &edited) }
    self.edited = edited
    // The file is "ours": what it says stays where both changed a cell.
    merge = ScheduleMerge(base: base, ours: current?.contents ?? base, theirs: edited)
  }

  /// Whether the document already says what was edited: the program ended after saving.
  package var isEmpty: Bool { merge.contents == current && merge.conflicts.isEmpty }

  /// What recovering changes, a line each: `tuesday leave heat 62 -> 64`.
  package var lines: [String] {
    guard let current else { return ["the document was never saved"] }
    return ContentsDiff.lines(from: current, to: merge.contents)
  }

  /// The document that the edits were made on: repeated in the journal, else the file where it is
  /// still the same, else the file with the values that the edited cells had.
  private static func base(
    of journal: Journal, current: Contents?, isUnchanged: Bool
  ) -> Contents? {
    if let text = journal.header.base {
      return try? ScheduleDocument(reading: text, file: "").contents
    }
    guard var base = current else { return nil }
    if isUnchanged { return base }
    for entry in journal.entries.reversed() {
      guard case .cells(let index, let changes) = entry, base.schedules.indices.contains(index)
      else { continue }
      for change in changes { base.schedules[index].week[change.cell] = change.old }
    }
    return base
  }
}
