import DeviceFormats
import ScheduleModel

extension ShownDocuments {
  /// The rows of the schedules as comma-separated values (RFC 4180, with LF line ends): a heading and a line for every
  /// row; the file comes first if there are several.
  var csv: String {
    var text = areSeveral ? "file," : ""
    let sides = documents.flatMap(\.schedules).reduce(into: Sides()) {
      $0.formUnion($1.week.sides)
    }
    text += "schedule,day,period,time,\(sides.each.map(\.name).joined(separator: ",")),unit\n"
    for document in documents {
      let file = areSeveral ? QuotedText.csv(document.path) + "," : ""
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
