import ArgumentParser
import JSONText
import SchedulePictures
import ScheduleRules

/// `setpoint list`: lists the schedules of many files.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the schedules of files and folders, a line each.",
    discussion: """
      A line has the file, the schedule's name, its unit, its device, the number of errors and warnings in \
      the file, and the week: marks for the heat setpoint at 3, 7, 11, 15, 19 and 23 o'clock (7, 15 and 19 on \
      a narrow terminal), the darker the warmer. Exit status 1 if a file has an error.

      Example:
        setpoint list schedules/
      """)

  @Argument(
    help: "Files and folders, - for standard input (default: your default document).",
    completion: .file())
  var files: [String] = []

  @Option(help: "The output format.")
  var format = ResultFormat.text

  @OptionGroup var color: ColorOption

  func run() throws {
    let files = ManyFiles(files)
    let isJSON = format == .json
    let marks = isJSON ? nil : PictureOutput.textMarks
    let projects = ProjectFinder()
    var lines = ColumnTable()
    lines.add("file", "schedule", "unit", "device", "problems", "week")
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    var progress = files.progress
    var count = 0
    ParallelMap.forEach(
      files.inputs, size: { $0.problems.count },
      work: { inputs in inputs.map { ListedFile($0, marks: marks, projects) } }
    ) { _, file in
      for problem in projects.takeProblems() {
        progress.clear()
        Console.report(problem.diagnostics, in: problem.bytes)
        worst = max(worst, .problems)
      }
      worst = max(worst, file.status)
      count += 1
      if file.problems.isEmpty { progress.advance(to: count) } else { progress.clear() }
      for problem in file.problems { Console.say(problem) }
      elements += file.json
      lines.add(file.lines)
    }
    progress.clear()
    if isJSON {
      Console.print(.array(elements))
    } else if lines.rows.count > 1 {
      let room = Console.size(of: .output)?.columns
      if let room, lines.width > room { lines.narrowWeeks() }
      Console.write(lines.text(fitting: room), to: .output)
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension ColumnTable {
  /// Shortens each day to three marks, for a narrow terminal. Weeks that are still too wide are omitted, since wrapped
  /// marks are unreadable.
  fileprivate mutating func narrowWeeks() {
    for row in rows.indices {
      let days = rows[row].removeLast().split(separator: " ").map { day in
        guard day.count == BandMarks.minutes.count else { return String(day) }
        return String(day.enumerated().filter { [1, 3, 4].contains($0.offset) }.map(\.element))
      }
      rows[row].append(days.joined(separator: " "))
    }
  }
}
