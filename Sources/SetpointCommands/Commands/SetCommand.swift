import ArgumentParser

/// `setpoint set`: writes cells.
struct SetCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change cells, all of them or none.",
    discussion: """
      Values are written as in the editor: 6:30, 18:30, 630p, +15, -1h; 68, 68.5, +1, -0.5, 20c. \
      The day may be a list with commas, tue-fri, weekdays, weekend, all or *; the period may be all \
      or *. Nothing is changed in a file when one assignment is bad, or when the result would break a \
      rule that the schedule kept before (heat above cool, times out of order).

      Examples:
        setpoint set home.json tuesday.leave.heat=64 weekend.wake.time=7:30
        setpoint set '*.wake.heat=+1' schedules/ --dry-run
      """)

  @Argument(
    help: """
      Assignments, each a tag or path, an equals sign and a value; schedule files and folders, your \
      default document when none is named; - reads standard input and writes standard output.
      """,
    completion: .assignmentsAndFiles)
  var arguments: [String]

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var change: ChangeOptions

  @OptionGroup var color: ColorOption

  private var files: [String] { arguments.filter { !CellArguments.isAssignment($0) } }

  func validate() throws {
    guard arguments.contains(where: CellArguments.isAssignment) else {
      throw ValidationError("no assignment; write one as tuesday.leave.heat=64")
    }
    try change.check(files)
  }

  var planned: SetRun {
    SetRun(arguments: arguments, schedule: schedule.schedule, change: change.request)
  }
}
