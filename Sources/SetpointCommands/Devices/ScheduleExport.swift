import DeviceFormats
import Diagnostics
import ScheduleModel
import ScheduleRules

/// What `setpoint export` and the editor do alike: a schedule becomes the text of a device.
enum ScheduleExport {
  /// Why there is no text.
  enum Problem: Error {
    /// The schedule breaks rules; it is not passed on to a device.
    case rules([CellFinding])
    case device(ExportRefusal)
  }

  static func output(
    of schedule: Schedule, _ format: any DeviceFormat, _ options: ExportOptions
  ) throws(Problem) -> ExportOutput {
    let errors = WeekCheck.errors(in: schedule.week)
    guard errors.isEmpty else { throw .rules(errors) }
    do throws(ExportRefusal) {
      return try format.export(schedule.week, name: schedule.name, options: options)
    } catch {
      throw .device(error)
    }
  }
}
