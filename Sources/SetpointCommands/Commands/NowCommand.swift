import ArgumentParser
import ScheduleModel

/// `setpoint now`: what holds at a moment, and what comes next.
struct NowCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Print the setpoints in force and the next change.",
    discussion: """
      Before a day's wake period the previous day's sleep period holds. On a terminal the day follows \
      as a strip, with a mark at the moment.

      Example:
        setpoint now home.json --at "tuesday 17:30"
      """)

  @Argument(
    help: "The schedule file, - for standard input; your default document when left out.",
    completion: .file())
  var file: String?

  @Option(help: "A time (17:30) or a day and a time (\"tuesday 17:30\"); now when left out.")
  var at: String?

  @Option(help: "How times are written: 24 (18:30) or 12 (6:30p); as in your locale when left out.")
  var clock: ClockStyle?

  @OptionGroup var timeline: TimelineOption

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  func validate() throws {
    if format != .text && (clock != nil || timeline.timeline != nil) {
      throw ValidationError("--clock, --timeline and --no-timeline go with --format text")
    }
  }

  var planned: NowRun {
    NowRun(
      file: file, at: at, clock: clock, timeline: timeline.timeline, format: format,
      schedule: schedule.schedule)
  }
}
