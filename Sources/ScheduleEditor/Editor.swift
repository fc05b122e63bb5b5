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
  private let save: (ScheduleCollection) -> String?
  private let record: (ScheduleCollection) -> Void

  /// Joins a state and a terminal; `save` writes a document and returns why it could not; `record`
  /// keeps what was painted, for recovery.
  package init(
    _ state: EditorState, on backend: any TerminalBackend,
    save: @escaping (ScheduleCollection) -> String?,
    record: @escaping (ScheduleCollection) -> Void = { _ in }
  ) {
    self.state = state
    self.backend = backend
    self.save = save
    self.record = record
    screen = EditorScreen(size: backend.size, showsUnicode: backend.showsUnicode)
  }

  /// Handles events until the session ends.
  package func run() -> EditorOutcome {
    present()
    while true {
      if let outcome = handle(backend.nextEvent()) { return outcome }
      present()
    }
  }

  /// Hands out the numbers (section * 4 + row) of the rows drawn since the last call.
  package func takeDrawnRows() -> [Int] { screen.takeDrawnRows() }

  private func handle(_ event: TerminalEvent) -> EditorOutcome? {
    switch event {
    case .key(let key):
      return state.handle(key).flatMap(carryOut)
    case .resized, .continued:
      screen.resize(to: backend.size)
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
      return nil
    case .save, .saveAndQuit:
      if let reason = save(state.document) {
        state.didFailToSave(reason)
        backend.ring()
        return nil
      }
      state.didSave()
      return request == .saveAndQuit ? .quit : nil
    }
  }

  private func present() {
    screen.update(state)
    backend.present(screen.surface, cursor: screen.cursor)
    record(state.document)
  }
}
