import ArgumentParser
import Diagnostics
import JSONText
import ScheduleFiles
import SchedulePictures
import ScheduleModel
import ScheduleRules
import TerminalScreen

/// `setpoint list`: the schedules of many files, a line each.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the schedules of files and folders, a line each.",
    discussion: """
      A line has the file, the schedule's name, its scale, its device, how many errors and warnings \
      its file has, and the week: six marks a day for the heat setpoint at 3, 7, 11, 15, 19 and 23 \
      o'clock, the darker the warmer. The exit status is 1 when a file has an error.

      Example:
        setpoint list schedules/
      """)

  @Argument(
    help: "Files, folders (all *.json below), - for standard input; else your default document.",
    completion: .file())
  var files: [String] = []

  @Option(help: "The form of the list.")
  var format = ResultFormat.text

  func run() throws {
    let files = ManyFiles(files)
    let isJSON = format == .json
    var columns = ListColumns(marks: PictureOutput.textMarks)
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    ParallelMap.forEach(files.inputs, size: { $0.problems.isEmpty ? 0 : 1 }, work: ListedFile.init)
    {
      _, file in
      worst = max(worst, file.status)
      for problem in file.problems { Console.say(problem) }
      if isJSON { elements += file.json } else { columns.add(file) }
    }
    if isJSON {
      Console.print(.array(elements))
    } else {
      Console.write(columns.text, to: .output)
    }
    if worst != .success { throw Failure(worst) }
  }
}

/// What the list says of a file.
private struct ListedFile: Sendable {
  let path: String
  /// What could be read of it.
  private(set) var draft = DraftDocument()
  private(set) var errors = 0
  private(set) var warnings = 0
  /// Why there is nothing to list, a sentence each.
  private(set) var problems: [String] = []
  private(set) var status = ExitStatus.success

  /// Reads and checks an input; whatever goes wrong is said in `problems`.
  init(_ input: InputList.Input) {
    switch input {
    case .problem(let path, let reason):
      self.path = path
      refuse(.problems, reason)
    case .unreadable(let path, let reason):
      self.path = path
      refuse(.noInput, reason)
    case .file(let path):
      self.path = path
      do {
        check(try FileReading.bytes(at: path))
      } catch {
        refuse(.noInput, "\(error)")
      }
    }
  }

  private mutating func refuse(_ status: ExitStatus, _ reason: String) {
    self.status = status
    problems.append("\(path): \(reason)")
  }

  private mutating func check(_ bytes: [UInt8]) {
    let check = DocumentCheck(bytes: bytes, file: path)
    var tally = check.unlisted
    for finding in check.diagnostics { tally.add(finding.code, finding.severity) }
    errors = tally.bySeverity[.error] ?? 0
    warnings = tally.bySeverity[.warning] ?? 0
    if errors > 0 { status = .problems }
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      return refuse(.unreadableData, check.diagnostics.first?.message ?? "no schedule")
    }
    self.draft = draft
  }

  /// The schedules as objects.
  var json: [JSONValue] {
    draft.schedules.map { ListResult.json($0, draft.unit, of: path, errors, warnings) }
  }
}

/// The list as columns, each as wide as its widest text.
private struct ListColumns {
  private let marks: BandMarks
  private var rows: [[String]] = [["file", "schedule", "unit", "device", "problems", "week"]]

  init(marks: BandMarks) { self.marks = marks }

  /// Adds a file's schedules.
  mutating func add(_ file: ListedFile) {
    for schedule in file.draft.schedules {
      rows.append([
        file.path.printable, schedule.name?.printable ?? "?", file.draft.unit?.rawValue ?? "?",
        schedule.device?.printable ?? "-", Self.words(file.errors, file.warnings),
        week(schedule.week, file.draft.unit),
      ])
    }
  }

  private static func words(_ errors: Int, _ warnings: Int) -> String {
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.isEmpty
      ? "none" : counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  /// Six marks a day; a question mark where a value is missing.
  private func week(_ draft: DraftWeek, _ unit: TemperatureUnit?) -> String {
    guard let unit, let week = Week(draft) else { return "?" }
    return Weekday.allCases.map { day in
      String(
        [3, 7, 11, 15, 19, 23].map { hour in
          let setpoint = week[week.row(at: WeekTime(day, TimeOfDay(wrapping: 60 * hour)))]
          return marks.mark(of: TemperatureBand(of: setpoint.heat, .heat, unit))
        })
    }.joined(separator: " ")
  }

  /// The rows, below a heading; nothing without a row.
  var text: String {
    guard rows.count > 1 else { return "" }
    let widths = (0..<5).map { column in rows.map { $0[column].terminalColumns }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.terminalColumns + 2)
      }.joined() + row[5] + "\n"
    }.joined()
  }
}
