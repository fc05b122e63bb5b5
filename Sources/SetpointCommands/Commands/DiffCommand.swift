import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// `setpoint diff`: compares two documents cell by cell.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files cell by cell.",
    discussion: """
      Schedules are matched by name; two files with one schedule each are compared whatever the \
      names. Temperatures are shown in the scale of the first file. Exit status 1 when anything \
      differs.

      Example:
        setpoint diff winter.json summer.json
      """)

  @Argument(help: "The first file, - for standard input.")
  var a: String

  @Argument(help: "The second file, - for standard input.")
  var b: String

  func run() throws {
    let old = try DocumentFile.open(a).document.contents
    let new = try DocumentFile.open(b).document.contents
    let lines = Self.differences(from: old, to: new)
    guard !lines.isEmpty else { return }
    Console.write(lines.map { $0 + "\n" }.joined(), to: .output)
    throw Failure(.problems)
  }

  private static func differences(
    from old: Contents, to new: Contents
  ) -> [String] {
    var lines: [String] = []
    if old.unit != new.unit { lines.append("unit \(old.unit.rawValue) -> \(new.unit.rawValue)") }
    let single = old.schedules.count == 1 && new.schedules.count == 1
    for schedule in old.schedules {
      let other = single ? new.schedules[0] : new.schedules.first { $0.name == schedule.name }
      guard let other else {
        lines.append("schedule \(schedule.name.quoted()) is only in the first file")
        continue
      }
      if other.name != schedule.name {
        lines.append("name \(schedule.name.quoted()) -> \(other.name.quoted())")
      }
      let prefix = single ? "" : "\(schedule.name.quoted()) "
      lines += ScheduleDiff(from: schedule.week, to: other.week).changes.map { "\(prefix)\($0)" }
    }
    let known = Set(old.schedules.map(\.name))
    if !single {
      lines += new.schedules.filter { !known.contains($0.name) }.map {
        "schedule \($0.name.quoted()) is only in the second file"
      }
    }
    return lines
  }
}
