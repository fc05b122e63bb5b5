package import Diagnostics
package import ScheduleModel

/// What the editor asks of the program around it: files, devices, other programs.
///
/// The editor sees neither files nor devices, so that it can be tested and reused without either.
package protocol EditorHost: AnyObject {
  /// Keeps the edits made so far where they outlive the program. Called after painting.
  ///
  /// - Throws: `Refusal`, why they could not be kept, told once.
  func record(_ contents: Contents) throws(Refusal)

  /// Writes the document, in the way that the user chose where that must be chosen.
  func save(_ contents: Contents, _ way: SaveWay) throws(SaveProblem)

  /// Writes the document to another file, which must not be there yet.
  func saveCopy(_ contents: Contents, to path: String) throws(Refusal)

  /// Writes a picture of a schedule to a file that must not be there yet: SVG or HTML, as its name ends.
  func writePicture(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday, path: String
  ) throws(Refusal)

  /// Reads a document to compare with; nil for the one that is being edited, as its file has it now.
  func contents(ofFile path: String?) throws(Refusal) -> Contents

  /// Writes a schedule in a device's format; returns what there is to do with it, a sentence each.
  func export(_ schedule: Schedule, _ plan: ExportPlan) throws(ExportProblem) -> [String]

  /// The day and the time on the user's clock.
  var now: WeekTime { get }

  /// Watches the file from now on; returns a descriptor that can be read when `outsideChange` should
  /// be asked. Called once, after the first painting.
  func beginWatching() -> Int32?

  /// What other programs made of the file meanwhile, merged with what the editor has.
  func outsideChange(_ contents: Contents) -> OutsideChange

  /// Whether the other editor, because of which this one only looks on, has ended.
  var hasOtherEditorEnded: Bool { get }

  /// Takes the document over from another editor that has ended.
  ///
  /// - Throws: `Refusal`, who has the document now.
  func takeOver() throws(Refusal)

  /// What a session that died had not saved.
  var recoverableEdits: RecoverableEdits? { get }

  /// Takes those edits over, merged with the file as it is now; they are not saved yet.
  func recover() throws(Refusal) -> EditsTakenOver

  /// Gives those edits up.
  func discardRecoverableEdits() throws(Refusal)
}

/// Why nothing was exported.
package enum ExportProblem: Error, Sendable {
  case failed(Refusal)
  /// A file is there already.
  case exists
}

/// Edits that a session left when it died.
package struct RecoverableEdits: Hashable, Sendable {
  /// Whose they are, and whether the file has changed since.
  package let title: String
  /// A line for each cell, old value and recovered one.
  package let lines: [String]
  /// The document as its file has it, and with the edits; nil where there is no file.
  let weeks: Versions?

  /// The document before and after.
  package struct Versions: Hashable, Sendable {
    let file, recovered: Contents

    /// Joins both.
    package init(file: Contents, recovered: Contents) {
      self.file = file
      self.recovered = recovered
    }
  }

  /// Describes edits.
  package init(title: String, lines: [String], weeks: Versions? = nil) {
    self.title = title
    self.lines = lines
    self.weeks = weeks
  }
}

/// What taking over such edits gave.
package struct EditsTakenOver: Sendable {
  /// The document with them.
  package let contents: Contents
  /// What the file says now.
  package let file: Contents
  /// What both the file and the edits changed; the document has what the file says.
  package let conflicts: [(list: [MergeConflict], edited: Contents)]

  /// Describes an outcome.
  package init(
    contents: Contents, file: Contents,
    conflicts: [(list: [MergeConflict], edited: Contents)] = []
  ) {
    (self.contents, self.file, self.conflicts) = (contents, file, conflicts)
  }
}

/// How a file is written.
package enum SaveWay: Hashable, Sendable {
  /// All or nothing; refused where that would cost something.
  case careful
  /// Into the file itself: keeps its other names, but is not all or nothing.
  case inPlace
  /// A new file under this name; its other names keep the old text.
  case breakLinks
}

/// Why nothing was written.
package enum SaveProblem: Error, Sendable {
  case failed(Refusal)
  /// The user can choose one of these ways.
  case needsChoice(Refusal, [SaveWay])
  /// Another program had changed the file.
  case changedOutside(OutsideChange)
}

/// What other programs made of the file.
package enum OutsideChange: Sendable {
  /// Nothing: its text is the same.
  case none
  /// A document; the merge of it with what the editor has.
  case merged(ScheduleMerge, file: Contents)
  /// The file is gone; saving writes it anew.
  case removed
  /// Nothing that can be merged: it is no document.
  case unusable(Refusal)
}
