import ArgumentParser
import CLibrary
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
package import ScheduleModel
package import SchedulePictures
import ScheduleRules
import Streams

struct ListCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the schedules of files and folders, one per line.",
    discussion: """
      A line has the file, the schedule's name, its unit, its device, the number of its errors and warnings, \
      and the week: marks for the heat setpoint, or the only one, at 3, 7, 11, 15, 19 and 23 o'clock \
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
    let files = ManyFiles(files)
    let isJSON = format == .json
    let marks: BandMarks? = isJSON ? nil : LocaleCharacters.areUnicode ? .shades : .ascii
    let projects = ProjectFinder()
    var lines = ColumnTable()
    lines.add("file", "schedule", "unit", "device", "problems", "week")
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    let progress = files.progress
    var count = 0
    ParallelMap.forEach(
      files.inputs, size: { $0.failure == nil ? 0 : 1 },
      work: { inputs in inputs.map { ListedFile($0, marks: marks, projects) } }
    ) { _, file in
      worst = max(worst, projects.reportProblems(clearing: progress), file.status)
      count += 1
      if let failure = file.failure {
        progress.clear()
        Console.write(failure.text, to: .error)
      } else {
        progress.advance(to: count)
      }
      elements += file.json
      lines.rows += file.lines.rows
    }
    progress.clear()
    if isJSON {
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
      Console.write(lines.text(fitting: room), to: .output)
    }
    if worst != .success { throw Failure(worst) }
  }
}

/// The list entry of a file, with the findings of `validate` without options.
struct ListedFile: Sendable {
  /// The lines of its schedules, or JSON objects.
  private(set) var lines = ColumnTable()
  private(set) var json: [JSONValue] = []
  /// Why there is nothing to list.
  private(set) var failure: Failure?
  private(set) var status = ExitStatus.success

  /// Reads and checks an input. Creates lines with `marks`, otherwise objects.
  init(_ input: InputList.Input, marks: BandMarks?, _ projects: ProjectFinder) {
    do throws(Failure) {
      switch input {
      case .problem(let path, let reason): throw Failure(.noInput, "\(path.fileTitle): \(reason)")
      case .file(let path):
        let bytes = try Failure.about(path) { try FileReading.bytes(at: path) }
        try list(path, bytes, marks, projects.options(forFile: path) ?? CheckOptions())
      }
    } catch {
      (failure, status) = (error, error.status)
    }
  }

  private mutating func list(
    _ path: String, _ bytes: [UInt8], _ marks: BandMarks?, _ options: CheckOptions
  ) throws(Failure) {
    let check = DocumentCheck(bytes: bytes, file: path, options: options)
    let found = CheckedFile(check, of: bytes, name: path, options, for: nil)
    // Its own problems, those of the document, and those beyond the limit, whose schedules are not known.
    let count = { (severity: Severity, schedule: DraftSchedule) -> Int in
      found.unlisted.count(of: severity)
        + found.diagnostics.count {
          $0.severity == severity && ($0.schedule ?? schedule.name) == schedule.name
        }
    }
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      throw Failure(.unreadableData, Array(check.diagnostics.prefix(1)), in: bytes)
    }
    if draft.schedules.contains(where: { count(.error, $0) > 0 }) { status = .problems }
    guard let marks else {
      json = draft.schedules.map { schedule in
        .object([
          "file": .string(path), "schedule": .optional(schedule.name),
          "unit": .optional(draft.unit?.rawValue), "device": .optional(schedule.device),
          "errors": .integer(count(.error, schedule)),
          "warnings": .integer(count(.warning, schedule)),
        ])
      }
      return
    }
    for schedule in draft.schedules {
      let counts = [(count(.error, schedule), "error"), (count(.warning, schedule), "warning")]
      let problems = counts.filter { $0.0 > 0 }.map { counted($0, $1) }.joined(separator: ", ")
      lines.add(
        path, schedule.name ?? "?", draft.unit?.rawValue ?? "?", schedule.device ?? "-",
        problems.isEmpty ? "none" : problems, marks.text(of: schedule.week))
    }
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
