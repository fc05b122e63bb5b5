import TerminalScreen
import CLibrary

extension TerminalSession {
  /// Stops the process group. No `.continued` event follows.
  public func suspend() {
    guard isOpen else { return }
    leave()
    source.signals.stop()
    // After `bg`, wait until the program is in the foreground.
    if input.isTakenByOthers { raise(SIGTTIN) }
    enter()
  }
}

extension TerminalSession {
  /// Restores the screen and the line settings before a suspension.
  private func leave() {
    leaveScreen()
    input.apply(settings)
    CrashRestoration.pause()
    HeldErrors.release()
  }

  /// Takes the terminal over again after `leave` and draws everything.
  private func enter() {
    // The user may have changed the settings; restore the new ones at the end.
    if let settings = input.settings {
      self.settings = settings
      CrashRestoration.update(settings)
    }
    input.apply(settings.raw)
    CrashRestoration.rearm(descriptor: output.number)
    HeldErrors.hold(whileShownOn: output)
    repaint()
  }

  /// Takes the terminal over again after another process stopped the program, and draws everything.
  func reenter() {
    // The shell may have changed the settings.
    input.apply(settings.raw)
    // Leave first, so that the shell's output stays out of the screen that is restored at the end.
    leaveScreen()
    repaint()
  }

  private func repaint() {
    let before = size
    adoptWindowSize()
    isContinuePending = false
    // The picture has the wrong size; the program redraws it after this event.
    if size != before {
      isResizePending = true
    } else if let picture {
      present(picture.surface, cursor: picture.cursor)
    }
  }
}
