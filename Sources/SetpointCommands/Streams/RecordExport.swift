package import DeviceFormats
package import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules
import ScheduleText

/// `export --ndjson`: exports every schedule of each record's document.
///
/// Every schedule yields one object: `schedule`, and either `output`, the device's text, with `changes`, or `findings`
/// if it cannot be exported. An invalid record yields findings; the stream goes on.
package struct RecordExport: RecordWork {
  package let name: String
  private let format: any DeviceFormat
  private let options: ExportOptions
  private let day: CalendarDay?
  private let dropsCalendar: Bool

  /// Prepares an export to a format; `name` is the stream's name in findings. With `day` only the schedule that is due
  /// then is exported.
  package init(
    name: String, format: any DeviceFormat, options: ExportOptions, dueOn day: CalendarDay? = nil,
    dropsCalendar: Bool = false
  ) {
    self.name = name
    self.format = format
    self.options = options
    self.day = day
    self.dropsCalendar = dropsCalendar
  }

  package func answer(_ texts: [UnsafeRawBufferPointer], _ answers: inout RecordAnswers) {
    let bytes = Array(texts[0])
    do throws(DocumentProblem) {
      let check = DocumentCheck(bytes: bytes, file: name)
      let document = try ScheduleDocument(check, of: bytes)
      var findings = DocumentFindings(document: document, file: name)
      var found: [Diagnostic] = []
      let chosen: [Int]
      do throws(Refusal) {
        chosen = try self.chosen(of: document.contents)
      } catch {
        let reason = Diagnostic(file: name, message: error.reason)
        return refuse([reason], &answers)
      }
      for index in chosen {
        let schedule = document.contents.schedules[index]
        do throws(ExportRefusal) {
          let broken = check.isClean ? [] : WeekCheck.errors(in: schedule.week)
          guard broken.isEmpty else {
            let broken = broken.map { findings.diagnostic(for: $0, inSchedule: index) }
            found += refusal(broken, of: schedule.name, &answers)
            continue
          }
          write(
            try format.export(schedule.week, name: schedule.name, options: options), schedule,
            &answers)
        } catch {
          let reasons: [Diagnostic]
          switch error {
          case .issues(let issues):
            reasons = issues.map { findings.diagnostic(for: $0, inSchedule: index) }
          case .usage(let sentence): reasons = [Diagnostic(file: name, message: sentence)]
          case .unreadable(let diagnostics): reasons = diagnostics
          }
          found += refusal(reasons, of: schedule.name, &answers)
        }
      }
      answers.count(found)
    } catch {
      refuse(error.diagnostics, &answers)
    }
  }

  /// The schedules that are exported.
  private func chosen(of contents: Contents) throws(Refusal) -> [Int] {
    if let day { return [try contents.scheduleIndex(dueOn: day)] }
    if !dropsCalendar, contents.calendarMatters { throw .calendar }
    return Array(contents.schedules.indices)
  }

  package func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.count(refusal(found, of: nil, &answers))
  }

  private func write(
    _ export: ExportOutput, _ schedule: Schedule, _ answers: inout RecordAnswers
  ) {
    answers.object { writer in
      writer.write("schedule", .string(schedule.name))
      writer.write(raw: ",\"output\":")
      writer.write(utf8: export.bytes)
      writer.write("changes", .array(export.changes.map { .string("\($0)") }))
    }
  }

  private func refusal(
    _ found: [Diagnostic], of schedule: String?, _ answers: inout RecordAnswers
  ) -> [Diagnostic] {
    answers.refusal(found) { $0.write("schedule", .optional(schedule)) }
  }
}
