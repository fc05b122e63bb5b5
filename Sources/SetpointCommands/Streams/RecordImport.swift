package import DeviceFormats
package import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// `import --ndjson`: converts the device's text of each record to a document; several programs become several
/// schedules.
///
/// The text of the device is the line itself, or the string `text` after an id.
package struct RecordImport: RecordWork {
  package let name: String
  package let members: [StaticString] = ["text"]
  private let format: any ImportableFormat
  private let options: ImportOptions
  /// The name of the schedules; nil for the one in the text.
  private let scheduleName: String?
  /// Whether the text is a string.
  private let isString: Bool

  /// Prepares an import; `name` is the stream's name in findings.
  package init(
    name: String, format: any ImportableFormat, options: ImportOptions, scheduleName: String?,
    isString: Bool
  ) {
    self.name = name
    self.format = format
    self.options = options
    self.scheduleName = scheduleName
    self.isString = isString
  }

  package func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let raw = Array(texts[0])
    guard let text = isString ? Self.string(raw) : raw else {
      let finding = Diagnostic(
        file: name, location: .start, code: "SP101",
        message: "\"text\" is not a string")
      return refuse([finding], &answers)
    }
    do throws(ImportRefusal) {
      let input = DeviceInput(file: name, bytes: text)
      let imported = try format.readDocument([input], options: options)
      let document = try ImportedDocument(imported, name: scheduleName)
      let schedules = document.contents.schedules
      let renamed = document.problems.map {
        Diagnostic(file: name, code: "SP109", severity: .warning, message: $0)
      }
      let broken = schedules.flatMap { schedule in
        WeekCheck.errors(in: schedule.week).map { finding in
          Diagnostic(
            file: name, code: finding.code, severity: .warning,
            message: "imported, but \(finding.message)",
            schedule: schedules.count > 1 ? schedule.name : nil, tag: finding.cell.tag)
        }
      }
      let found = imported.programs.flatMap(\.warnings).map(answers.placed) + renamed + broken
      answers.count(found)
      answers.object { writer in
        writer.write("schedule", schedules.count == 1 ? .string(schedules[0].name) : .null)
        writer.write("document", document: document.text)
        writer.write(findings: found)
      }
    } catch {
      switch error {
      case .unreadable(let finding): refuse([finding], &answers)
      case .losses(let findings): refuse(findings, &answers)
      case .usage(let sentence): refuse([Diagnostic(file: name, message: sentence)], &answers)
      }
    }
  }

  package func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found) { writer in
      writer.write("schedule", .null)
      writer.write("document", .null)
    }
  }

  private static func string(_ text: [UInt8]) -> [UInt8]? {
    JSONTree.value(text)?.string.map { Array($0.utf8) }
  }
}
