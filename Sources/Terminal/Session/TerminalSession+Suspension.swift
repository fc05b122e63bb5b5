import TerminalScreen
import CLibrary

extension TerminalSession {
  /// Stops with the rest of the process group; whoever calls this needs no `.continued` event.
  public func suspend() {
    guard isOpen else { return }
    leave()
    source.signals.stop()
    // Sent on with `bg`, the program waits until it is in the foreground again.
    if input.isTakenByOthers { raise(SIGTTIN) }
    enter()
  }
}

extension TerminalSession {
  /// Gives the screen and the line settings back for the time of a suspension.
  private func leave() {
    leaveScreen()
    input.apply(settings)
    CrashRestoration.pause()
    HeldErrors.release()
  }

  /// Takes the terminal again after `leave` and paints everything.
  private func enter() {
    // The user may have changed the settings meanwhile; those are the ones to leave behind.
    if let settings = input.settings {
      self.settings = settings
      CrashRestoration.update(settings)
    }
    input.apply(settings.raw)
    CrashRestoration.rearm(descriptor: output.number)
    HeldErrors.hold(whileShownOn: output)
    repaint()
  }

  /// Takes the terminal again after somebody else stopped the program, and paints everything.
  func reenter() {
    // The shell had its own settings meanwhile.
    input.apply(settings.raw)
    // Leaving first keeps what the shell wrote out of the screen that we will come back to.
    leaveScreen()
    repaint()
  }

  private func repaint() {
    let before = size
    adoptWindowSize()
    isContinuePending = false
    // At another size the picture is wrong; the program draws one when it is told.
    if size != before {
      isResizePending = true
    } else if let picture {
      present(picture.surface, cursor: picture.cursor)
    }
  }
}
