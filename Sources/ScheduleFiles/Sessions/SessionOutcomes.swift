package import ScheduleText

/// How a document is opened.
package enum SessionAccess: Hashable, Sendable {
  case edit
  /// Look only; takes no lock and leaves nothing.
  case readOnly
  /// Edit, when the other editor is done within this time.
  case wait(Duration)
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
