import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules

extension Contents {
  /// Whether it has a calendar that a text without dates would lose.
  var calendarMatters: Bool { !calendar.isEmpty && schedules.count > 1 }
}

extension Refusal {
  /// A refusal of a document with a calendar.
  static let calendar = Refusal(
    "the format has no place for the calendar; pass --due, --schedule NAME or --drop-calendar")
}

/// Converts a schedule to a device's text, for `setpoint export` and the editor.
enum ScheduleExport {
  /// Why the conversion failed.
  enum Problem: Error {
    /// The schedule breaks rules.
    case rules([CellFinding])
    case device(ExportRefusal)
  }

  /// `isClean` means that the schedule is known to break no rule.
  static func output(
    of schedule: Schedule, _ format: any DeviceFormat, _ options: ExportOptions,
    isClean: Bool = false
  ) throws(Problem) -> ExportOutput {
    let errors = isClean ? [] : WeekCheck.errors(in: schedule.week)
    guard errors.isEmpty else { throw .rules(errors) }
    do throws(ExportRefusal) {
      return try format.export(schedule.week, name: schedule.name, options: options)
    } catch {
      throw .device(error)
    }
  }
}
