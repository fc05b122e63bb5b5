import DeviceFormats
import Diagnostics
import Reporting
import ScheduleEditor
import ScheduleFiles
import ScheduleModel

extension EditingHost {
  func schedules(
    of file: DeviceFile, in unit: TemperatureUnit
  ) throws(Refusal) -> (schedules: [Schedule], notes: [String]) {
    var options = try file.importOptions()
    let bytes = try Self.refusing(
      "not imported: \(file.path.printable): ",
      try FileReading.bytes(at: Self.fileName(file.path), ofFilesAlone: true))
    let (format, profile) = try DeviceFormats.found(file.device)
    options.kind = profile.id == format.id ? nil : profile.id
    options.unit = unit
    func name(_ option: RequestOption) -> String {
      file.isTyped ? option.word(in: unit) : option.field
    }
    do throws(ImportRefusal) {
      let imported = try format.readDocument(
        [DeviceInput(file: file.path, bytes: bytes)], options: options)
      let document = try ImportedDocument(imported, name: nil, path: file.path, device: profile.id)
      let warnings = ImportFindings.grouped(imported.programs.flatMap(\.warnings))
        .map { $0.sentence.text(naming: \.option) }
      let calendar = imported.calendar.isEmpty ? [] : ["the calendar of the file was not added"]
      return (document.contents.schedules, document.problems + warnings + calendar)
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
