import ArgumentParser
import ScheduleModel

/// `setpoint show`: prints the table, or draws the week.
struct ShowCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the week's table and draw it as strips; write it as a picture or a page.",
    discussion: """
      On a terminal the table fits its width, days that are alike share a line, and below stands the \
      week as strips of 24 hours whose colour is the temperature. Into a pipe goes the plain table. \
      svg is one picture and html one page that needs nothing else; several schedules and files get an \
      index. Shows all schedules of the files, or the one that --schedule names. A file that is there is \
      replaced only with --force, and never one that the command reads.

      Examples:
        setpoint show home.json
        setpoint show home.json cabin.json --format html -o weeks.html
      """)

  @Argument(
    help: "Files, folders (all *.json below), - for standard input; else your default document.",
    completion: .file())
  var files: [String] = []

  @Option(help: "The form of the week.")
  var format = ShowRun.Format.text

  @Option(
    help: """
      How text, markdown, svg and html write times: 24 (18:30) or 12 (6:30p); as in your locale when \
      left out.
      """)
  var clock: ClockStyle?

  @Option(help: "The first day in text and markdown; that of your locale when left out.")
  var firstDay: Weekday?

  @OptionGroup var timeline: TimelineOption

  @Option(
    name: .shortAndLong, help: "The file to write; standard output when left out.",
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Option(help: "The schedule by its name; all when left out.", completion: .schedules)
  var schedule: String?

  @OptionGroup var color: ColorOption

  func validate() throws {
    if clock != nil && (format == .csv || format == .json) {
      throw ValidationError(
        "--clock goes with text, markdown, svg and html; \(format) always has 18:30")
    }
    if firstDay != nil && format != .text && format != .markdown {
      throw ValidationError(
        "--first-day goes with text and markdown; \(format) always begins on monday")
    }
    if timeline.timeline != nil && format != .text {
      throw ValidationError("--timeline and --no-timeline go with --format text")
    }
    if force && output == nil { throw ValidationError("--force goes with --output") }
  }

  var planned: ShowRun {
    ShowRun(
      files: files, format: format, clock: clock, firstDay: firstDay, timeline: timeline.timeline,
      output: output, isForced: force, schedule: schedule)
  }
}

extension ShowRun.Format: ExpressibleByArgument {}
