package import ScheduleModel
package import TwoWayTable

package final class Editor {
  package private(set) var state: EditorState
  package private(set) var screen: EditorScreen
  private let backend: any TerminalBackend
  /// The descriptor for changes of the file; watching starts after the first drawing.
  private lazy var watch = state.host.beginWatching()
  /// Whether the file may have changed since the last check.
  private var mayHaveChanged = true

  package init(
    _ contents: Contents, options: EditorOptions, on backend: any TerminalBackend,
    host: any EditorHost
  ) {
    state = EditorState(contents, options: options, size: backend.size, host: host)
    self.backend = backend
    screen = EditorScreen(state, showsUnicode: backend.showsUnicode, showsColor: backend.showsColor)
    if state.usesMouse { backend.reportsMouse = true }
  }

  /// Handles events until the session ends.
  package func run() -> AppEnding {
    present()
    if followFile() { present() }
    while true { if let ending = runOnce() { return ending } }
  }

  /// Handles the next event and draws; returns the ending if the session has ended.
  package func runOnce() -> AppEnding? {
    let event = backend.nextEvent()
    if let ending = handle(event) { return ending }
    followFile()
    // An attempt that fails changes the folder, which would cause the next one.
    if event == .descriptorReady, state.isRecordFailing { paint() } else { present() }
    return nil
  }

  private func handle(_ event: TerminalEvent) -> AppEnding? {
    switch event {
    case .key(let key): state.handle(key)
    case .mouse(let mouse): state.handle(mouse)
    case .paste(let text, let isCut): state.paste(text, isCut: isCut)
    case .resized, .continued: state.arrange(on: backend.size)
    case .descriptorReady: mayHaveChanged = true
    case .terminate(let signal): return .terminated(signal: signal)
    case .endOfInput: return .endOfInput
    }
    switch state.takeRequest() {
    case .quit: return .quit
    // SIGINT.
    case .interrupt: return .terminated(signal: 2)
    case .suspend: backend.suspend()
    case .redraw:
      screen.reset()
      backend.use(state.theme)
    case .ring: backend.ring()
    case .copy(let text):
      if !backend.copyToClipboard(text) {
        state.say("copied here; the terminal's clipboard is not available")
      }
    case .reportMouse: backend.reportsMouse = state.usesMouse
    case nil: break
    }
    return nil
  }

  /// Merges changes of the file once the table has the keys; returns whether it looked for changes.
  ///
  /// Until then it stops watching: the descriptor stays readable until drained.
  @discardableResult
  private func followFile() -> Bool {
    guard mayHaveChanged else { return false }
    guard state.dialogs.isEmpty, state.mode == .browsing else {
      backend.watch(nil)
      return false
    }
    mayHaveChanged = false
    backend.watch(watch)
    if let change = state.host.outsideChange(state.contents) { state.adopt(change) }
    if state.isHeldElsewhere, state.host.hasOtherEditorEnded {
      state.say("the other editor has closed the file; press Enter, or edit, to take over")
    }
    return true
  }

  private func present() {
    paint()
    // After drawing, so that journaling never delays it. Do not replace another problem, such as a failed save.
    if let reason = state.recordEdits(waits: state.message?.isProblem == true) {
      state.refuse(reason)
      paint()
    }
  }

  private func paint() {
    // No event updates the time: its mark moves with the next key.
    screen.update(&state)
    backend.present(screen.surface, cursor: screen.cursor)
  }
}
