package import Diagnostics
import JSONText
package import ScheduleModel
package import ScheduleRules

/// Why a text cannot be edited: the errors that leave the table incomplete.
package struct DocumentProblem: Error, Sendable, CustomStringConvertible {
  /// The errors in the order of the text; at least one.
  package let diagnostics: [Diagnostic]
  /// Whether the document cannot be written, because its text would be refused; nothing is wrong with a file.
  package let isTooLarge: Bool

  package init(diagnostics: [Diagnostic], isTooLarge: Bool = false) {
    (self.diagnostics, self.isTooLarge) = (diagnostics, isTooLarge)
  }

  package var description: String {
    let first = diagnostics.first
    return (isTooLarge ? first?.message : first?.summary) ?? "not a schedule"
  }
}

/// A schedule file: its original bytes and its current contents.
///
/// Saving replaces only the bytes of changed values: one edited cell changes one line, and no edits change nothing.
package struct ScheduleDocument: Sendable {
  /// The text as read; empty for a new document.
  package private(set) var original: [UInt8]
  private var saved: Contents?
  package var contents: Contents

  /// Creates a document without a file.
  package init(new contents: Contents) {
    original = []
    self.contents = contents
  }

  /// Reads a document to show, change, merge or export; jansson has to accept it as well.
  ///
  /// Values may break rules as long as every schedule has all 84 cells. `file` is the name in findings.
  package init(reading bytes: [UInt8], file: String) throws(DocumentProblem) {
    try self.init(DocumentCheck(bytes: bytes, file: file), of: bytes)
    do throws(JSONSyntaxError) {
      try JSONText.load(bytes)
    } catch {
      var text = SourceText(bytes)
      throw DocumentProblem(diagnostics: [
        Diagnostic(
          file: file, location: text.location(at: error.offset), message: Sentence(error.message))
      ])
    }
  }

  /// Uses the result of a check. That is enough for a text that is not written back, such as a record of a stream.
  package init(_ check: DocumentCheck, of bytes: [UInt8]) throws(DocumentProblem) {
    guard let root = check.tree?.root,
      let contents = check.draft.flatMap({ Contents($0, in: root) })
    else {
      throw DocumentProblem(diagnostics: check.diagnostics.filter { $0.severity == .error })
    }
    original = bytes
    saved = contents
    self.contents = contents
  }

  /// Whether saving would change the file.
  package var isModified: Bool { contents != saved }

  /// Whether the document was never saved.
  package var isNew: Bool { saved == nil }

  /// Returns the texts that saving each of some versions would write; none for a new document.
  package func texts(of versions: [Contents]) -> [[UInt8]] {
    guard let saved, let edits = DocumentEdits(original, contents: saved) else { return [] }
    return versions.map { edits.edits(to: $0).applied(to: original) }
  }

  /// Returns the text to save: `kept` if it has the same contents.
  ///
  /// - Throws: `DocumentProblem` if the text does not represent the contents; then nothing must be written.
  package func text(file: String, kept: [UInt8]? = nil) throws(DocumentProblem) -> [UInt8] {
    if let kept, (try? ScheduleDocument(reading: kept, file: file))?.contents == contents {
      return kept
    }
    guard isModified else { return original }
    let text = texts(of: [contents]).first ?? CanonicalText.text(of: contents)
    let written: ScheduleDocument
    do {
      written = try ScheduleDocument(reading: text, file: file)
    } catch {
      let reason: Sentence =
        text.count > JSONLimits.size
        ? "larger than \(JSONLimits.sizeText)"
        : error.diagnostics.first.map { "refused: \($0.message)" } ?? "refused"
      let message: Sentence = "it would be \(reason); nothing was written"
      throw DocumentProblem(
        diagnostics: [Diagnostic(file: file, message: message)], isTooLarge: true)
    }
    guard written.contents == contents else {
      throw DocumentProblem(diagnostics: [
        Diagnostic(
          file: file, message: "internal error: the text to write does not match the schedule")
      ])
    }
    return text
  }

  /// Merges the changes of another document since `base`, which is nil if both started empty; the layout is this one's.
  ///
  /// - Returns: the text, and what both changed differently; there it has this document's value.
  /// - Throws: `DocumentProblem` if the result would not be a document, for example too large.
  package func merging(
    _ theirs: ScheduleDocument, since base: ScheduleDocument?, file: String
  ) throws(DocumentProblem) -> (text: [UInt8], contents: Contents, conflicts: [MergeConflict]) {
    let merge = ScheduleMerge(base: base?.contents, ours: contents, theirs: theirs.contents)
    var result = self
    result.contents = merge.contents
    return (try result.text(file: file), merge.contents, merge.conflicts)
  }

  /// Copies the schedule identities of `contents`, which equals the saved contents.
  package mutating func identify(as contents: Contents) {
    guard contents == saved else { return }
    saved = contents
    self.contents = contents
  }

  /// Records `text` as the content of the file.
  package mutating func didSave(_ text: [UInt8]) {
    original = text
    saved = contents
  }
}

extension Contents {
  /// Creates the contents from a draft and its text; nil if a cell, a name or another text cannot be read.
  fileprivate init?(_ draft: DraftDocument, in root: JSONNode) {
    guard let unit = draft.unit, !draft.schedules.isEmpty,
      let list = root[FileFormat.Member.schedules.name]
    else { return nil }
    let hasUnknown = draft.hasUnknownMembers
    let schedules = zip(draft.schedules, list.children).compactMap { draft, node -> Schedule? in
      guard let name = draft.name, let week = Week(draft.week),
        draft.notes != nil || node[FileFormat.Member.notes.name] == nil,
        draft.device != nil || node[FileFormat.Member.device.name] == nil
      else { return nil }
      var schedule = Schedule(name: name, notes: draft.notes, device: draft.device, week: week)
      if hasUnknown { schedule.members = UnknownMembers(in: node) }
      return schedule
    }
    let entries = root[FileFormat.Member.calendar.name]?.elements ?? []
    let calendar = zip(draft.calendar, entries).compactMap { draft, node -> CalendarEntry? in
      var entry = draft
      if hasUnknown {
        entry?.members = UnknownMembers(in: node, besides: FileFormat.calendarEntry.keys)
      }
      return entry
    }
    guard schedules.count == draft.schedules.count, calendar.count == draft.calendar.count else {
      return nil
    }
    self.init(unit: unit, schedules: schedules)
    self.calendar = calendar
    members = UnknownMembers(in: root, besides: FileFormat.document.keys)
  }
}

extension EditHistory.Version {
  /// The document, read from the text if necessary; nil if that is not a schedule.
  package var document: Contents? {
    contents ?? text.flatMap { try? ScheduleDocument(reading: $0, file: "").contents }
  }
}
