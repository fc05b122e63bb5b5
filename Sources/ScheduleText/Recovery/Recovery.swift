package import ScheduleModel

/// What a journal makes of the document as it is now.
package struct Recovery: Sendable {
  package let journal: Journal
  /// The document with the edits of the journal; conflicts hold what the file has.
  package let merge: ScheduleMerge
  /// What the document says now; nil where there is no file.
  package let current: Contents?
  /// Whether the file is still the one that the edits were made on.
  package let isUnchanged: Bool
  /// The document as the edits left it.
  package let edited: Contents
  /// How many entries name a schedule that the document did not have then, since a line before them is
  /// damaged; they are left out.
  package let unplacedCount: Int

  /// Carries a journal's edits out on the document that it began with, and merges the result with the
  /// document as it is now; nil where what it began with is no document.
  package init?(_ journal: Journal, current: ScheduleDocument?) {
    self.journal = journal
    self.current = current?.contents
    guard let base = Self.base(of: journal, current: current) else { return nil }
    // A whole document says nothing of what it was made from: without that, what it and the file say
    // differently may be the work of others.
    let isBaseKnown = journal.header.base != nil || !journal.entries.contains(where: \.isDocument)
    let isSame = journal.header.base.map { $0 == current?.original } ?? (base == current?.contents)
    isUnchanged = journal.header.isNew ? current == nil : isSame && isBaseKnown
    var edited = base
    unplacedCount = journal.entries.count { !$0.apply(to: &edited) }
    self.edited = edited
    // The file is "ours": what it says stays where both changed a cell.
    merge = ScheduleMerge(
      base: isBaseKnown ? base : nil, ours: current?.contents ?? base, theirs: edited)
  }

  /// Whether the document already says what was edited: the program ended after saving.
  package var isEmpty: Bool { merge.contents == current && isWhole }

  /// Whether the document would say all that was edited: nothing is in conflict and nothing damaged.
  package var isWhole: Bool {
    merge.conflicts.isEmpty && journal.damagedLines.isEmpty && unplacedCount == 0
  }

  /// What cannot be recovered, a sentence each.
  package var leftOut: [String] {
    var sentences = journal.damagedLines.map {
      "line \($0) of the edits kept is damaged and left out"
    }
    if unplacedCount > 0 {
      sentences.append(
        "\(unplacedCount) edits behind a damaged line are of a schedule that it may have added; "
          + "left out")
    }
    if journal.hasTornEnd {
      sentences.append("the last edit was being kept when the editor ended; left out")
    }
    return sentences
  }

  /// What recovering changes, a line each: `tuesday leave heat 62 -> 64`. What is alike on several days
  /// is one line, unless `each` is wanted.
  package func lines(each: Bool) -> [String] {
    guard let current else { return ["the document was never saved"] }
    return ContentsDiff(from: current, to: merge.contents).lines(each: each)
  }

  /// What recovering changes; nothing where the document was never saved.
  package var differences: [ContentsDifference] {
    current.map { ContentsDiff(from: $0, to: merge.contents).differences } ?? []
  }

  /// The document that the edits were made on: the text in the journal, else the file with the values
  /// that the edited cells had.
  private static func base(of journal: Journal, current: ScheduleDocument?) -> Contents? {
    if let text = journal.header.base {
      return try? ScheduleDocument(reading: text, file: "").contents
    }
    guard var base = current?.contents else { return nil }
    for entry in journal.entries.reversed() { entry.takeBack(from: &base) }
    return base
  }
}
