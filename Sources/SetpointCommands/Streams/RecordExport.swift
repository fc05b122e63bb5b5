import DeviceFormats
import Diagnostics
import JSONText
import ScheduleModel
import ScheduleRules
import ScheduleText

/// `export --ndjson`: exports every schedule of each record's document.
///
/// Every schedule yields one object: `schedule`, and either `output`, the device's text, with `changes`, or `findings`
/// if it cannot be exported. An invalid record yields findings; the stream goes on.
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
      for index in try chosen(of: document.contents) {
        let schedule = document.contents.schedules[index]
        let name = JSONValue.string(schedule.name)
        let refused: [Diagnostic]
        do throws(ScheduleExport.Problem) {
          let export = try ScheduleExport.output(
            of: schedule, format, options, isClean: check.isClean)
          answers.object([
            "schedule": name, "output": .string(export.text),
            "changes": .strings(export.changes.map(\.description)),
          ])
          continue
        } catch {
          refused = findings.diagnostics(for: error, inSchedule: index)
        }
        answers.fail()
        answers.object(["schedule": name], findings: refused)
        found += refused
      }
      answers.count(found)
    } catch let problem as DocumentProblem {
      refuse(problem.diagnostics, &answers)
    } catch {
      refuse([Diagnostic(file: name, message: "\(error)")], &answers)
    }
  }

  /// The schedules that are exported.
  private func chosen(of contents: Contents) throws(Refusal) -> [Int] {
    if let day { return [try contents.scheduleIndex(dueOn: day)] }
    if !dropsCalendar, contents.calendarMatters {
      throw Refusal("a stream has no dates; pass --due or --drop-calendar")
    }
    return Array(contents.schedules.indices)
  }

  func refuse(_ found: [Diagnostic], _ answers: inout RecordAnswers) {
    answers.refuse(found, ["schedule": .null])
  }
}
