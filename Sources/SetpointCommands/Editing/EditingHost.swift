import DeviceFormats
import Diagnostics
import ScheduleEditor
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// What the editor asks of files and devices.
final class EditingHost: EditorHost {
  /// The document being edited.
  private(set) var document: DocumentFile

  init(_ document: DocumentFile) {
    self.document = document
  }

  /// Saves. The folder of the default document is made when it is missing.
  func save(_ contents: ScheduleCollection) -> String? {
    document.document.contents = contents
    do {
      if document.document.isNew { Folder.create(holding: document.path) }
      try document.save()
      return nil
    } catch {
      return error.reason
    }
  }

  /// Exports as `setpoint export` does without options: all of the schedule, or nothing.
  func export(
    _ schedule: NamedSchedule, format id: String, path: String
  ) -> (text: String, isProblem: Bool) {
    guard let format = DeviceFormats.named(id) else {
      return ("there is no format \(id.quoted()); Tab lists them", true)
    }
    let errors = WeekCheck.findings(in: DraftSchedule(schedule.week)).filter {
      $0.severity == .error
    }
    if let error = errors.first { return ("not exported: \(error.message)", true) }
    do throws(ExportRefusal) {
      let output = try format.export(
        schedule.week, name: schedule.name, options: ExportOptions())
      do {
        try AtomicFile.write(output.bytes, to: path, existing: .refuse)
      } catch {
        return ("not exported: \(error)", true)
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
