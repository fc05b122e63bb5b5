package import ScheduleModel

/// The result of applying a journal to the current document.
package struct Recovery: Sendable {
  package let journal: Journal
  /// The document with the edits of the journal; in a conflict, the file's value.
  package let merge: ScheduleMerge
  /// The current contents of the file; nil without a file.
  package let current: Contents?
  /// Whether the file is still the version that was edited.
  package let isUnchanged: Bool
  /// The document as the edits left it.
  package let edited: Contents
  /// How many entries refer to a missing schedule, after a damaged line; they are skipped.
  package let unplacedCount: Int

  /// Applies a journal's edits to the document that they were made on and merges the result with the current document;
  /// nil if that base is not a document.
  package init?(_ journal: Journal, current: ScheduleDocument?) {
    self.journal = journal
    self.current = current?.contents
    guard let base = Self.base(of: journal, current: current) else { return nil }
    // A whole document without its base: its differences from the file may be another program's changes.
    let isBaseKnown = journal.header.base != nil || !journal.entries.contains(where: \.isDocument)
    let isSame = journal.header.base.map { $0 == current?.original } ?? (base == current?.contents)
    isUnchanged = journal.header.isNew ? current == nil : isSame && isBaseKnown
    var edited = base
    unplacedCount = journal.entries.count { !$0.apply(to: &edited) }
    self.edited = edited
    // The file is "ours": its value wins a conflict.
    merge = ScheduleMerge(
      base: isBaseKnown ? base : nil, ours: current?.contents ?? base, theirs: edited)
  }

  /// Whether the document already contains the edits: the program ended after saving.
  package var isEmpty: Bool { merge.contents == current && isWhole }

  /// Whether all edits can be recovered: no conflicts and no damage.
  package var isWhole: Bool {
    merge.conflicts.isEmpty && journal.damagedLines.isEmpty && unplacedCount == 0
  }

  /// What cannot be recovered, one sentence each.
  package var leftOut: [String] {
    var sentences = journal.damagedLines.map {
      "line \($0) of the journal is damaged and was skipped"
    }
    if unplacedCount > 0 {
      sentences.append(
        "\(unplacedCount) edits after a damaged line belong to an unknown schedule and were "
          + "skipped")
    }
    if journal.hasTornEnd {
      sentences.append("the last edit is incomplete and was skipped")
    }
    return sentences
  }

  /// What recovery changes, one line each: `Tuesday leave heat 62 -> 64`. Equal changes on several days are one line
  /// unless `each`.
  package func lines(each: Bool) -> [String] {
    guard let current else { return ["the document was never saved"] }
    return ContentsDiff(from: current, to: merge.contents).lines(each: each)
  }

  /// What recovery changes; empty if the document was never saved.
  package var differences: [ContentsDifference] {
    current.map { ContentsDiff(from: $0, to: merge.contents).differences } ?? []
  }

  /// The document that was edited: the text in the journal, or the file with the old values of the edited cells.
  private static func base(of journal: Journal, current: ScheduleDocument?) -> Contents? {
    if let text = journal.header.base {
      return try? ScheduleDocument(reading: text, file: "").contents
    }
    guard var base = current?.contents else { return nil }
    for entry in journal.entries.reversed() { entry.takeBack(from: &base) }
    return base
  }
}
