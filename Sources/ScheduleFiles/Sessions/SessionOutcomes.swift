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

/// The result of a recovery: the document with the edits, the current contents of the file, and what both changed, with the
/// document as edited.
package typealias RecoveredEdits = (
  contents: Contents, file: Contents, conflicts: [(list: [MergeConflict], edited: Contents)]
)

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
