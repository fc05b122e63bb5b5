import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// `setpoint copy`: copies whole days.
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a day to other days.",
    discussion: """
      Example:
        setpoint copy home.json monday --to tuesday,weekend
      """)

  @Argument(
    help: "The schedule file; - reads standard input and writes standard output.",
    completion: .file())
  var file: String

  @Argument(help: "The day to copy.", completion: .days)
  var day: String

  @Option(
    help: "The days to copy it to: names with commas, weekdays, weekend or all.",
    completion: .dayLists)
  var to: String

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var writing: WritingOptions

  @OptionGroup var color: ColorOption

  func validate() throws { try writing.refuse(where: file == "-", "- is standard output") }

  func run() throws {
    guard let source = Weekday(day) else {
      throw Failure(.usage, "\(day.quoted()) is not a day; use monday to sunday")
    }
    let targets: [Weekday]
    do {
      targets = try Weekday.list(to)
    } catch {
      throw Failure(.usage, "--to: \(error)")
    }
    let difference = try DocumentFile.change(file, writing) { file in
      let index = try file.scheduleIndex(schedule)
      let old = file.document.contents.schedules[index].week
      let edit = ScheduleEdit(copying: source, to: targets, in: old)
      _ = edit.apply(to: &file.document.contents.schedules[index].week)
      return ScheduleDiff(from: old, to: file.document.contents.schedules[index].week)
    }
    for change in difference.changes { Console.say("\(change)") }
  }
}
