import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// A document that a command reads and does not write.
///
/// The fast reader takes most; the tree is made where the text has a surprise, or findings need a place.
struct ReadDocument {
  /// The file; `-` for standard input.
  let path: String
  /// The text.
  let text: [UInt8]
  /// What it says.
  let contents: Contents

  /// Reads the document at `path`.
  ///
  /// - Throws: `Failure`.
  static func open(_ path: String) throws(Failure) -> ReadDocument {
    try Failure.about(path) {
      let text = try FileReading.bytes(at: path)
      if let contents = KnownShape(text)?.contents {
        return ReadDocument(path: path, text: text, contents: contents)
      }
      let document = try ScheduleDocument(reading: text, file: path)
      return ReadDocument(path: path, text: text, contents: document.contents)
    }
  }

  /// The index of the schedule of that name, or of the first one.
  func scheduleIndex(named name: String?) throws(Failure) -> Int {
    try contents.index(ofSchedule: name, in: path)
  }

  /// What makes findings of what is said about its values.
  func findings() throws(Failure) -> DocumentFindings {
    try Failure.about(path) {
      DocumentFindings(try ScheduleDocument(reading: text, file: path), file: path)
    }
  }
}
