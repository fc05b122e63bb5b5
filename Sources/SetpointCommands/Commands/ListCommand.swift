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
      and the week: marks for the heat setpoint (cool, in a cool-only schedule) at 3, 7, 11, 15, 19 and 23 o'clock \
      (7, 15 and 19 on a narrow terminal), the darker the warmer. Exit status 1 if a file has an error.

      Example:
        setpoint list schedules/
      """)

  @Argument(
    help: "Files and folders, - for standard input (default: your default document).",
    completion: .file())
  var files: [String] = []

  @Option(help: "The output format.")
  var format = ResultFormat.text

  @Option(help: "Colours") var color = ColorChoice.auto

  func run() throws {
    let marks: BandMarks = LocaleCharacters.areUnicode ? .shades : .ascii
    let projects = ProjectFinder()
    var lines = ColumnTable()
    lines.add("file", "schedule", "unit", "device", "problems", "week")
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    do throws(Failure) {
      var files = ManyFiles(files)
      files.isQuiet = true
      try files.forEach(nil) { path in
        let bytes = try FileReading.bytes(at: path)
        var options = projects.options(forFile: path) ?? CheckOptions()
        // The schedules of unlisted findings would be unknown.
        options.limit = .max
        worst = max(worst, projects.reportProblems())
        let check = DocumentCheck(bytes: bytes, file: path, options: options)
        guard let draft = check.draft, !draft.schedules.isEmpty else {
          throw Failure(.unreadableData, Array(check.diagnostics.prefix(1)), in: bytes)
        }
        let found = CheckedFile(check, of: bytes, name: path, options, for: nil).diagnostics
        let counts = Dictionary(grouping: found, by: \.schedule).mapValues { findings in
          (
            errors: findings.count { $0.severity == .error },
            warnings: findings.count { $0.severity == .warning }
          )
        }
        for schedule in draft.schedules {
          // The problems of the document count for each schedule.
          let own = Set([schedule.name, nil]).compactMap { counts[$0] }
          let errors = own.reduce(0) { $0 + $1.errors }
          let warnings = own.reduce(0) { $0 + $1.warnings }
          if errors > 0 { worst = max(worst, .problems) }
          if format == .json {
            elements.append(
              .object([
                "file": .string(path), "schedule": .optional(schedule.name),
                "unit": .optional(draft.unit?.rawValue), "device": .optional(schedule.device),
                "errors": .integer(errors), "warnings": .integer(warnings),
              ]))
            continue
          }
          let problems = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
            .map { counted($0, $1) }.joined(separator: ", ")
          lines.add(
            path, schedule.name ?? "?", draft.unit?.rawValue ?? "?", schedule.device ?? "-",
            problems.isEmpty ? "none" : problems, marks.text(of: schedule.week))
        }
        return true
      }
    } catch {
      worst = max(worst, error.status)
    }
    if !elements.isEmpty {
      Console.print(.array(elements))
    } else if lines.rows.count > 1 {
      let room = Console.size(of: .output)?.columns
      if let room, lines.width > room {
        // Three marks a day; weeks that are still too wide are omitted.
        for row in lines.rows.indices {
          let days = lines.rows[row].removeLast().split(separator: " ").map { day in
            guard day.count == BandMarks.minutes.count else { return String(day) }
            return String(day.enumerated().filter { [1, 3, 4].contains($0.offset) }.map(\.element))
          }
          lines.rows[row].append(days.joined(separator: " "))
        }
      }
      Console.write(lines.text(fitting: room, keeping: "problems"), to: .output)
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension BandMarks {
  /// The marked minutes of a day: 3, 7, 11, 15, 19 and 23 o'clock.
  package static let minutes = Array(stride(from: 180, to: 1440, by: 240))

  /// Six marks per day for the heat setpoint in force, or for the cool setpoint of a cool-only schedule, with days
  /// separated by spaces; a question mark for an incomplete week.
  package func text(of week: DraftWeek) -> String {
    guard let week = Week(week) else { return "?" }
    let days = Weekday.allCases.map { day in
      String(
        Self.minutes.compactMap { minute in
          let setpoint = week[week.row(at: WeekTime(day, TimeOfDay(wrapping: minute)))]
          return TemperatureBand(of: setpoint, week.sides.first, week.unit).map(mark(of:))
        })
    }
    return days.joined(separator: " ")
  }
}
