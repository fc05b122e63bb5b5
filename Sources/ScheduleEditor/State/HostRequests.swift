import Diagnostics
import ScheduleModel
import TwoWayTable

/// The requests that the editor and line mode handle in the same way.
extension EditorState {
  /// The result of a request.
  enum Answer {
    /// The session continues.
    case done
    /// The session ends.
    case quit
    /// Nothing was saved; the user must be asked.
    case notSaved
    /// The request needs a screen.
    case forScreen(EditorRequest)
  }

  /// Handles a request that needs no screen.
  mutating func carryOut(_ request: EditorRequest, with host: any EditorHost) -> Answer {
    do {
      switch request {
      case .quit: return .quit
      case .save(let way, let quits): return save(way, thenQuits: quits, with: host)
      case .saveCopy(let path):
        try host.saveCopy(document, to: options.expandingHome(path))
        say("saved a copy as \(path.printable)", isProblem: false)
      case .picture(let path):
        try host.writePicture(
          of: schedule, clock: clock, firstDay: layout.firstDay, path: options.expandingHome(path))
        say("wrote a picture to \(path.printable)", isProblem: false)
      case .compare(let path, let name):
        let file = try host.contents(ofFile: path.map(options.expandingHome))
        try compare(with: file, at: path, schedule: name)
      case .export(let plan): try export(plan, with: host)
      case .importFile(let plan): try importFile(plan, with: host)
      case .recover, .discardRecovery, .interrupt, .suspend, .redraw, .copy, .useTheme,
        .reportMouse:
        return .forScreen(request)
      }
    } catch {
      refuse(error)
    }
    return .done
  }

  private mutating func export(
    _ plan: ExportPlan, with host: any EditorHost
  ) throws(Refusal) {
    do {
      var expanded = plan
      expanded.path = options.expandingHome(plan.path)
      didExport(plan, notes: try host.export(schedule, expanded))
    } catch {
      switch error {
      case .failed(let refusal): throw refusal
      case .exists: mode = .asking(.replaceFile(plan))
      }
    }
  }

  private mutating func save(
    _ way: SaveWay, thenQuits quits: Bool, with host: any EditorHost
  ) -> Answer {
    do {
      try host.save(document, after: edited.history.made(document), way)
      didSave()
      return quits ? .quit : .done
    } catch {
      didNotSave(error, thenQuits: quits)
      return .notSaved
    }
  }

  /// Handles an event. If an edit was rejected because of another editor that has since ended, takes the document over
  /// and handles the event again.
  mutating func handle<Result>(
    with host: any EditorHost, _ event: (inout EditorState) -> Result
  ) -> Result {
    // Copying the state makes the edit copy the whole history.
    guard isHeldElsewhere else { return event(&self) }
    let before = self
    let result = event(&self)
    guard wantsLock else { return result }
    wantsLock = false
    do {
      try host.takeOver()
    } catch {
      refuse(error)
      return result
    }
    self = before
    didTakeOver()
    adopt(host.outsideChange(document))
    if let edits = host.recoverableEdits {
      showRecovery(edits)
      return result
    }
    guard dialogs.count == before.dialogs.count else { return result }
    let said = message
    let again = event(&self)
    message = message ?? said
    return again
  }
}
