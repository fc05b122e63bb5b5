import ScheduleModel

/// The rows of schedules as comma-separated values (RFC 4180, with LF line ends).
enum CSVTable {
  /// Writes a heading and a line for every row.
  static func text(of schedules: [NamedSchedule]) -> String {
    var text = "schedule,day,period,time,heat,cool,unit\n"
    for schedule in schedules {
      let name = field(schedule.name)
      for row in RowAddress.all {
        let setpoint = schedule.week[row]
        text += "\(name),\(row.day.name),\(row.period.name),\(setpoint.time),"
        text += "\(setpoint.heat),\(setpoint.cool),\(schedule.week.unit.rawValue)\n"
      }
    }
    return text
  }

  /// Quotes a text where commas, quotes or line ends need it, and keeps a spreadsheet from taking it
  /// for a formula (OWASP, CSV Injection).
  private static func field(_ text: String) -> String {
    var text = text
    if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
