import Diagnostics
package import ScheduleModel
package import TwoWayTable

/// How an editing session ended.
package enum EditorOutcome: Hashable, Sendable {
  /// The user quit; all changes are saved or discarded.
  case quit
  /// A signal terminated the program.
  case terminated(signal: Int32, unsaved: Bool)
  /// The terminal was closed.
  case endOfInput(unsaved: Bool)
}

/// Runs the editor on a terminal.
package final class Editor {
  package private(set) var state: EditorState
  private var screen: EditorScreen
  private let backend: any TerminalBackend
  /// The reason already reported for edits that cannot be kept.
  private var toldReason: Refusal?
  /// The descriptor for changes of the file; nil before the first drawing.
  private var watch: Int32??
  /// A change of the file while a comparison with it was open.
  private var heldChange: OutsideChange?
  /// Whether the file may have changed since the last check.
  private var mayHaveChanged = false

  /// Creates an editor for a document on a terminal.
  package init(
    _ contents: Contents, options: EditorOptions, on backend: any TerminalBackend,
    host: any EditorHost
  ) {
    state = EditorState(contents, options: options, size: backend.size, host: host)
    self.backend = backend
    screen = EditorScreen(
      state, showsUnicode: backend.showsUnicode, showsColor: backend.showsColor)
    if state.usesMouse { backend.reportsMouse = true }
    if let edits = host.recoverableEdits { state.showRecovery(edits) }
  }

  /// Handles events until the session ends.
  package func run() -> EditorOutcome {
    present()
    if watch == nil { beginWatching() }
    while true {
      if let outcome = handle(backend.nextEvent()) { return outcome }
      followFile()
      present()
    }
  }

  private func beginWatching() {
    let descriptor = state.host.beginWatching()
    watch = .some(descriptor)
    guard let descriptor else { return }
    backend.watch(descriptor)
    // The file may have changed before the watch started.
    mayHaveChanged = true
    followFile()
    present()
  }

  /// The rows that were drawn last, numbered through the sections.
  package var drawnRows: [Int] { screen.drawnRows }

  private func handle(_ event: TerminalEvent) -> EditorOutcome? {
    switch event {
    case .key(let key): state.handle(key)
    case .mouse(let mouse): state.handle(mouse)
    case .paste(let text, let isCut):
      state.paste(text)
      if isCut {
        state.say("the paste is longer than 1 MiB; its end was dropped", isProblem: true)
      }
    case .resized, .continued: state.arrange(on: backend.size)
    case .descriptorReady: mayHaveChanged = true
    case .terminate(let signal):
      return .terminated(signal: signal, unsaved: state.isModified)
    case .endOfInput: return .endOfInput(unsaved: state.isModified)
    }
    return carryOutRequest()
  }

  private func carryOutRequest() -> EditorOutcome? {
    switch state.takeRequest() {
    case .quit: return .quit
    case .interrupt: return .terminated(signal: Self.interrupt, unsaved: state.isModified)
    case .suspend: backend.suspend()
    case .redraw:
      screen.reset()
      useTheme(state.themeName)
    case .ring: backend.ring()
    case .copy(let text):
      if !backend.copyToClipboard(text) {
        state.say("copied here; the terminal's clipboard cannot be reached")
      }
    case .useTheme(let name): useTheme(name)
    case .reportMouse(let flag): backend.reportsMouse = flag
    case nil: break
    }
    return nil
  }

  /// SIGINT.
  private static let interrupt: Int32 = 2

  /// Merges changes of the file once the table has the keys.
  ///
  /// Until then it stops watching: the descriptor stays readable until drained.
  private func followFile() {
    guard mayHaveChanged || heldChange != nil else { return }
    guard state.tableHasKeys else { return holdChange() }
    if let change = heldChange {
      heldChange = nil
      state.adopt(change)
      // `adopt` may have opened the list of conflicts.
      guard state.tableHasKeys else { return }
    }
    mayHaveChanged = false
    backend.watch(watch ?? nil)
    state.adopt(state.host.outsideChange(state.contents))
    if state.isHeldElsewhere, state.host.hasOtherEditorEnded { state.sayOtherEditorEnded() }
  }

  /// Marks an open comparison with the file as outdated; otherwise stops watching.
  private func holdChange() {
    guard state.comparesWithFile, heldChange == nil, mayHaveChanged else {
      backend.watch(nil)
      return
    }
    mayHaveChanged = false
    let change = state.host.outsideChange(state.contents)
    if case .none = change { return }
    heldChange = change
    state.noteChangedFile()
  }

  private func useTheme(_ name: String) {
    if let theme = state.options.settings.theme(named: name) { backend.use(theme) }
  }

  private func present() {
    paint()
    // After drawing, so that journaling never delays it.
    do {
      try state.host.record(state.contents)
      toldReason = nil
    } catch {
      // Do not replace another problem, such as a failed save; report this one afterwards.
      guard error != toldReason, state.message?.isProblem != true else { return }
      toldReason = error
      state.refuse(error)
      paint()
    }
  }

  private func paint() {
    // No event updates the time: the mark moves with the next key.
    state.now = state.host.now
    screen.update(&state)
    backend.present(screen.surface, cursor: screen.cursor)
  }
}
