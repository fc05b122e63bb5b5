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

  @Option(help: "How text and markdown write times: 24 (18:30) or 12 (6:30p).")
  var clock: ClockStyle?

  @OptionGroup var schedule: ScheduleOption

  func validate() throws {
    if clock != nil && (format == .csv || format == .json) {
      throw ValidationError("--clock goes with text and markdown; \(format) always has 18:30")
    }
  }

  func run() throws {
    let document = try DocumentFile.open(file ?? Environment.defaultDocument)
    let all = document.document.contents.schedules
    let shown =
      schedule.schedule == nil ? all : [all[try document.scheduleIndex(schedule)]]
    let clock = clock ?? .twentyFourHour
    switch format {
    case .text:
      let theme: Theme? = Console.showsColor(.output) ? .standard : nil
      let tables = shown.map { WeekPicture.surface(of: $0, clock: clock).text(theme: theme) }
      Console.write(tables.joined(separator: "\n"), to: .output)
    case .markdown:
      let tables = shown.map { MarkdownTable.text(of: $0, clock: clock) }
      Console.write(tables.joined(separator: "\n"), to: .output)
    case .csv:
      Console.writeFile(Array(CSVTable.text(of: shown).utf8))
    case .json:
      Console.print(JSONRows.value(of: shown).text(.indented))
    }
  }
}
