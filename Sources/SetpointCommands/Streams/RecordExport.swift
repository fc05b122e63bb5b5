package import DeviceFormats
import Diagnostics
package import JSONText
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

/// Exports a stream with a document on every line, in memory that does not grow with it.
///
/// Every schedule gives one object on a line: `line`, `schedule`, and either `output`, the device's
/// text, with `changes`, or `findings`, why there is none. A line that is no document gives its
/// findings and never stops the rest.
package struct FleetExport: Sendable {
  let name: String
  let format: any DeviceFormat
  let options: ExportOptions

  /// Prepares an export to a format; `name` is how findings name the stream.
  package init(name: String, format: any DeviceFormat, options: ExportOptions) {
    self.name = name
    self.format = format
    self.options = options
  }

  /// Exports all of `reader`, writing as it goes; returns whether every schedule was exported.
  ///
  /// - Throws: `FileError`.
  func run(_ reader: LineReader) throws(FileError) -> Bool {
    var isComplete = true
    try reader.forEachChunk(work: export) { text, isWhole in
      if !text.isEmpty { Console.write(text, to: .output) }
      isComplete = isComplete && isWhole
    }
    return isComplete
  }

  private func export(_ chunk: LineChunk) -> (text: [UInt8], isWhole: Bool) {
    var text: [UInt8] = []
    var isWhole = true
    chunk.forEachLine { number, line in
      for (object, succeeded) in objects(for: StreamRecord(number: number, text: line)) {
        text += object.encoded().printableJSON + [UInt8(ascii: "\n")]
        isWhole = isWhole && succeeded
      }
    }
    return (text, isWhole)
  }

  /// The objects of a line, and whether each is an export.
  package func objects(for record: StreamRecord) -> [(JSONValue, Bool)] {
    guard let line = record.bytes else {
      let finding = Diagnostic(
        file: name, code: "SP101", message: "the line is longer than \(JSONLimits.sizeText)")
      return [refusal([finding], schedule: nil, record)]
    }
    if record.isBlank { return [] }
    let document: ScheduleDocument
    do {
      document = try ScheduleDocument(reading: line, file: name)
    } catch {
      return [refusal(error.diagnostics, schedule: nil, record)]
    }
    var findings = DocumentFindings(document, file: name)
    return document.contents.schedules.enumerated().map { index, schedule in
      object(for: schedule, document, index, record, &findings)
    }
  }

  private func object(
    for schedule: Schedule, _ document: ScheduleDocument, _ index: Int, _ record: StreamRecord,
    _ made: inout DocumentFindings
  ) -> (JSONValue, Bool) {
    let broken = WeekCheck.findings(in: DraftWeek(schedule.week)).filter {
      $0.severity == .error
    }
    guard broken.isEmpty else {
      let findings = broken.map { made.diagnostic(for: $0, inSchedule: index) }
      return refusal(findings, schedule: schedule.name, record)
    }
    do {
      let export = try format.export(schedule.week, name: schedule.name, options: options)
      return (
        .object([
          "line": .integer(record.number), "schedule": .string(schedule.name),
          "output": .string(export.text),
          "changes": .array(export.changes.map { .string("\($0)") }),
        ]), true
      )
    } catch {
      let findings =
        switch error {
        case .issues(let issues):
          issues.map { made.diagnostic(for: $0, inSchedule: index) }
        case .usage(let sentence): [Diagnostic(file: name, message: sentence)]
        case .unreadable(let diagnostics): diagnostics
        }
      return refusal(findings, schedule: schedule.name, record)
    }
  }

  private func refusal(
    _ findings: [Diagnostic], schedule: String?, _ record: StreamRecord
  ) -> (JSONValue, Bool) {
    let placed = findings.map { finding in
      var finding = finding
      finding.fix = nil
      finding.location = finding.location.map {
        SourceLocation(line: record.number, column: $0.column, offset: $0.offset)
      }
      return finding.json
    }
    return (
      .object([
        "line": .integer(record.number), "schedule": .optional(schedule),
        "findings": .array(placed),
      ]), false
    )
  }
}
