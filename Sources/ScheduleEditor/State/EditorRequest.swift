/// A request of the editor to the terminal that it runs on.
enum EditorRequest: Hashable {
  /// Quit.
  case quit
  /// Quit at once, as on a signal; unsaved edits stay in the journal.
  case interrupt
  /// Restore the terminal and stop until continued.
  case suspend
  /// Draw everything again.
  case redraw
  /// Ring the bell.
  case ring
  /// Copy text to the terminal's clipboard.
  case copy(String)
  /// Switch to the theme with this name.
  case useTheme(String)
  /// Enable or disable mouse reports.
  case reportMouse(Bool)
}
