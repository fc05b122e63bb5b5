import DeviceFormats
import ScheduleModel

/// The rows of schedules as comma-separated values (RFC 4180, with LF line ends).
enum CSVTable {
  /// Writes a heading and a line for every row.
  static func text(of schedules: [Schedule]) -> String {
    var text = "schedule,day,period,time,heat,cool,unit\n"
    for schedule in schedules {
      let name = QuotedText.csv(schedule.name)
      for row in RowAddress.all {
        let setpoint = schedule.week[row]
        text += "\(name),\(row.day.name),\(row.period.name),\(setpoint.time),"
        text += "\(setpoint.heat),\(setpoint.cool),\(schedule.week.unit.rawValue)\n"
      }
    }
    return text
  }
}
