import Diagnostics
package import ScheduleModel

/// The result of applying a journal to the current document.
package struct Recovery: Sendable {
  package let journal: Journal
  /// The document with the edits of the journal; in a conflict, the file's value.
  package let merge: ScheduleMerge
  /// The current contents of the file; nil without a file.
  package let current: Contents?
  /// What the edits are applied to: the current contents, or without a file those that were edited.
  package let before: Contents
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
    let text = journal.header.base
    guard let base = try? ScheduleDocument(reading: text, file: "").contents else { return nil }
    isUnchanged = journal.header.isNew ? current == nil : text == current?.original
    var edited = base
    before = current?.contents ?? base
    unplacedCount = journal.entries.count { !$0.apply(to: &edited, base: base) }
    self.edited = edited
    // The file is "ours": its value wins a conflict.
    merge = ScheduleMerge(base: base, ours: before, theirs: edited)
  }

  /// Whether the document already contains the edits: the program ended after saving.
  package var isEmpty: Bool { merge.contents == current && isWhole }

  /// Whether all edits can be recovered: no conflicts and no damage.
  package var isWhole: Bool {
    merge.conflicts.isEmpty && journal.damagedLines.isEmpty && unplacedCount == 0
  }

  /// What cannot be recovered, one sentence each.
  package var skipped: [String] {
    var sentences = journal.damagedLines.map {
      "line \($0) of the journal is damaged and was skipped"
    }
    if unplacedCount > 0 {
      let edits = counted(unplacedCount, "edit")
      let (belong, were) = unplacedCount == 1 ? ("belongs", "was") : ("belong", "were")
      sentences.append(
        "\(edits) after a damaged line \(belong) to an unknown schedule and \(were) skipped")
    }
    if journal.hasTornEnd {
      sentences.append("the last edit is incomplete and was skipped")
    }
    return sentences
  }

  /// What recovery changes, one line each: `Tuesday leave heat 62 -> 64`; equal changes are one line unless `each`.
  /// Without current contents, `sentence` precedes them.
  package func lines(each: Bool, ifMissing sentence: String? = nil) -> [String] {
    let missing = sentence ?? "the file does not exist; recovery creates it"
    return (current == nil ? [missing] : []) + difference.lines(each: each)
  }

  package var differences: [ContentsDifference] { difference.differences }

  private var difference: ContentsDiff {
    ContentsDiff(from: before, to: merge.contents, inNewUnit: true)
  }
}
