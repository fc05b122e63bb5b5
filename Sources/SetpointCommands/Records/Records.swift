import DeviceFormats
import Diagnostics
import JSONText
import Reporting
import ScheduleModel
import ScheduleRules
import ScheduleText
import Streams

/// `validate --fix --ndjson`: fixes the document of each record, and reports the remaining findings.
struct RecordFix: RecordWork {
  let name: String
  let options: CheckOptions
  /// The device to check; nil for those that the schedules name.
  let device: DeviceProfile?
  let allowsUnsafe: Bool

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    let (result, left) = CheckedFile.fixed(
      bytes, name: name, options, for: device, unsafe: allowsUnsafe)
    answers.count(left.diagnostics, unlisted: left.unlisted)
    let (fixes, found) = (JSONValue.integer(result.applied), left.recordReport)
    if result.check.draft != nil {
      answers.object(["document": .document(result.bytes), "fixes": fixes], findings: found)
    } else {
      let text = JSONValue.string(Base64.text(bytes))
      answers.object(["document": .null, "base64": text, "fixes": fixes], findings: found)
    }
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found, ["document": .null, "fixes": .integer(0)])
  }
}

/// `format --ndjson`: formats the document of each record on one line.
struct RecordFormat: RecordWork {
  let name: String
  /// Whether to name only the documents that would change.
  let onlyChecks: Bool

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    do throws(DocumentProblem) {
      let formatted = JSONValue.document(try CanonicalText.formatted(schedule: bytes, file: name))
      answers.count([])
      let isChanged = formatted != .raw(bytes)
      if !onlyChecks {
        answers.object(["changed": .boolean(isChanged), "document": formatted])
      } else if isChanged {
        answers.fail()
        answers.object(["changed": .boolean(true)])
      }
    } catch {
      answers.refuse(error.diagnostics)
    }
  }
}

extension CanonicalText {
  /// Returns the canonical form of a schedule file, which may have errors.
  ///
  /// Throws for invalid JSON, repeated members, and any other format or version: these files are not ours to rewrite.
  static func formatted(schedule bytes: [UInt8], file: String) throws(DocumentProblem) -> [UInt8] {
    var options = CheckOptions()
    options.select = ["SP101", "SP102", "SP108"]
    let errors = DocumentCheck(bytes: bytes, file: file, options: options).diagnostics
    guard errors.isEmpty else { throw DocumentProblem(diagnostics: errors) }
    do {
      return try formatted(bytes)
    } catch {
      let finding = Diagnostic(file: file, code: "SP101", message: Sentence(error.message))
      throw DocumentProblem(diagnostics: [finding], isTooLarge: true)
    }
  }
}

/// `export --ndjson`: exports every schedule of each record's document.
///
/// Every schedule yields one object: `schedule`, and either `output`, the device's text, with `changes`, or `findings`
/// if it cannot be exported. An invalid record yields findings; the stream continues.
struct RecordExport: RecordWork {
  let name: String
  let format: any DeviceFormat
  let options: ExportOptions
  /// Exports only the schedule that is due on this day; nil for all.
  var day: CalendarDay?
  var dropsCalendar = false

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    do {
      let check = DocumentCheck(bytes: bytes, file: name)
      let document = try ScheduleDocument(check, of: bytes)
      var findings = DocumentFindings(document: document, file: name)
      var found: [Diagnostic] = []
      let contents = document.contents
      if day == nil, !dropsCalendar, contents.calendarMatters {
        throw Refusal("a stream has no dates; pass --due or --drop-calendar")
      }
      let due = try day.map { [try contents.scheduleIndex(dueOn: $0)] }
      for index in due ?? Array(contents.schedules.indices) {
        let schedule = contents.schedules[index]
        let name = JSONValue.string(schedule.name)
        do throws(DeviceExport.Problem) {
          let export = try DeviceExport.output(
            of: schedule, format, options, isClean: check.isClean)
          answers.object([
            "schedule": name, "output": .string(export.text),
            "changes": .strings(export.changes.map(\.description)),
          ])
        } catch {
          let refused = findings.diagnostics(for: error, inSchedule: index)
          answers.fail()
          answers.object(["schedule": name], findings: refused)
          found += refused
        }
      }
      answers.count(found)
    } catch let problem as DocumentProblem {
      refuse(problem.diagnostics, &answers)
    } catch {
      refuse([Diagnostic(file: name, message: Sentence(String(describing: error)))], &answers)
    }
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found, ["schedule": .null])
  }
}

/// `import --ndjson`: converts the device's text of each record to a document, with a schedule for each program.
///
/// The text of the device is the line itself, or the string `text` after an id.
struct RecordImport: RecordWork {
  let name: String
  let members: [StaticString] = ["text"]
  let format: any DeviceFormat
  let options: ImportOptions
  /// The name of the schedules; nil for the one in the text.
  let scheduleName: String?
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
      let document = try ImportedDocument(
        imported, name: scheduleName, device: options.kind ?? format.id)
      let schedules = document.contents.schedules
      let renamed = document.problems.map {
        Diagnostic(file: name, code: "SP109", severity: .warning, message: Sentence($0))
      }
      let broken = schedules.flatMap { schedule in
        WeekCheck.errors(in: schedule.week).map { finding in
          Diagnostic(
            file: name, code: finding.code, severity: .warning,
            message: "imported; \(finding.message)",
            schedule: schedules.count > 1 ? schedule.name : nil, tag: finding.cell.tag)
        }
      }
      let found = imported.programs.flatMap(\.warnings) + renamed + broken
      answers.count(found)
      answers.object(
        [
          "schedule": schedules.count == 1 ? .string(schedules[0].name) : .null,
          "document": .document(CanonicalText.text(of: document.contents)),
        ], findings: found)
    } catch {
      switch error {
      case .unreadable(let findings), .losses(let findings): refuse(findings, &answers)
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

/// `diff --ndjson`: compares the two documents of each record.
///
/// Prints one object with the differences, or none for equal documents.
struct RecordDifference: RecordWork {
  let name: String
  let members: [StaticString] = ["old", "new"]

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    var documents: [ScheduleDocument] = []
    var found: [Diagnostic] = []
    for (text, side) in zip(texts, ["old", "new"]) {
      do throws(DocumentProblem) {
        let bytes = Array(text)
        documents.append(try ScheduleDocument(DocumentCheck(bytes: bytes, file: side), of: bytes))
      } catch {
        found += error.diagnostics
      }
    }
    guard found.isEmpty else { return answers.refuse(found) }
    answers.count([])
    guard documents[0].contents != documents[1].contents else { return }
    let diff = ContentsDiff(
      from: documents[0].contents, to: documents[1].contents, pairingSingles: true)
    guard !diff.differences.isEmpty else { return }
    answers.fail()
    answers.object(["differences": .array(diff.differences.map { $0.json() })])
  }
}

/// `validate --ndjson`: checks the document of each record.
struct RecordCheck: RecordWork {
  let name: String
  /// Whether to write nothing for a record, and only the counts at the end.
  let onlyCounts: Bool
  let device: DeviceProfile?
  let options: CheckOptions

  func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    let check = DocumentCheck(bytes: bytes, file: name, options: options)
    // Fast path: nearly every document has no findings.
    if device == nil, check.isClean, !check.namesDevices {
      answers.count([])
      return
    }
    let found = CheckedFile(check, of: bytes, name: name, options, for: device)
    answers.count(found.diagnostics, unlisted: found.unlisted)
    if !onlyCounts { answers.findings(found.recordReport) }
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.count(found)
    if !onlyCounts { answers.findings(found) }
  }
}
