import ArgumentParser
import Diagnostics
import JSONText
import ScheduleEditor
import ScheduleFiles
import ScheduleText
import ScheduleModel
import TwoWayTable

/// `setpoint show`: prints the table.
struct ShowCommand: ParsableCommand {
  /// The forms that the table is printed in.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, csv, json
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the week's table.",
    discussion: """
      Prints all schedules of the file, or the one that --schedule names.

      Example:
        setpoint show home.json --format markdown
      """)

  @Argument(
    help: "The schedule file, - for standard input; your default document when left out.",
    completion: .file())
  var file: String?

  @Option(help: "The form of the table.")
  var format = Format.text

  @Option(
    help: """
      How text and markdown write times: 24 (18:30) or 12 (6:30p); as in your locale when left out.
      """)
  var clock: ClockStyle?

  @Option(help: "The first day in text and markdown; that of your locale when left out.")
  var firstDay: Weekday?

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  func validate() throws {
    let isForPrograms = format == .csv || format == .json
    if clock != nil && isForPrograms {
      throw ValidationError("--clock goes with text and markdown; \(format) always has 18:30")
    }
    if firstDay != nil && isForPrograms {
      throw ValidationError(
        "--first-day goes with text and markdown; \(format) always begins on monday")
    }
  }

  func run() throws {
    let document = try DocumentFile.open(file ?? Environment.defaultDocument)
    let all = document.document.contents.schedules
    let shown =
      schedule.schedule == nil ? all : [all[try document.scheduleIndex(schedule)]]
    let clock = clock ?? RegionalHabits.current.clock ?? .twentyFourHour
    let firstDay = firstDay ?? RegionalHabits.current.firstDay ?? .monday
    switch format {
    case .text:
      let theme: Theme? = Console.showsColor(.output) ? .standard : nil
      let tables = shown.map {
        WeekPicture.surface(of: $0, clock: clock, firstDay: firstDay).text(theme: theme)
      }
      Console.write(tables.joined(separator: "\n"), to: .output)
    case .markdown:
      let tables = shown.map { MarkdownTable.text(of: $0, clock: clock, firstDay: firstDay) }
      Console.write(tables.joined(separator: "\n"), to: .output)
    case .csv:
      Console.writeFile(Array(CSVTable.text(of: shown).utf8))
    case .json:
      Console.print(JSONRows.value(of: shown).text(.indented))
    }
  }
}
