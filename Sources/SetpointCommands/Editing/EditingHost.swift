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

  func record(_ contents: Contents) -> String? {
    do throws(SystemError) {
      try session.record(contents)
      return session.takeJournalProblem()
    } catch {
      return "\(error)"
    }
  }

  var recoverableEdits: RecoverableEdits? {
    session.recovery.map { recovery in
      RecoverableEdits(
        title: "Unsaved edits of \(recovery.journal.header.holder)"
          + (recovery.isUnchanged ? "" : "; the file has changed since"),
        lines: recovery.lines
          + recovery.merge.conflicts.map { "both changed: \($0.text(.recovery))" })
    }
  }

  func recover() -> Result<Contents, HostFailure> {
    do throws(SystemError) {
      return .success(try session.recover())
    } catch {
      return .failure(HostFailure("\(error)"))
    }
  }

  func discardRecoverableEdits() -> String? {
    do throws(SystemError) {
      try session.discardRecovery()
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: The file

  func save(_ contents: Contents, _ way: SaveWay) -> SaveOutcome {
    do throws(SaveFailure) {
      try session.save(contents, policy: AtomicFile.Policy(way))
      return .saved
    } catch {
      switch error {
      case .changedOutside(let other): return .changedOutside(merge(other, contents))
      case .failed(.system(let error)): return Self.outcome(error)
      case .failed(.content(let problem)):
        return .failed("the file is no schedule now: \(DocumentFileError.content(problem).reason)")
      case .failed(let error): return .failed(error.reason)
      }
    }
  }

  /// What can be chosen where a file cannot be replaced without a loss.
  private static func outcome(_ error: SystemError) -> SaveOutcome {
    switch error.operation {
    case .linked(let names):
      .needsChoice("the file has \(names) names (hard links)", [.inPlace, .breakLinks])
    case .folder: .needsChoice("the folder cannot be written", [.inPlace])
    default: .failed("\(error)")
    }
  }

  func saveCopy(_ contents: Contents, to path: String) -> HostAnswer {
    var document = session.file.document
    document.contents = contents
    do {
      try AtomicFile.write(document.text(file: path), to: path, existing: .refuse)
      return ("saved a copy as \(path.printable)", false)
    } catch {
      return ("not saved: \(path.printable): \(error)", true)
    }
  }

  func beginWatching() -> Int32? { session.isReadOnly ? nil : session.beginWatching() }

  func outsideChange(_ contents: Contents) -> OutsideChange {
    switch session.externalChange() {
    case .none: .none
    case .changed(let other): merge(other, contents)
    case .removed: .removed
    case .unreadable(let error):
      .unusable("another program changed the file, which is no schedule now: \(error.reason)")
    }
  }

  private func merge(_ other: ScheduleDocument, _ contents: Contents) -> OutsideChange {
    do throws(SystemError) {
      let merge = try session.merge(other, into: contents)
      return .merged(merge, file: merge.theirs)
    } catch {
      return .unusable("another program changed the file; \(error)")
    }
  }

  // MARK: Devices

  /// Exports as `setpoint export` does without options: all of the schedule, or nothing.
  func export(_ schedule: Schedule, format id: String, path: String) -> HostAnswer {
    guard let format = DeviceFormats.named(id) else {
      return ("there is no format \(id.quoted()); Tab lists them", true)
    }
    let errors = WeekCheck.findings(in: DraftWeek(schedule.week)).filter {
      $0.severity == .error
    }
    if let error = errors.first { return ("not exported: \(error.message)", true) }
    do throws(ExportRefusal) {
      let output = try format.export(
        schedule.week, name: schedule.name, options: ExportOptions())
      do {
        try AtomicFile.write(output.bytes, to: path, existing: .refuse)
      } catch {
        return ("not exported: \(path.printable): \(error)", true)
      }
      return ("exported to \(path.printable)", false)
    } catch {
      return ("not exported: \(Self.reason(error))", true)
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
