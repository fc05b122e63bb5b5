/// The edits of a crashed session, merged with the file.
package struct RecoveredEdits: Sendable {
  /// The document with the edits; in a conflict, with the file's value.
  package let contents: Contents
  package let file: Contents
  package let merges: [ScheduleMerge]

  package init(_ contents: Contents, file: Contents, merges: [ScheduleMerge] = []) {
    (self.contents, self.file, self.merges) = (contents, file, merges)
  }
}
