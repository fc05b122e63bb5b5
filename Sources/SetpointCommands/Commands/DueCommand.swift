import ArgumentParser
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct DueCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Print the schedule that applies today.",
    discussion: """
      The last entry of the calendar that applies decides; if none applies, the first schedule of the \
      file is due. With several dates, each line is a date, a tab and its schedule.

      Example:
        setpoint due home.json --at 2026-12-24
      """)

  @Argument(document: "The schedule file, - for standard input") var file: String?

  @Option(help: "A day (tomorrow, 12-24); repeatable (default: today).")
  var at: [String] = []

  @Option(help: "Colours") var color = ColorChoice.auto

  func run() throws {
    let days = try at.map { text throws(Failure) in
      if let day = CalendarDay(typed: text, today: .today) { return day }
      throw Failure(
        .usage,
        "--at: \(text.quoted()) is not a date; "
          + (CalendarDay.advice(onYearOf: text) ?? "use \(CalendarDay.typedForms)"))
    }
    let document = try DocumentFile.open(file ?? Folder.namedDefaultDocument)
    for day in days.isEmpty ? [.today] : days {
      let name = document.contents.schedules[try document.scheduleIndex(dueOn: day)].name
      Console.print(days.count > 1 ? "\(day)\t\(name.printable)" : name.printable)
    }
  }
}
