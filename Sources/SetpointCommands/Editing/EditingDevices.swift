package import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
package import ScheduleModel
package import ScheduleRules

struct EditingDevices: DeviceCatalog {
  var names: [String] { DeviceFormats.all.flatMap(\.profiles).map(\.id) }

  func device(named name: String) throws(Refusal) -> any EditorDevice {
    try DeviceFormats.found(name).profile
  }

  /// Why a schedule is not exported, one line for each reason.
  struct Unexported: Error { let lines: [String] }

  static func output(of schedule: Schedule, _ plan: ExportPlan) throws(Unexported) -> ExportOutput {
    guard let (format, profile) = DeviceFormats.device(named: plan.device) else {
      throw Unexported(lines: [DeviceFormats.sentence(aboutUnknown: plan.device)])
    }
    var options = ExportOptions()
    options.kind = profile.id
    if plan.rounds { options.allowances.insert(.round) }
    if plan.dropsCool { options.allowances.insert(.dropCool) }
    options.program = plan.program
    do throws(ScheduleExport.Problem) {
      return try ScheduleExport.output(of: schedule, format, options)
    } catch {
      throw Unexported(lines: sentences(error).map { $0.text(naming: \.field) })
    }
  }

  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview {
    do throws(Unexported) {
      let output = try Self.output(of: schedule, plan)
      return ExportPreview(
        refused: [], changeCount: output.changes.count,
        changes: output.changes.lines(each: false), notes: Self.notes(output))
    } catch {
      return ExportPreview(refused: error.lines)
    }
  }

  static func notes(_ output: ExportOutput) -> [String] {
    output.notes.map { $0.text(naming: \.field) }
  }

  /// Reads the schedules of a device's file, in the unit of the document.
  static func schedules(
    of input: DeviceInput, _ plan: ImportPlan, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    let (format, profile) = try DeviceFormats.found(plan.device)
    var options = ImportOptions()
    options.kind = profile.id == format.id ? nil : profile.id
    options.unit = unit
    options.fileUnit = plan.fileUnit
    if plan.rounds { options.allowances.insert(.round) }
    if plan.dropsPeriods { options.allowances.insert(.dropPeriods) }
    options.gaps = GapValues(plan.gaps)
    guard plan.gaps.isEmpty || options.gaps != nil else {
      throw Refusal("Gaps \(plan.gaps.quoted()) is not a temperature, or two such as 16/28")
    }
    do throws(ImportRefusal) {
      let imported = try format.readDocument([input], options: options)
      let document = try ImportedDocument(imported, name: nil)
      let warnings = ImportFindings.grouped(imported.programs.flatMap(\.warnings))
      let calendar = imported.calendar.isEmpty ? [] : ["the calendar of the file was not added"]
      return (document.contents.schedules, document.problems + warnings.map(\.message) + calendar)
    } catch {
      let sentences =
        switch error {
        case .usage(let sentence): [sentence]
        case .unreadable(let finding): [Sentence(finding.naming(\.field).summary)]
        case .losses(let findings): ImportFindings.grouped(findings).map(\.sentence)
        }
      let more = sentences.count > 1 ? ", and \(sentences.count - 1) more" : ""
      throw Refusal("not imported: \(sentences[0].text(naming: \.field))\(more)")
    }
  }

  /// Explains why an export is not possible; equal problems on several days are one line.
  private static func sentences(_ problem: ScheduleExport.Problem) -> [Sentence] {
    switch problem {
    case .rules(let findings):
      findings.foldedRows(alike: \.code, sentence: \.sentence).map(\.sentence)
    case .device(.usage(let sentence)): [sentence]
    case .device(.unreadable): ["the file to merge into cannot be read"]
    case .device(.issues(let issues)):
      issues.foldedRows(alike: \.code, sentence: \.sentence).map(\.sentence)
        + (issues.remedies.map { ["\($0) would allow it"] } ?? [])
    }
  }

  func rule(_ code: String) -> RuleInfo? {
    DeviceRules.infos.first { $0.code == code }
  }
}

extension RequestOption {
  /// Its name in the editor: a field of a form or a command, or else the option of the command line.
  fileprivate var field: String {
    switch self {
    case .dropCool, .dropPeriods, .fileUnit, .gaps, .program:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    case .round: "Round values"
    case .sides: ":sides both"
    default: option
    }
  }
}

extension DeviceProfile: EditorDevice {
  package func misfits(of week: Week) -> [CellFinding] {
    DeviceCheck.issues(week, for: self).map { issue in
      // The document itself is valid; its own problems come first.
      CellFinding(
        code: issue.code, severity: .warning, message: issue.sentence,
        // Problems of the whole week are shown at its first cell.
        cell: issue.cell ?? CellAddress(.monday, .wake, week.sides.first.field))
    }
  }

  package func repaired(_ week: Week, _ misfit: CellFinding) -> Week? {
    let issue = DeviceCheck.issues(week, for: self).first {
      $0.code == misfit.code && $0.cell == misfit.cell
    }
    guard let cell = issue?.cell, let value = issue?.replacement else { return nil }
    var week = week
    week[cell] = value
    return week
  }
}
