import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import ScheduleModel

extension EditingHost {
  func schedules(
    from plan: ImportPlan, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    let bytes = try Self.refusing(
      "not imported: \(plan.path.printable): ",
      try FileReading.bytes(at: Self.fileName(plan.path), ofFilesAlone: true))
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
    func name(_ option: RequestOption) -> String {
      plan.isTyped ? option.word(in: unit) : option.field
    }
    do throws(ImportRefusal) {
      let imported = try format.readDocument(
        [DeviceInput(file: plan.path, bytes: bytes)], options: options)
      let document = try ImportedDocument(imported, name: nil)
      let warnings = ImportFindings.grouped(imported.programs.flatMap(\.warnings))
      let calendar = imported.calendar.isEmpty ? [] : ["the calendar of the file was not added"]
      return (document.contents.schedules, document.problems + warnings.map(\.message) + calendar)
    } catch {
      let sentences =
        switch error {
        case .usage(let sentence): [sentence]
        case .unreadable(let finding): [Sentence(finding.naming(name).summary)]
        case .losses(let findings): ImportFindings.grouped(findings).map(\.sentence)
        }
      let more = sentences.count > 1 ? ", and \(sentences.count - 1) more" : ""
      throw Refusal("not imported: \(sentences[0].text(naming: name))\(more)")
    }
  }
}
