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
    let check = ListCheck()
    var lines = ListLines.heading
    var elements: [JSONValue] = []
    var worst = ExitStatus.success
    var progress = files.progress
    var count = 0
    ParallelMap.forEach(
      files.inputs, size: { $0.problems.count },
      work: { inputs in
        var reader = KnownShape()
        return inputs.map { ListedFile($0, marks: marks, check, &reader) }
      }
    ) { _, file in
      for problem in check.projects.takeProblems() {
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
    } else {
      Console.write(lines.text(fitting: PictureOutput.columns), to: .output)
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

/// How listed files are checked: as `validate` does where no option is given.
private struct ListCheck: Sendable {
  let projects = ProjectFinder()
  private let standard = CleanDocument(options: CheckOptions())

  /// The check of the file at `path`, as its project has it.
  func options(forFile path: String) -> CleanDocument {
    projects.options(forFile: path).map { CleanDocument(options: $0) } ?? standard
  }
}

/// What the list says of a file.
private struct ListedFile: Sendable {
  /// The lines of its schedules, or the same as objects.
  private(set) var lines = ListLines()
  private(set) var json: [JSONValue] = []
  /// Why there is nothing to list, a sentence each.
  private(set) var problems: [String] = []
  private(set) var status = ExitStatus.success

  /// Reads and checks an input; whatever goes wrong is said in `problems`. Makes lines with `marks`, and
  /// objects where there are none.
  init(
    _ input: InputList.Input, marks: WeekMarks?, _ check: ListCheck, _ reader: inout KnownShape
  ) {
    switch input {
    case .problem(let path, let reason), .unreadable(let path, let reason):
      refuse(path, .noInput, reason)
    case .file(let path):
      do {
        let bytes = try FileReading.bytes(at: path)
        list(path, bytes, marks, check.options(forFile: path), &reader)
      } catch {
        refuse(path, ExitStatus(error), "\(error)\(error.advice)")
      }
    }
  }

  private mutating func refuse(_ path: String, _ status: ExitStatus, _ reason: String) {
    self.status = status
    problems.append("\(path): \(reason)")
  }

  private mutating func list(
    _ path: String, _ bytes: [UInt8], _ marks: WeekMarks?, _ clean: CleanDocument,
    _ reader: inout KnownShape
  ) {
    let isKnown = bytes.withUnsafeBytes { clean.read($0, into: &reader) }
    // Nothing is found in most files: a line has no more of them than the reader.
    if let marks, isKnown, clean.isProved(reader), !reader.namesDevices {
      for (index, schedule) in reader.headings.enumerated() {
        lines.add(path, schedule.name, reader.unit.rawValue, "-", ListLines.words(0, 0)) {
          marks.add(reader.rows(ofSchedule: index), reader.unit, to: &$0)
        }
      }
      return
    }
    let check = DocumentCheck(
      bytes: bytes, known: isKnown ? reader : nil, file: path, clean: clean)
    let found = CheckedFile(check, of: bytes, name: path, clean.options, for: nil)
    var tally = found.unlisted
    for finding in found.diagnostics { tally.add(finding.code, finding.severity) }
    let errors = tally.bySeverity[.error] ?? 0
    let warnings = tally.bySeverity[.warning] ?? 0
    if errors > 0 { status = .problems }
    guard let draft = check.draft, !draft.schedules.isEmpty else {
      return refuse(path, .unreadableData, check.diagnostics.first?.message ?? "no schedule")
    }
    guard let marks else {
      json = draft.schedules.map { ListResult.json($0, draft.unit, of: path, errors, warnings) }
      return
    }
    let words = ListLines.words(errors, warnings)
    for schedule in draft.schedules {
      lines.add(
        path, schedule.name ?? "?", draft.unit?.rawValue ?? "?", schedule.device ?? "-", words
      ) { marks.add(schedule.week, to: &$0) }
    }
  }
}
