package import ScheduleText

/// How a document is opened.
package enum SessionAccess: Hashable, Sendable {
  case edit
  /// Look only; takes no lock and leaves nothing.
  case readOnly
  /// Edit, when the other editor is done within this time.
  case wait(Duration)
}

/// Why a session could not begin.
package enum SessionError: Error, Sendable {
  /// Another editor has the document; nil where it has not said who it is.
  case held(LockHolder?)
  /// The file could not be opened.
  case document(DocumentFileError)
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
  case unreadable(DocumentFileError)
}

/// Why a document was not saved.
package enum SaveFailure: Error, Sendable {
  /// Others changed the file: `merge` what they made of it, then save again.
  case changedOutside(ScheduleDocument)
  /// The document could not be written.
  case failed(DocumentFileError)
}
