package import Diagnostics
package import ScheduleModel
package import ScheduleText

/// The interface of the editor to its host: files, other programs and the clock.
///
/// The editor itself accesses no files, so that it can be tested and reused.
package protocol EditorHost: AnyObject {
  /// Journals the edits so far: those since `base`, or since the file if it is nil. Called after drawing.
  ///
  /// - Throws: `Refusal` with the reason; reported once.
  func record(_ contents: Contents, since base: Contents?) throws(Refusal)

  /// Saves the document, in the way chosen by the user if there is a choice, and keeps its history, so that later
  /// sessions can undo the edits. Returns the history with the saved texts.
  func save(
    _ contents: Contents, after history: EditHistory, _ policy: SavePolicy
  ) throws(SaveProblem) -> EditHistory

  /// Saves the document as a new file.
  func saveCopy(_ contents: Contents, to path: String) throws(Refusal)

  /// Writes a picture of a schedule to a new file: SVG or HTML, by its extension.
  func writePicture(
    of schedule: Schedule, clock: ClockStyle, firstDay: Weekday, path: String
  ) throws(Refusal)

  /// Reads a document to compare with; nil for the saved version of the current one.
  func contents(ofFile path: String?) throws(Refusal) -> Contents

  /// Writes the text of an export; returns false if that would replace a file without `replacing`.
  func export(_ text: [UInt8], to path: String, replacing: Bool) throws(Refusal) -> Bool

  /// Reads the schedules of a device's file, in the unit of the document, with notes, one sentence each.
  func schedules(
    of file: DeviceFile, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String])

  var now: (day: CalendarDay, time: TimeOfDay) { get }

  /// The minutes from now until a clock has advanced by `minutes`: less or more where clocks are changed.
  func elapsed(_ minutes: Int) -> Int

  /// Describes a moment, in microseconds since 1970.
  func words(ofMicroseconds time: Int) -> String

  /// Returns the files and folders (with a slash) that start with the typed text.
  func fileNames(beginning typed: String) -> [String]

  /// Starts watching the file, after the first drawing; its descriptor is readable when to call `outsideChange`.
  func beginWatching() -> Int32?

  /// Returns another program's changes to the file, merged with the editor's contents; nil if there are none.
  func outsideChange(_ contents: Contents) -> OutsideChange?

  /// Whether the other editor that made this one read-only has ended.
  var hasOtherEditorEnded: Bool { get }

  /// Takes over the document from an editor that has ended.
  ///
  /// - Throws: `Refusal`, naming the current editor.
  func takeOver() throws(Refusal)

  /// The unsaved edits of a crashed session; nil once they are recovered or discarded.
  var recoverableEdits: Recovery? { get }

  /// Describes the author of edits, with the local time.
  func words(of holder: LockHolder) -> String

  /// Recovers these edits, merged with the current file; they are not saved yet.
  func recover() throws(Refusal) -> RecoveredEdits

  func discardRecoverableEdits() throws(Refusal)
}

package enum SaveProblem: Error, Sendable {
  case failed(Refusal)
  /// The user can choose one of these ways.
  case needsChoice(Refusal, [SavePolicy])
  /// The merge of the other program's change with the editor's contents, to adopt.
  case changedOutside(ScheduleMerge)
}

package enum OutsideChange: Sendable {
  /// A merge of the changed document with the editor's contents.
  case merged(ScheduleMerge)
  /// The file has the known text, perhaps again.
  case same
  /// The file was deleted; saving creates it again.
  case removed
  /// The file is not a document, so it cannot be merged.
  case unusable(Refusal)
}
