import DeviceFormats
import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules

/// `import --ndjson`: converts the device's text of each record to a document; several programs become several
/// schedules.
///
/// The text of the device is the line itself, or the string `text` after an id.
struct RecordImport: RecordWork {
  let name: String
  let members: [StaticString] = ["text"]
  let format: any DeviceFormat
  let options: ImportOptions
  /// The name of the schedules; nil for the one in the text.
  let scheduleName: String?
  /// Whether the text is a string.
  let isString: Bool

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let raw = Array(texts[0])
    guard let text = isString ? Self.value(raw)?.string.map({ Array($0.utf8) }) : raw else {
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
      let found = imported.programs.flatMap(\.warnings) + renamed + broken
      answers.count(found)
      answers.object(
        [
          "schedule": schedules.count == 1 ? .string(schedules[0].name) : .null,
          "document": .document(document.text),
        ], findings: found)
    } catch {
      switch error {
      case .unreadable(let finding): refuse([finding], &answers)
      case .losses(let findings): refuse(findings, &answers)
      case .usage(let sentence): refuse([Diagnostic(file: name, message: sentence)], &answers)
      }
    }
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found, ["schedule": .null, "document": .null])
  }

  /// Parses a text that is a single value; nil otherwise.
  private static func value(_ text: [UInt8]) -> JSONNode? {
    let tree = try? JSONTree(parsing: Array("{\"value\":".utf8) + text + Array("}".utf8))
    guard let tree, tree.root.members.count == 1 else { return nil }
    return tree.root["value"]
  }
}
