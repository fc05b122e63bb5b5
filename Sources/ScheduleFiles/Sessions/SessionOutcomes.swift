package import ScheduleModel
package import ScheduleText

/// How to open a document.
package enum SessionAccess: Hashable, Sendable {
  case edit
  /// Only read; takes no lock and leaves no files.
  case readOnly
  /// Edit, once the other editor has ended, within this time.
  case wait(Duration)
}

/// The result of a recovery.
package struct RecoveredEdits: Sendable {
  /// The document with the edits.
  package let contents: Contents
  /// The current contents of the file.
  package let file: Contents
  /// What both the file and the edits changed, with the document as edited.
  package let conflicts: [(list: [MergeConflict], edited: Contents)]
}

/// What other programs did to the file.
package enum ExternalChange: Sendable {
  /// The text is unchanged.
  case none
  /// The text changed.
  case changed(ScheduleDocument)
  /// The file was deleted.
  case removed
  /// It is not a document or cannot be read.
  case unreadable(FileError)
}
