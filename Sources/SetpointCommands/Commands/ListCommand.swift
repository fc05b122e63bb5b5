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
    let marks = isJSON ? nil : WeekMarks(PictureOutput.textMarks)
    let clean = CleanDocument(options: CheckOptions())
    var columns = ListColumns()
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    var progress = files.progress
    var count = 0
    ParallelMap.forEach(
      files.inputs, size: { $0.problems.count },
      work: { $0.map { ListedFile($0, marks: marks, clean) } }
    ) { _, file in
      worst = max(worst, file.status)
      count += 1
      if file.problems.isEmpty { progress.advance(to: count) } else { progress.clear() }
      for problem in file.problems { Console.say(problem) }
      elements += file.json
      columns.add(file.rows)
    }
    progress.clear()
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
  /// The lines of its schedules, or the same as objects.
  private(set) var rows: [ListRow] = []
  private(set) var json: [JSONValue] = []
  /// Why there is nothing to list, a sentence each.
  private(set) var problems: [String] = []
  private(set) var status = ExitStatus.success

  /// Reads and checks an input; whatever goes wrong is said in `problems`. Makes lines with `marks`, and
  /// objects where there are none.
  init(_ input: InputList.Input, marks: WeekMarks?, _ clean: CleanDocument) {
    switch input {
    case .problem(let path, let reason), .unreadable(let path, let reason):
      self.path = path
      refuse(.noInput, reason)
    case .file(let path):
      self.path = path
      do {
        check(try FileReading.bytes(at: path), marks, clean)
      } catch {
        refuse(ExitStatus(error), "\(error)")
      }
    }
  }

  private mutating func refuse(_ status: ExitStatus, _ reason: String) {
    self.status = status
    problems.append("\(path): \(reason)")
  }

  private mutating func check(
    _ bytes: [UInt8], _ marks: WeekMarks?, _ clean: CleanDocument
  ) {
    let check = DocumentCheck(bytes: bytes, file: path, clean: clean)
    var tally = check.unlisted
    for finding in check.diagnostics { tally.add(finding.code, finding.severity) }
    let errors = tally.bySeverity[.error] ?? 0
    let warnings = tally.bySeverity[.warning] ?? 0
    if errors > 0 { status = .problems }
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      return refuse(.unreadableData, check.diagnostics.first?.message ?? "no schedule")
    }
    guard let marks else {
      json = draft.schedules.map { ListResult.json($0, draft.unit, of: path, errors, warnings) }
      return
    }
    let name = path.printable
    let words = ListRow.words(errors, warnings)
    rows = draft.schedules.map { schedule in
      ListRow(
        [
          name, schedule.name?.printable ?? "?", draft.unit?.rawValue ?? "?",
          schedule.device?.printable ?? "-", words,
        ], week: marks.text(of: schedule.week))
    }
  }
}

/// A line of the list: the texts of its columns, how wide they are, and the week behind them.
private struct ListRow: Sendable {
  /// The texts one after the other in UTF-8, then the week.
  let bytes: [UInt8]
  /// Where each text ends.
  let ends: [Int]
  let widths: [Int]

  init(_ texts: [String], week: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + week.count)
    ends = texts.map { text in
      bytes += text.utf8
      return bytes.count
    }
    self.bytes = bytes + week
    widths = texts.map { $0.terminalColumns }
  }

  static func words(_ errors: Int, _ warnings: Int) -> String {
    if errors == 0, warnings == 0 { return "none" }
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}

/// The list as columns, each as wide as its widest text.
private struct ListColumns {
  private var rows: [ListRow] = []
  private var widths = [0, 0, 0, 0, 0]
  private var size = 0

  init() {
    add([ListRow(["file", "schedule", "unit", "device", "problems"], week: Array("week".utf8))])
  }

  /// Adds a file's lines.
  mutating func add(_ new: [ListRow]) {
    for row in new {
      for column in 0..<5 { widths[column] = max(widths[column], row.widths[column]) }
      size += row.bytes.count + 1
    }
    rows += new
  }

  /// The rows, below a heading; nothing without a row.
  var text: [UInt8] {
    guard rows.count > 1 else { return [] }
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: (widths.max() ?? 0) + 2)
    var text: [UInt8] = []
    text.reserveCapacity(size + rows.count * (widths.reduce(0, +) + 10))
    for row in rows {
      var start = 0
      for column in 0..<5 {
        text += row.bytes[start..<row.ends[column]]
        text += blanks[..<(widths[column] - row.widths[column] + 2)]
        start = row.ends[column]
      }
      text += row.bytes[start...]
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
