package import ScheduleModel
package import ScheduleText

/// How a document is opened.
package enum SessionAccess: Hashable, Sendable {
  case edit
  /// Look only; takes no lock and leaves nothing.
  case readOnly
  /// Edit, when the other editor is done within this time.
  case wait(Duration)
}

/// What a recovery gave.
package struct RecoveredEdits: Sendable {
  /// The document with the edits.
  package let contents: Contents
  /// What the file says, which may have changed since it was opened.
  package let file: Contents
  /// What both the file and the edits changed, and the document as those edits left it.
  package let conflicts: [(list: [MergeConflict], edited: Contents)]
}

/// What others made of a file.
package enum ExternalChange: Sendable {
  /// Nothing: the text is the same.
  case none
  /// Another document.
  case changed(ScheduleDocument)
  /// It is gone.
  case removed
  /// What is there is no document, or cannot be read.
  case unreadable(FileError)
}
