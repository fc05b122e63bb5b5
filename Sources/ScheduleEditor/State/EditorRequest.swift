/// A request of the editor to its host.
package enum EditorRequest: Hashable, Sendable {
  /// Save the document, and perhaps quit if that succeeds.
  case save(SaveWay, thenQuit: Bool)
  /// Save the document as another file.
  case saveCopy(path: String)
  /// Recover the edits of a crashed session.
  case recover
  /// Discard the edits of a crashed session.
  case discardRecovery
  /// Quit.
  case quit
  /// Quit at once, as on a signal; unsaved edits stay in the journal.
  case interrupt
  /// Restore the terminal and stop until continued.
  case suspend
  /// Draw everything again.
  case redraw
  /// Copy text to the terminal's clipboard.
  case copy(String)
  /// Switch to the theme with this name.
  case useTheme(String)
  /// Enable or disable mouse reports.
  case reportMouse(Bool)
  /// Write a picture of the current schedule.
  case picture(path: String)
  /// Compare the current schedule with one in a file; without a path, in the document's own file.
  case compare(path: String?, schedule: String?)
  /// Export the current schedule.
  case export(ExportPlan)
  /// Add the schedules of a device's file.
  case importFile(ImportPlan)
}
