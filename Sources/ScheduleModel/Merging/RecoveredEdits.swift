/// The edits of a crashed session, merged with the file.
package struct RecoveredEdits: Sendable {
  /// The document with the edits; in a conflict, with the file's value.
  package let contents: Contents
  /// The current contents of the file.
  package let file: Contents
  /// The merges with conflicts.
  package let merges: [ScheduleMerge]

  package init(_ contents: Contents, file: Contents, merges: [ScheduleMerge] = []) {
    (self.contents, self.file, self.merges) = (contents, file, merges)
  }
}
