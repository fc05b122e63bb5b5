import ArgumentParser
import CLibrary
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
package import ScheduleModel
package import SchedulePictures
import ScheduleRules

struct ListCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the schedules of files and folders, one per line.",
    discussion: """
      A line has the file, the schedule's name, its unit, its device, the number of its errors and warnings, \
      and the week: marks for the heat setpoint (or else cool) at 3, 7, 11, 15, 19 and 23 o'clock (7, 15 and 19 on a \
      narrow terminal), the denser the warmer.

      Example:
        setpoint list schedules/
      """)
  static let exitStatus = "1 if a file has an error, 65 if it is not a schedule."

  @Argument(documents: "Files and folders, - for standard input") var files: [String] = []

  @Option(help: .format) var format = ResultFormat.text

  @Option(help: "Colours") var color = ColorChoice.auto

  func run() throws {
    let projects = ProjectFinder()
    var schedules: [ListedSchedule] = []
    var worst = ExitStatus.success
    do throws(Failure) {
      var files = ManyFiles(files)
      files.isQuiet = true
      try files.forEach(nil) { path in
        defer { worst = max(worst, projects.reportProblems()) }
        schedules += try ListedSchedule.schedules(of: path, projects)
        return true
      }
    } catch {
      worst = max(worst, error.status)
    }
    if schedules.contains(where: { $0.errors > 0 }) { worst = max(worst, .problems) }
    switch format {
    case _ where schedules.isEmpty: break
    case .text: Self.printTable(of: schedules)
    case .json: Console.print(.array(schedules.map(\.json)))
    }
    if worst != .success { throw Failure(worst) }
  }

  /// Prints a line for each schedule. If the lines are too wide, weeks have fewer marks, and then none.
  private static func printTable(of schedules: [ListedSchedule]) {
    let heading = ["file", "schedule", "unit", "device", "problems", "week"]
    func table(markedAt minutes: [Int]) -> ColumnTable {
      ColumnTable([heading] + schedules.map { $0.cells(markedAt: minutes) })
    }
    let room = Console.size(of: .output)?.columns
    var shown = table(markedAt: BandMarks.minutes)
    if let room, shown.width > room { shown = table(markedAt: BandMarks.fewMinutes) }
    Console.write(shown.text(fitting: room, keeping: "problems"), to: .output)
  }
}

private struct ListedSchedule {
  let file: String
  let unit: TemperatureUnit?
  let schedule: DraftSchedule
  let errors, warnings: Int

  static func schedules(of file: String, _ projects: ProjectFinder) throws -> [ListedSchedule] {
    let bytes = try FileReading.bytes(at: file)
    var options = projects.options(forFile: file)
    // The schedules of unlisted findings would be unknown.
    options.limit = .max
    let check = DocumentCheck(bytes: bytes, file: file, options: options)
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      throw Failure(.unreadableData, Array(check.diagnostics.prefix(1)), in: bytes)
    }
    let found = CheckedFile(check, of: bytes, name: file, options, for: nil).diagnostics
    func counts(_ severity: Severity) -> [String?: Int] {
      found.reduce(into: [:]) { if $1.severity == severity { $0[$1.schedule, default: 0] += 1 } }
    }
    let (errors, warnings) = (counts(.error), counts(.warning))
    return draft.schedules.map { schedule in
      // The problems of the document count for each schedule.
      let subjects = Set([schedule.name, nil])
      return ListedSchedule(
        file: file, unit: draft.unit, schedule: schedule,
        errors: subjects.reduce(0) { $0 + errors[$1, default: 0] },
        warnings: subjects.reduce(0) { $0 + warnings[$1, default: 0] })
    }
  }

  var json: JSONValue {
    [
      "file": .string(file), "schedule": .optional(schedule.name),
      "unit": .optional(unit?.rawValue), "device": .optional(schedule.device),
      "errors": .integer(errors), "warnings": .integer(warnings),
    ]
  }

  /// The texts of a line of the table.
  func cells(markedAt minutes: [Int]) -> [String] {
    let marks: BandMarks = LocaleCharacters.areUnicode ? .shades : .ascii
    let problems = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { counted($0, $1) }.joined(separator: ", ")
    return [
      file, schedule.name ?? "?", unit?.rawValue ?? "?", schedule.device ?? "-",
      problems.isEmpty ? "none" : problems, marks.text(of: schedule.week, at: minutes),
    ]
  }
}

extension BandMarks {
  /// The marked minutes of a day: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))
  /// Those marked on a narrow terminal: 7, 15 and 19 o'clock.
  fileprivate static let fewMinutes = [420, 900, 1140]

  /// The marks per day for the heat setpoint in force, or for the cool setpoint of a cool-only schedule, with days
  /// separated by spaces; a question mark for an incomplete week.
  package func text(of week: DraftWeek, at minutes: [Int] = BandMarks.minutes) -> String {
    guard let week = Week(week) else { return "?" }
    let days = Weekday.allCases.map { day in
      String(
        minutes.compactMap { minute in
          let setpoint = week[week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))]
          return TemperatureBand(of: setpoint, week.sides.first, week.unit).map(mark(of:))
        })
    }
    return days.joined(separator: " ")
  }
}
