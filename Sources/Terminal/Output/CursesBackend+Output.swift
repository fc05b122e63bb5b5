import CNcurses
package import TerminalScreen

extension CursesBackend {
  /// Sends the text to the clipboard; false for text above the limit of `Clipboard`, and where the
  /// terminal is not likely to understand.
  package func copyToClipboard(_ text: String) -> Bool {
    guard isOpen, hasPrivateModes, let bytes = Clipboard.ofThisTerminal.sequence(for: text) else {
      return false
    }
    output.write(bytes)
    return true
  }

  /// Defines the theme's colours; the next `present` paints everything.
  package func use(_ theme: Theme) {
    guard isOpen, let window = curses_standard_window() else { return }
    writer.pairs = ColorPairs(theme: theme, wantsColor: wantsColor)
    erase(window)
    clearok(window, true)
    shown = Surface(size: size)
  }
}

extension CursesBackend {
  /// Ends the modes that curses knows nothing of, and lets curses leave the screen.
  func leaveScreen() {
    if areModesOn {
      areModesOn = false
      output.write((reportsMouse ? MouseReport.off : []) + Capabilities.pasteModeOff)
    }
    endwin()
    sendDrawing()
    // Others may change the terminal from now on.
    shortener = OutputShortener()
  }

  /// Sends what curses has drawn.
  func sendDrawing() {
    let bytes = drawing.take()
    shortener.columns = canGoToColumn ? size.columns : 0
    output.write(hasPrivateModes ? shortener.shorten(bytes) : bytes)
  }

  /// Asks for the modes that curses knows nothing of, once the screen is entered.
  func beginModes() {
    guard !areModesOn, hasPrivateModes else { return }
    areModesOn = true
    output.write(Capabilities.pasteModeOn + (reportsMouse ? MouseReport.on : []))
  }

  /// Blanks the window in the theme's plain colours.
  func erase(_ window: UnsafeMutablePointer<WINDOW>) {
    writer.setBackground(of: window)
    werase(window)
  }
}
