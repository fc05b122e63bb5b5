package import Diagnostics
import JSONText
package import ScheduleModel
import ScheduleRules

/// Why a text is no document that can be worked on: the errors that leave the table incomplete.
package struct DocumentProblem: Error, Sendable {
  /// What is wrong, in the order of the text; at least one.
  package let diagnostics: [Diagnostic]
}

/// A schedule file: the bytes it was read from and what it says now.
///
/// Saving changes only the bytes of values that differ from what was read, so that a cell edited is
/// a line changed, and no edit is no change.
package struct ScheduleDocument: Sendable {
  /// The text as it was read; empty for a document that was never saved.
  package private(set) var original: [UInt8]
  private var saved: Contents?
  /// The text and the contents that the document was opened with: what a schedule that was removed
  /// and brought back comes from.
  private let opened: DocumentEdits.Source?
  /// What the document says now.
  package var contents: Contents

  /// Begins a document that has no file yet.
  package init(new contents: Contents) {
    original = []
    opened = nil
    self.contents = contents
  }

  /// Reads a document; values may break rules as long as all 84 cells of each schedule are there.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - file: how findings name the file.
  /// - Throws: `DocumentProblem`, with the errors found.
  package init(reading bytes: [UInt8], file: String) throws(DocumentProblem) {
    let check = DocumentCheck(bytes: bytes, file: file)
    guard let contents = check.draft.flatMap(Contents.init) else {
      throw DocumentProblem(diagnostics: check.diagnostics.filter { $0.severity == .error })
    }
    original = bytes
    saved = contents
    opened = DocumentEdits.Source(bytes: bytes, contents: contents)
    self.contents = contents
  }

  /// Whether saving would change the file.
  package var isModified: Bool { contents != saved }

  /// Whether the document was never saved.
  package var isNew: Bool { saved == nil }

  /// The replacements of bytes that saving makes; none for a new document, which is written whole.
  package func textEdits() -> [TextEdit] {
    guard let saved, isModified else { return [] }
    return DocumentEdits(from: saved, in: original, opened: opened).edits(to: contents)
  }

  /// The text that saving writes.
  ///
  /// - Throws: `DocumentProblem`, should the text not say what the document says: nothing must then
  ///   be written.
  package func text(file: String) throws(DocumentProblem) -> [UInt8] {
    guard isModified else { return original }
    let text =
      isNew ? CanonicalText.text(of: contents) : textEdits().applied(to: original)
    guard let written = try? ScheduleDocument(reading: text, file: file),
      written.contents == contents
    else {
      throw DocumentProblem(diagnostics: [
        Diagnostic(file: file, message: "the text to be written does not match the schedule")
      ])
    }
    return text
  }

  /// Takes `text` as what the file holds now.
  package mutating func didSave(_ text: [UInt8]) {
    original = text
    saved = contents
  }
}

extension Contents {
  /// Makes a collection of a draft; nil when a cell or a name is missing.
  fileprivate init?(_ draft: DraftDocument) {
    guard let unit = draft.unit, !draft.schedules.isEmpty else { return nil }
    let schedules = draft.schedules.enumerated().compactMap { index, draft -> Schedule? in
      guard let name = draft.name, let week = Week(draft.week) else { return nil }
      var schedule = Schedule(
        name: name, notes: draft.notes, device: draft.device, week: week)
      schedule.origin = index
      return schedule
    }
    guard schedules.count == draft.schedules.count else { return nil }
    self.init(unit: unit, schedules: schedules)
  }
}
