import Diagnostics
import ScheduleModel
import ScheduleRules
import ScheduleText

/// A document of a record, as far as a command needs it: without the text's layout, where the fast reader
/// takes it.
struct RecordDocument {
  /// What it says.
  let contents: Contents
  /// Whether it is proved that the rules find nothing in it.
  let isProved: Bool
  /// The document with its text; nil where the fast reader took it, and findings need it.
  private let slow: ScheduleDocument?

  /// Reads a document; `name` is how findings name it.
  ///
  /// - Throws: `DocumentProblem`.
  init(
    _ text: UnsafeRawBufferPointer, name: String, _ clean: CleanDocument,
    _ known: inout KnownShape
  ) throws(DocumentProblem) {
    if clean.read(text, into: &known) {
      contents = known.contents
      isProved = clean.isProved(known)
      slow = nil
    } else {
      let document = try ScheduleDocument(reading: Array(text), file: name)
      contents = document.contents
      isProved = false
      slow = document
    }
  }

  /// What makes findings of what is said about its values.
  func findings(_ text: UnsafeRawBufferPointer, name: String) throws(DocumentProblem)
    -> DocumentFindings
  {
    guard let slow else {
      return DocumentFindings(try ScheduleDocument(reading: Array(text), file: name), file: name)
    }
    return DocumentFindings(slow, file: name)
  }
}
