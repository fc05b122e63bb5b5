/// What the editor asks of whoever runs it.
package enum EditorRequest: Hashable, Sendable {
  /// Write the document, and perhaps end when that succeeded.
  case save(SaveWay, thenQuit: Bool)
  /// Write the document to another file.
  case saveCopy(path: String)
  /// Take over what a session that died had edited.
  case recover
  /// Give that up.
  case discardRecovery
  /// End.
  case quit
  /// End at once, as a signal from the keyboard would: what was not saved stays kept.
  case interrupt
  /// Give the terminal back and stop until continued.
  case suspend
  /// Paint everything anew.
  case redraw
  /// Put text on the terminal's clipboard.
  case copy(String)
  /// Draw with the theme of that name.
  case useTheme(String)
  /// Ask the terminal for what the mouse does, or no longer.
  case reportMouse(Bool)
  /// Write a picture of the schedule on the screen.
  case picture(path: String)
  /// Compare the schedule on the screen with one of a file; of the document's own for no path.
  case compare(path: String?, schedule: String?)
  /// Write the schedule on the screen in a device's format.
  case export(ExportPlan)
}
