package import Diagnostics
package import ScheduleModel

/// The parameters of an editor.
package struct EditorOptions: Sendable {
  /// The name of the file in the title.
  package var fileName: String
  /// The index of the first schedule to show; nil for the list if there are several.
  package var scheduleIndex: Int?
  /// Whether there is no file yet.
  package var isNew = false
  /// Why the document is read-only; nil if it is not.
  package var readOnlyReason: String?
  /// A message about the file at start.
  package var notice: String?
  /// Whether it is read-only because of another editor, which may end.
  package var isHeldElsewhere = false
  package var settings = EditorSettings()
  /// The available devices.
  package var devices: any DeviceCatalog = NoDevices()
  /// The user's home folder, abbreviated as `~` in commands.
  package var homeFolder: String?
  /// The name of the file in the message after a save; nil for the file's name.
  package var savedName: String?
  /// Returns the files and folders (with a slash) that start with the typed text.
  package var fileNames: @Sendable (_ typed: String) -> [String] = { _ in [] }
  /// Returns the day of today.
  package var today: @Sendable () -> CalendarDay = { .first }
  /// The device whose limits apply; nil for that of the schedule.
  package var device: String?

  /// The history of the file; nil without earlier steps.
  package var history: EditHistory?
  /// Reads a text of the history; returns nil if it is not a schedule.
  package var contents: @Sendable (_ text: [UInt8]) -> Contents? = { _ in nil }

  /// Expands `~/` at the start of a path.
  func expandingHome(_ path: String) -> String {
    guard let homeFolder, path.hasPrefix("~/") else { return path }
    return homeFolder + path.dropFirst()
  }

  /// Creates default options.
  package init(fileName: String) {
    self.fileName = fileName
  }
}
