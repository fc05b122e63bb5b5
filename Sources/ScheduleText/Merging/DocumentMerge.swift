package import ScheduleModel

/// A three-way merge of two texts by meaning. The layout is that of our side.
package struct DocumentMerge: Sendable {
  package let text: [UInt8]
  /// What both sides changed differently; the result keeps ours.
  package let conflicts: [MergeConflict]

  /// Merges; `base` is nil if both sides started empty.
  ///
  /// - Throws: `DocumentProblem` if the result would not be a document, for example too large.
  package init(
    base: ScheduleDocument?, ours: ScheduleDocument, theirs: ScheduleDocument, file: String
  ) throws(DocumentProblem) {
    let merge = ScheduleMerge(base: base?.contents, ours: ours.contents, theirs: theirs.contents)
    var result = ours
    result.contents = merge.contents
    text = try result.text(file: file)
    conflicts = merge.conflicts
  }
}
