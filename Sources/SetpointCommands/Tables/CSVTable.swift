import DeviceFormats
import ScheduleModel

/// The rows of schedules as comma-separated values (RFC 4180, with LF line ends).
enum CSVTable {
  /// Returns a heading and a line for every row; the file comes first if there are several.
  static func text(of shown: ShownDocuments) -> String {
    var text = shown.areSeveral ? "file," : ""
    let sides = shown.documents.flatMap(\.schedules).reduce(into: Sides()) {
      $0.formUnion($1.week.sides)
    }
    text += "schedule,day,period,time,\(sides.each.map(\.name).joined(separator: ",")),unit\n"
    for document in shown.documents {
      let file = shown.areSeveral ? QuotedText.csv(document.path) + "," : ""
      for schedule in document.schedules {
        let name = QuotedText.csv(schedule.name)
        for row in RowAddress.all {
          let setpoint = schedule.week[row]
          text += "\(file)\(name),\(row.day.name),\(row.period.name),\(setpoint.time),"
          for side in sides.each { text += "\(setpoint[side]?.description ?? "")," }
          text += "\(schedule.week.unit.rawValue)\n"
        }
      }
    }
    return text
  }
}
