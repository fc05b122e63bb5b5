import ArgumentParser

/// `setpoint list`: the schedules of many files, a line each.
struct ListCommand: PlannedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the schedules of files and folders, a line each.",
    discussion: """
      A line has the file, the schedule's name, its scale, its device, how many errors and warnings \
      its file has by the project's rules, and the week: six marks a day for the heat setpoint at 3, 7, 11, 15, 19 and 23 \
      o'clock, the darker the warmer, where a terminal is wide enough for it. The exit status is 1 when a file has an error.

      Example:
        setpoint list schedules/
      """)

  @Argument(
    help: "Files, folders (all *.json below), - for standard input; else your default document.",
    completion: .file())
  var files: [String] = []

  @Option(help: "The form of the list.")
  var format = ResultFormat.text

  var planned: ListRun { ListRun(files: files, format: format) }
}
