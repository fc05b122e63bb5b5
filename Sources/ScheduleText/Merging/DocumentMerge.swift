import Diagnostics
package import ScheduleModel

/// Two texts that were made of one, joined by what they mean. The layout is that of our side.
package struct DocumentMerge: Sendable {
  /// The result.
  package let text: [UInt8]
  /// What both sides changed differently; ours stands in the result.
  package let conflicts: [MergeConflict]

  /// Merges; nil for a base when both sides began with nothing.
  ///
  /// - Throws: `DocumentProblem` where the result would be no document, as one that is too large.
  package init(
    base: ScheduleDocument?, ours: ScheduleDocument, theirs: ScheduleDocument, file: String
  ) throws(DocumentProblem) {
    let merge = ScheduleMerge(
      base: base?.contents, ours: ours.contents, theirs: theirs.contents)
    var result = ours
    result.contents = merge.contents
    text = try result.text(file: file)
    conflicts = merge.conflicts
  }
}
