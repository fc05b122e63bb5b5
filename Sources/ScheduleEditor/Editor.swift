package import ScheduleModel
package import TwoWayTable

/// How an editing session ended.
package enum EditorOutcome: Hashable, Sendable {
  /// The person quit; nothing is left unsaved that was not given up.
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
  /// Why edits cannot be kept, once that was told.
  private var toldReason: String?
  private var isWatching = false

  /// Joins a document, a terminal and the program around them.
  package init(
    _ contents: Contents, options: EditorOptions, on backend: any TerminalBackend,
    host: any EditorHost
  ) {
    state = EditorState(contents, options: options, size: backend.size)
    self.backend = backend
    self.host = host
    screen = EditorScreen(state, showsUnicode: backend.showsUnicode)
    if state.usesMouse { backend.reportsMouse = true }
    if let edits = host.recoverableEdits { state.showRecovery(edits) }
  }

  /// Handles events until the session ends.
  package func run() -> EditorOutcome {
    present()
    if !isWatching { watch() }
    while true {
      if let outcome = handle(backend.nextEvent()) { return outcome }
      present()
    }
  }

  private func watch() {
    isWatching = true
    guard let descriptor = host.beginWatching() else { return }
    backend.watch(descriptor)
    // The file may have changed before it was watched.
    let change = host.outsideChange(state.document)
    if case .none = change { return }
    state.adopt(change)
    present()
  }

  /// The numbers of the rows that the last painting drew, counted through the sections.
  package var drawnRows: [Int] { screen.drawnRows }

  private func handle(_ event: TerminalEvent) -> EditorOutcome? {
    switch event {
    case .key(let key):
      return state.handle(key).flatMap(carryOut)
    case .mouse(let mouse):
      return state.handle(mouse).flatMap(carryOut)
    case .paste(let text, let isCut):
      state.paste(text)
      if isCut {
        state.say("the paste is longer than 1 MiB; its end is left out", isProblem: true)
      }
      return nil
    case .resized, .continued:
      state.resize(to: backend.size)
      screen.reset(to: backend.size)
      return nil
    case .descriptorReady:
      state.adopt(host.outsideChange(state.document))
      return nil
    case .terminate(let signal):
      return .terminated(signal: signal, unsaved: state.isModified)
    case .endOfInput:
      return .endOfInput(unsaved: state.isModified)
    }
  }

  private func carryOut(_ request: EditorRequest) -> EditorOutcome? {
    switch request {
    case .quit:
      return .quit
    case .suspend:
      backend.suspend()
    case .redraw:
      screen.reset(to: backend.size)
      useTheme(state.themeName)
    case .copy(let text):
      if !backend.copyToClipboard(text) {
        state.say("copied here; the terminal's clipboard cannot be reached", isProblem: false)
      }
    case .useTheme(let name):
      useTheme(name)
    case .reportMouse(let flag):
      backend.reportsMouse = flag
    case .export(let format, let path):
      state.say(host.export(state.schedule, format: format, path: path))
    case .saveCopy(let path):
      state.say(host.saveCopy(state.document, to: path))
    case .recover:
      switch host.recover() {
      case .success(let contents): state.didRecover(contents)
      case .failure(let failure): state.say("not recovered: \(failure.reason)", isProblem: true)
      }
    case .discardRecovery:
      state.didDiscardRecovery(failure: host.discardRecoverableEdits())
    case .save(let way, let quits):
      return save(way, thenQuits: quits)
    }
    return nil
  }

  private func save(_ way: SaveWay, thenQuits quits: Bool) -> EditorOutcome? {
    let outcome = host.save(state.document, way)
    if case .saved = outcome {
      state.didSave()
      return quits ? .quit : nil
    }
    state.didNotSave(outcome, thenQuits: quits)
    backend.ring()
    return nil
  }

  private func useTheme(_ name: String) {
    if let theme = state.options.settings.theme(named: name) { backend.use(theme) }
  }

  private func present() {
    paint()
    // Behind the painting, so that keeping an edit never delays showing it.
    let reason = host.record(state.document)
    guard reason != toldReason else { return }
    // Not over another problem, such as that of a save; it is told when that one is gone.
    guard let reason else {
      toldReason = nil
      return
    }
    guard state.message?.isProblem != true else { return }
    toldReason = reason
    state.say(reason, isProblem: true)
    paint()
  }

  private func paint() {
    screen.update(&state)
    backend.present(screen.surface, cursor: screen.cursor)
  }
}
