import ArgumentParser

/// `setpoint get`: reads cells.
struct GetCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the values of cells.",
    discussion: """
      An address is a tag (104) or a path (tuesday.wake.heat). The day may be a list with commas, \
      tue-fri, weekdays, weekend, all or *; the period and the field may be all or *, also by leaving \
      them out: weekdays.wake, all. One cell prints its value \
      alone, several print a line each: path, tab, value; of several files each line begins with the \
      file and a tab.

      Examples:
        setpoint get home.json weekdays.leave.heat
        setpoint get monday.wake.heat schedules/
      """)

  @Argument(
    help: """
      Tags or paths; schedule files and folders, - for standard input, your default document when \
      none is named.
      """,
    completion: .cellsAndFiles)
  var arguments: [String]

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  var planned: GetRun {
    GetRun(arguments: arguments, format: format, schedule: schedule.schedule)
  }
}
