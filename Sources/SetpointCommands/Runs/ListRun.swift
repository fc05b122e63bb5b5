import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import TerminalScreen

/// The work of `setpoint list`.
struct ListRun: CommandRun {
  var files: [String]
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
      work: { inputs in
        var reader = KnownShape()
        return inputs.map { ListedFile($0, marks: marks, clean, &reader) }
      }
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
      Console.write(columns.text(fitting: PictureOutput.columns), to: .output)
    }
    if worst != .success { throw Failure(worst) }
  }
}

extension ListRun {
  init?(plain arguments: ArraySlice<String>) {
    guard let line = PlainLine(arguments, options: ["--format"]),
      let format = line.choice("--format", else: ResultFormat.text)
    else { return nil }
    self.init(files: line.names, format: format)
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
  init(
    _ input: InputList.Input, marks: WeekMarks?, _ clean: CleanDocument, _ reader: inout KnownShape
  ) {
    switch input {
    case .problem(let path, let reason), .unreadable(let path, let reason):
      self.path = path
      refuse(.noInput, reason)
    case .file(let path):
      self.path = path
      do {
        check(try FileReading.bytes(at: path), marks, clean, &reader)
      } catch {
        refuse(ExitStatus(error), "\(error)\(error.advice)")
      }
    }
  }

  private mutating func refuse(_ status: ExitStatus, _ reason: String) {
    self.status = status
    problems.append("\(path): \(reason)")
  }

  private mutating func check(
    _ bytes: [UInt8], _ marks: WeekMarks?, _ clean: CleanDocument, _ reader: inout KnownShape
  ) {
    let check = DocumentCheck(bytes: bytes, file: path, clean: clean, reader: &reader)
    let found = CheckedFile(check, of: bytes, name: path, clean.options, for: nil)
    var tally = found.unlisted
    for finding in found.diagnostics { tally.add(finding.code, finding.severity) }
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
