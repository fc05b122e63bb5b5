import Diagnostics
import ScheduleModel

/// A document as lines for `git diff`: one per row, so that a changed row is one changed line.
enum TextconvResult {
  static func text(of contents: Contents) -> String {
    var lines = ["unit \(contents.unit.rawValue)"] + members(contents.members)
    for schedule in contents.schedules {
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
      lines += members(schedule.members).map { "  \($0)" }
    }
    lines += contents.calendar.flatMap { entry in
      ["calendar \(String(describing: entry).quoted())"] + members(entry.members).map { "  \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func members(_ members: UnknownMembers) -> [String] {
    members.keys.map { key in
      let value = String(decoding: members[key]?.spelling ?? [], as: UTF8.self)
      return "member \(key.path.quoted()) \(value.printable)"
    }
  }
}
