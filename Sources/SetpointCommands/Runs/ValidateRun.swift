import CLibrary
import DeviceFormats
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleRules
import ScheduleText

/// The work of `setpoint validate`.
struct ValidateRun: CommandRun {
  var files: [String]
  var rules = RuleRequest()
  var format: ReportFormat?
  var each = false
  var statistics = false
  var fix = false
  var unsafe = false
  var diff = false
  var filesFrom: String?
  var stdinFilename: String?
  var annotate = false
  var summary = false
  /// Whether no project is looked for.
  var isolated = false
  var stream = StreamRequest()
  var policy = AtomicFile.Policy.careful

  func run() throws {
    let paths = try self.paths()
    let status = stream.isStream ? try checkRecords(paths) : try checkFiles(paths)
    // What was not read was not found to be well.
    guard status == .success || status == .problems && stream.exitsZero else {
      throw Failure(status)
    }
  }

  private func paths() throws -> [String] {
    var paths = files
    if let list = filesFrom {
      paths += Self.names(
        in: try Failure.about(list) { try FileReading.bytes(at: list, limit: 64 << 20) })
      try StandardInput.refuseTwice(in: [list, paths.first { $0 == "-" }])
      return paths
    }
    return paths.isEmpty ? [stream.isStream ? "-" : Environment.defaultDocument] : paths
  }

  /// The names in a list: a line each (LF or CRLF), or, where a NUL stands in it, with one behind each.
  private static func names(in list: [UInt8]) -> [String] {
    let separator = list.contains(0) ? 0 : UInt8(ascii: "\n")
    return list.split(separator: separator).compactMap { name in
      let isWindows = separator != 0 && name.last == UInt8(ascii: "\r")
      let name = String(fileName: isWindows ? name.dropLast() : name)
      return name.isEmpty ? nil : name
    }
  }

  private func checkFiles(_ paths: [String]) throws -> ExitStatus {
    let writer: any ReportWriter =
      switch format ?? .text {
      case .text: Console.textReport(for: .output, each: each)
      case let format: format.makeWriter(version: SetpointCommand.number)
      }
    let printsFindings = !statistics && !diff
    let checker = FileChecker(
      arguments: rules, device: try rules.device.map(DeviceNames.profile),
      repair: fix ? .write : diff ? .show : .none, allowsUnsafe: unsafe,
      policy: policy, projects: isolated ? nil : ProjectFinder(),
      standardInputName: stdinFilename,
      keepsSources: printsFindings && writer.readsSource)
    var progress = Progress()
    let inputs = progress.files(for: paths)
    let isRead = printsFindings && (format ?? .text) == .text && Console.isTerminal(.output)
    var run = ValidationRun(
      writer: writer, printsFindings: printsFindings, progress: progress,
      closing: isRead ? ClosingLine(hasFixed: fix, allowsUnsafe: unsafe) : nil)
    run.begin()
    ParallelMap.forEach(
      inputs, size: { $0.diagnostics.count }, work: checker.check
    ) { input, result in
      run.take(result, problems: checker.projects?.takeProblems() ?? [], input)
    }
    run.end()
    if statistics { Console.write(run.counts.table, to: .output) }
    return run.status(strict: rules.strict)
  }

  private func checkRecords(_ paths: [String]) throws -> ExitStatus {
    try StandardInput.refuseTwice(in: paths)
    let projects = isolated ? nil : ProjectFinder()
    let device = try rules.device.map(DeviceNames.profile)
    var status = ExitStatus.success
    for path in paths {
      let name = path == "-" ? stdinFilename ?? "-" : path
      let options = rules.applied(to: projects?.options(forFile: name))
      let work: any RecordWork =
        fix
        ? RecordFix(name: name, options: options, device: device, allowsUnsafe: unsafe)
        : RecordCheck(
          name: name, options: options, device: device,
          output: annotate ? .annotated : summary ? .summary : .findings)
      do throws(FileError) {
        let outcome = RecordStream(work, stream.options).run(try LineReader(path))
        if outcome.counts.fails(strict: rules.strict) { status = max(status, .problems) }
        if summary { Console.print(outcome.counts.json.text()) }
        if let error = outcome.error { throw error }
      } catch {
        Console.say("\(path): \(error)")
        status = max(status, ExitStatus(error))
      }
    }
    for problem in projects?.takeProblems() ?? [] {
      Console.report(problem.diagnostics, in: problem.bytes)
      status = max(status, .problems)
    }
    return status
  }
}

extension ValidateRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(
        arguments,
        flags: [
          "--strict", "--isolated", "--exit-zero", "--ndjson", "--envelope", "--ack", "--summary",
        ], options: ["--format", "--device"]),
      let format = line.choice("--format", else: ReportFormat?.none)
    else { return nil }
    var stream = StreamRequest(exitsZero: line.has("--exit-zero"))
    guard stream.take(from: line), stream.isStream ? format == nil : !line.has("--summary") else {
      return nil
    }
    self.init(files: line.names, format: format, summary: line.has("--summary"), stream: stream)
    rules.strict = line.has("--strict")
    rules.device = line["--device"]
    isolated = line.has("--isolated")
  }
}
