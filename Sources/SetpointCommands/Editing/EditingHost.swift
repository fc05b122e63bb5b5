import DeviceFormats
import Diagnostics
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// What the editor asks of files and devices.
final class EditingHost: EditorHost {
  private let session: EditingSession

  init(_ session: EditingSession) {
    self.session = session
  }

  // MARK: Keeping edits

  func record(_ contents: Contents) throws(Refusal) {
    do throws(SystemError) {
      try session.record(contents)
    } catch {
      throw Refusal("\(error)")
    }
    if let problem = session.takeJournalProblem() { throw Refusal(problem) }
  }

  var recoverableEdits: RecoverableEdits? {
    session.recovery.map { recovery in
      RecoverableEdits(
        title: "Unsaved edits of \(recovery.journal.header.holder)"
          + (recovery.isUnchanged ? "" : "; the file has changed since"),
        lines: recovery.lines(each: false)
          + recovery.merge.conflicts.map { "both changed: \($0.text(.recovery))" })
    }
  }

  func recover() throws(Refusal) -> Contents {
    do throws(SystemError) {
      return try session.recover()
    } catch {
      throw Refusal("not recovered: \(error)")
    }
  }

  func discardRecoverableEdits() throws(Refusal) {
    do throws(SystemError) {
      try session.discardRecovery()
    } catch {
      throw Refusal("not discarded: \(error)")
    }
  }

  // MARK: The file

  func save(_ contents: Contents, _ way: SaveWay) throws(SaveProblem) {
    do throws(SaveFailure) {
      try session.save(contents, policy: AtomicFile.Policy(way))
    } catch {
      throw problem(error, contents)
    }
  }

  private func problem(_ failure: SaveFailure, _ contents: Contents) -> SaveProblem {
    switch failure {
    case .changedOutside(let other): .changedOutside(merge(other, contents))
    case .failed(.system(let error)): Self.problem(error)
    case .failed(.content(let problem)):
      .failed(
        Refusal("the file is no schedule now: \(DocumentFileError.content(problem).reason)"))
    case .failed(let error): .failed(Refusal(error.reason))
    }
  }

  /// What can be chosen where a file cannot be replaced without a loss.
  private static func problem(_ error: SystemError) -> SaveProblem {
    switch error.operation {
    case .linked(let names):
      .needsChoice(Refusal("the file has \(names) names (hard links)"), [.inPlace, .breakLinks])
    case .folder: .needsChoice(Refusal("the folder cannot be written"), [.inPlace])
    default: .failed(Refusal("\(error)"))
    }
  }

  func saveCopy(_ contents: Contents, to path: String) throws(Refusal) {
    var document = session.file.document
    document.contents = contents
    do {
      try AtomicFile.write(document.text(file: path), to: path, existing: .refuse)
    } catch {
      throw Refusal("not saved: \(path.printable): \(error)")
    }
  }

  // MARK: Others

  func beginWatching() -> Int32? { session.beginWatching() }

  func outsideChange(_ contents: Contents) -> OutsideChange {
    switch session.externalChange() {
    case .none: .none
    case .changed(let other): merge(other, contents)
    case .removed: .removed
    case .unreadable(let error):
      .unusable(
        Refusal("another program changed the file, which is no schedule now: \(error.reason)"))
    }
  }

  var hasOtherEditorEnded: Bool { session.hasOtherEditorEnded }

  func takeOver() throws(Refusal) {
    do throws(SessionError) {
      try session.takeOver()
    } catch {
      switch error {
      case .held(let holder): throw Refusal(readOnly(because: holder))
      case .document(let error): throw Refusal("read-only: \(error.reason)")
      }
    }
  }

  private func merge(_ other: ScheduleDocument, _ contents: Contents) -> OutsideChange {
    do throws(SystemError) {
      let merge = try session.merge(other, into: contents)
      return .merged(merge, file: merge.theirs)
    } catch {
      return .unusable(Refusal("another program changed the file; \(error)"))
    }
  }

  // MARK: Devices

  /// Exports as `setpoint export` does without options: all of the schedule, or nothing.
  func export(_ schedule: Schedule, format id: String, path: String) throws(Refusal) {
    guard let format = DeviceFormats.named(id) else {
      throw Refusal("there is no format \(id.quoted()); Tab lists them")
    }
    let errors = WeekCheck.findings(in: DraftWeek(schedule.week)).filter {
      $0.severity == .error
    }
    if let error = errors.first { throw Refusal("not exported: \(error.message)") }
    let output: ExportOutput
    do throws(ExportRefusal) {
      output = try format.export(schedule.week, name: schedule.name, options: ExportOptions())
    } catch {
      throw Refusal("not exported: \(Self.reason(error))")
    }
    do {
      try AtomicFile.write(output.bytes, to: path, existing: .refuse)
    } catch {
      throw Refusal("not exported: \(path.printable): \(error)")
    }
  }

  private static func reason(_ refusal: ExportRefusal) -> String {
    switch refusal {
    case .usage(let sentence): sentence
    case .unreadable: "the file to merge into cannot be read"
    case .issues(let issues):
      (issues.first?.message ?? "")
        + (issues.count > 1 ? ", and \(issues.count - 1) more; setpoint export lists them" : "")
    }
  }
}

/// Why a document that another editor has is only looked at.
func readOnly(because holder: LockHolder?) -> String {
  "read-only: being edited by \(holder?.description ?? "another program")"
}

extension AtomicFile.Policy {
  fileprivate init(_ way: SaveWay) {
    self =
      switch way {
      case .careful: .careful
      case .inPlace: .inPlace
      case .breakLinks: .breakLinks
      }
  }
}
