package import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
package import ScheduleModel
package import ScheduleRules

/// The devices for the editor.
struct EditingDevices: DeviceCatalog {
  var names: [String] { DeviceFormats.all.flatMap(\.profiles).map(\.id) }

  func device(named name: String) throws(Refusal) -> any EditorDevice {
    try Self.found(name).profile
  }

  static func found(
    _ name: String
  ) throws(Refusal) -> (format: any DeviceFormat, profile: DeviceProfile) {
    if let device = DeviceFormats.device(named: name) { return device }
    throw Refusal(DeviceFormats.sentence(aboutUnknown: name))
  }

  /// Why a schedule is not exported, one line for each reason.
  struct Unexported: Error { let lines: [String] }

  /// Exports a schedule for a device.
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
      throw Unexported(lines: lines(error))
    }
  }

  func preview(of schedule: Schedule, _ plan: ExportPlan) -> ExportPreview {
    do throws(Unexported) {
      let output = try Self.output(of: schedule, plan)
      return ExportPreview(
        refused: [], changeCount: output.changes.count,
        changes: output.changes.lines(each: false, row: \.cell.row), notes: Self.notes(output))
    } catch {
      return ExportPreview(refused: error.lines)
    }
  }

  static func notes(_ output: ExportOutput) -> [String] { output.notes.map(inWordsOfTheForm) }

  /// Replaces options of the command line by fields of the form.
  private static func inWordsOfTheForm(_ sentence: String) -> String {
    [
      ("--program ", "Program "), ("setpoint set FILE sides=both", ":sides both"),
      ("--gaps ", "Gaps "), ("--file-unit ", "File unit "), ("--round", "Round values"),
      ("--drop-periods", "Drop periods"),
    ].reduce(sentence) { $0.replacing($1.0, with: $1.1) }
  }

  /// Reads the schedules of a device's file, in the unit of the document.
  static func schedules(
    of input: DeviceInput, _ plan: ImportPlan, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    let (format, profile) = try found(plan.device)
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
        case .unreadable(let finding): [finding.summary]
        case .losses(let findings): ImportFindings.grouped(findings).map(\.message)
        }
      let more = sentences.count > 1 ? ", and \(sentences.count - 1) more" : ""
      throw Refusal("not imported: \(inWordsOfTheForm(sentences[0]))\(more)")
    }
  }

  /// Explains why an export is not possible; equal problems on several days are one line.
  private static func lines(_ problem: ScheduleExport.Problem) -> [String] {
    switch problem {
    case .rules(let findings):
      return findings.foldedRows(alike: \.code, row: { $0.cell.row }, sentence: \.message)
        .map(\.sentence)
    case .device(.usage(let sentence)): return [inWordsOfTheForm(sentence)]
    case .device(.unreadable): return ["the file to merge into cannot be read"]
    case .device(.issues(let issues)):
      let remedies = Set(issues.map(\.fixedBy))
      let words = remedies.compactMap {
        $0 == .round ? "Round values" : $0 == .dropCool ? "Drop cool" : nil
      }
      let advice =
        remedies.contains(nil)
        ? [] : ["\(words.sorted().joined(separator: " and ")) would allow it"]
      return issues.foldedRows(alike: \.code, row: { $0.cell?.row }, sentence: \.message)
        .map(\.sentence) + advice
    }
  }

  func explanation(ofRule code: String) -> String? {
    DeviceRules.infos.first { $0.code == code }?.explanation
  }
}

extension DeviceProfile: EditorDevice {
  package func misfits(of week: Week) -> [CellFinding] {
    DeviceCheck.issues(week, for: self).map { issue in
      // The document itself is valid; its own problems come first.
      CellFinding(
        code: issue.code, severity: .warning, message: issue.message,
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
