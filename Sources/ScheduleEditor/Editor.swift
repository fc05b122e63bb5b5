import Diagnostics
package import ScheduleModel
package import TwoWayTable

/// How an editing session ended.
package enum EditorOutcome: Hashable, Sendable {
  /// The user quit; nothing is left unsaved that was not given up.
  case quit
  /// The system asked the program to end.
  case terminated(signal: Int32, unsaved: Bool)
  /// The terminal went away.
  case endOfInput(unsaved: Bool)
}

/// Runs the editor on a terminal: events in, drawn rows out.
package final class Editor {
  /// What the editor knows now.
  package private(set) var state: EditorState
  private var screen: EditorScreen
  private let backend: any TerminalBackend
  private let host: any EditorHost
  /// The reason already shown to the user why edits are not kept.
  private var toldReason: Refusal?
  /// What tells of changes by others; nil before the first picture.
  private var watch: Int32??
  /// What others changed while a comparison with the file was open.
  private var heldChange: OutsideChange?
  /// Whether others may have changed the file since it was last asked for.
  private var mayHaveChanged = false

  /// Joins a document, a terminal and the program around them.
  package init(
    _ contents: Contents, options: EditorOptions, on backend: any TerminalBackend,
    host: any EditorHost
  ) {
    state = EditorState(contents, options: options, size: backend.size)
    self.backend = backend
    self.host = host
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
    let descriptor = host.beginWatching()
    watch = .some(descriptor)
    guard let descriptor else { return }
    backend.watch(descriptor)
    // The file may have changed before it was watched.
    mayHaveChanged = true
    followFile()
    present()
  }

  /// The numbers of the rows that the last painting drew, counted through the sections.
  package var drawnRows: [Int] { screen.drawnRows }

  private func handle(_ event: TerminalEvent) -> EditorOutcome? {
    switch event {
    case .key(let key):
      return state.handle(with: host) { $0.handle(key) }.flatMap(carryOut)
    case .mouse(let mouse):
      return state.handle(with: host) { $0.handle(mouse) }.flatMap(carryOut)
    case .paste(let text, let isCut):
      state.handle(with: host) { $0.paste(text) }
      if isCut {
        state.say("the paste is longer than 1 MiB; its end is left out", isProblem: true)
      }
      return nil
    case .resized, .continued:
      state.resize(to: backend.size)
      screen.reset(to: backend.size)
      return nil
    case .descriptorReady:
      mayHaveChanged = true
      return nil
    case .terminate(let signal):
      return .terminated(signal: signal, unsaved: state.isModified)
    case .endOfInput:
      return .endOfInput(unsaved: state.isModified)
    }
  }

  /// Takes over what others changed, once the table has the keys.
  ///
  /// Until then nobody looks, since the descriptor stays readable as long as it was not asked.
  private func followFile() {
    guard mayHaveChanged || heldChange != nil else { return }
    guard state.tableHasKeys else { return holdChange() }
    if let change = heldChange {
      heldChange = nil
      state.adopt(change)
      // It may ask something.
      guard state.tableHasKeys else { return }
    }
    mayHaveChanged = false
    backend.watch(watch ?? nil)
    state.adopt(host.outsideChange(state.document))
    if state.isHeldElsewhere, host.hasOtherEditorEnded { state.sayOtherEditorEnded() }
  }

  /// Says in a comparison with the file that it changed; elsewhere nobody looks meanwhile.
  private func holdChange() {
    guard state.comparesWithFile, heldChange == nil, mayHaveChanged else {
      backend.watch(nil)
      return
    }
    mayHaveChanged = false
    let change = host.outsideChange(state.document)
    if case .none = change { return }
    heldChange = change
    state.noteChangedFile()
  }

  private func carryOut(_ request: EditorRequest) -> EditorOutcome? {
    switch state.carryOut(request, with: host) {
    case .done: return nil
    case .quit: return .quit
    case .notSaved: backend.ring()
    case .forScreen(.interrupt):
      return .terminated(signal: Self.interrupt, unsaved: state.isModified)
    case .forScreen(let request): carryOutOnScreen(request)
    }
    return nil
  }

  /// SIGINT.
  private static let interrupt: Int32 = 2

  private func carryOutOnScreen(_ request: EditorRequest) {
    do {
      switch request {
      case .suspend: backend.suspend()
      case .redraw:
        screen.reset(to: backend.size)
        useTheme(state.themeName)
      case .copy(let text):
        if !backend.copyToClipboard(text) {
          state.say("copied here; the terminal's clipboard cannot be reached", isProblem: false)
        }
      case .useTheme(let name): useTheme(name)
      case .reportMouse(let flag): backend.reportsMouse = flag
      case .recover: state.didRecover(try host.recover())
      case .discardRecovery:
        try host.discardRecoverableEdits()
        state.didDiscardRecovery()
      case .save, .saveCopy, .picture, .compare, .export, .quit, .interrupt: break
      }
    } catch {
      state.refuse(error)
    }
  }

  private func useTheme(_ name: String) {
    if let theme = state.options.settings.theme(named: name) { backend.use(theme) }
  }

  private func present() {
    paint()
    // Behind the painting, so that keeping an edit never delays showing it.
    do {
      try host.record(state.document)
      toldReason = nil
    } catch {
      // Not over another problem, such as that of a save; it is told when that one is gone.
      guard error != toldReason, state.message?.isProblem != true else { return }
      toldReason = error
      state.refuse(error)
      paint()
    }
  }

  private func paint() {
    // Nothing wakes the program for it: the mark moves with the next key.
    state.now = host.now
    screen.update(&state)
    backend.present(screen.surface, cursor: screen.cursor)
  }
}
