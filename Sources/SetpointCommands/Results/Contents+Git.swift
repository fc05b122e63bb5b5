import Diagnostics
import ScheduleModel

extension Contents {
  /// The document as lines for `git diff`: one per row, so that a changed row is one changed line.
  var linesForGit: String {
    var lines = ["unit \(unit.rawValue)"] + members.lines
    for schedule in schedules {
      // Not indented: git shows the nearest such line above a hunk.
      lines.append("schedule \(schedule.name.quoted())")
      lines += schedule.notes.map { ["  notes \($0.quoted())"] } ?? []
      lines += schedule.device.map { ["  device \($0.quoted())"] } ?? []
      lines += RowAddress.all.map { row in
        let setpoint = schedule.week[row]
        return setpoint.temperatures.reduce("  \(row) \(setpoint.time)") {
          "\($0) \($1.side.name) \($1.degrees)"
        }
      }
      lines += schedule.members.lines.map { "  \($0)" }
    }
    lines += calendar.flatMap { entry in
      ["calendar \(String(describing: entry).quoted())"] + entry.members.lines.map { "  \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension UnknownMembers {
  fileprivate var lines: [String] {
    keys.map { key in
      let value = String(decoding: self[key]?.spelling ?? [], as: UTF8.self)
      return "member \(key.path.quoted()) \(value.printable)"
    }
  }
}
