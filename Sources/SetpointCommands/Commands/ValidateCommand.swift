import ArgumentParser
import CLibrary
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleRules
import Streams

struct ValidateCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check schedule files, and print each problem with its line.",
    discussion: """
      `setpoint rule CODE` explains a rule. A .setpoint.json in the folder of a file, or above it, sets options.

      Examples:
        setpoint validate --strict schedules/
        setpoint validate --fix home.json
      """)
  static let exitStatus =
    "1 for errors (with --strict for warnings), 66 if an input does not exist."

  @Argument(documents: "Files and folders") var files: [String] = []

  @OptionGroup(title: "Rules") var rules: CheckOptionGroup

  @Option(help: "Output")
  var format: ReportFormat?

  @Flag(help: .each) var each = false

  @Flag(help: "Apply safe fixes.")
  var fix = false

  @Flag(help: "With --fix or --diff: also unsafe fixes.")
  var unsafe = false

  @Flag(help: "Print the fixes as a unified diff.")
  var diff = false

  @Flag(name: .dryRun, help: "With --fix: the same as --diff.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Read more file names from a file, or -.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Option(
    help: ArgumentHelp("The file name to report for standard input.", valueName: "name"),
    completion: .file())
  var stdinFilename: String?

  @Flag(help: .detail("With --ndjson: print counts only."))
  var summary = false

  @Flag(help: "Ignore .setpoint.json.")
  var isolated = false

  @OptionGroup var stream: StreamOptionGroup

  @OptionGroup var writing: WritingOptions

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(if: fix && diff, "--fix and --diff cannot be combined")
    try refuse(if: dryRun && (!fix || ndjson), "--dry-run requires --fix, without --ndjson")
    try refuse(if: unsafe && !fix && !diff, "--unsafe requires --fix or --diff")
    try refuse(if: summary && !ndjson, "--summary requires --ndjson")
    try refuse(if: ndjson && diff, "--ndjson cannot be combined with --diff")
    try refuse(if: fix && summary, "--ndjson with --fix cannot be combined with --summary")
    try refuse(
      if: ndjson && format != nil && format != .jsonl,
      "--ndjson prints JSON Lines; omit --format")
    let showsDiff = diff || dryRun
    try refuse(
      if: each && (ndjson || showsDiff || (format ?? .text) != .text),
      "--each requires text output")
    try refuse(
      if: format != nil && showsDiff, "--format cannot be combined with --diff or --dry-run")
    let readsInput = files.contains("-") || filesFrom != nil || files.isEmpty && ndjson
    try refuse(
      if: stdinFilename != nil && !readsInput,
      "--stdin-filename names standard input; add the file -")
    try writing.refuse(where: !fix, "they require --fix")
    try writing.refuse(where: ndjson, "--ndjson writes to standard output")
    try writing.refuse(where: dryRun, "--dry-run prints the fixes")
    try writing.refuse(on: files.first { $0 == "-" })
  }

  private var ndjson: Bool { stream.ndjson }

  mutating func run() throws {
    if dryRun { (fix, diff) = (false, true) }
    let paths = try self.paths()
    let status = stream.ndjson ? try checkRecords(paths) : try checkFiles(paths)
    // Files that could not be read do not count as valid.
    guard status == .success || status == .problems && stream.exitZero else {
      throw Failure(status)
    }
  }

  private func paths() throws -> [String] {
    var paths = files
    if let list = filesFrom {
      paths += Self.names(
        in: try Failure.about(list) { try FileReading.bytes(at: list, limit: 64 << 20) })
      try Console.refuseInputTwice(in: [list, paths.first { $0 == "-" }])
      return paths
    }
    return paths.isEmpty ? [stream.ndjson ? "-" : Folder.namedDefaultDocument] : paths
  }

  /// Splits a list of names, separated by line ends (LF or CRLF) or, if it contains a NUL, terminated by NULs.
  private static func names(in list: [UInt8]) -> [String] {
    let separator = list.contains(0) ? 0 : UInt8(ascii: "\n")
    return list.split(separator: separator).compactMap { name in
      let isWindows = separator != 0 && name.last == UInt8(ascii: "\r")
      let name = String(fileName: isWindows ? name.dropLast() : name)
      return name.isEmpty ? nil : name
    }
  }

  private func checkFiles(_ paths: [String]) throws -> ExitStatus {
    let findings: Console.Stream = fix && paths.contains("-") ? .error : .output
    let writer = ReportWriter(
      format ?? .text, lines: Console.textReport(for: findings, each: each))
    let checker = FileChecker(
      arguments: rules, device: try rules.device.map { try DeviceChoice($0) }?.profile,
      repair: fix ? .write : diff ? .show : .none, allowsUnsafe: unsafe,
      policy: writing.policy, projects: isolated ? nil : ProjectFinder(),
      standardInputName: stdinFilename,
      keepsSources: writer.readsSource)
    let progress = Progress()
    let inputs = progress.files(for: paths)
    let isRead = !diff && (format ?? .text) == .text && Console.isTerminal(findings)
    var run = ValidationRun(
      writer, to: findings, printsFindings: !diff, progress, hasClosing: isRead,
      applied: fix ? unsafe ? [.safe, .unsafe] : [.safe] : [])
    var done = 0
    let check = {
      // A thread takes several files at once: checking one takes little more time than taking it.
      let size = 8
      var starts = stride(from: 0, to: inputs.count, by: size).makeIterator()
      ParallelMap.forEach(
        threads: min(ParallelMap.processors, (inputs.count + size - 1) / size),
        next: { Interruption.isAsked ? nil : starts.next() },
        work: { inputs[$0...].prefix(size).map(checker.check) }
      ) { start, results in
        for (input, result) in zip(inputs[start...], results) {
          done += 1
          run.take(result, problems: checker.projects?.takeProblems() ?? [], input.path)
        }
      }
    }
    // Finish writing a file before handling a signal.
    if fix && !paths.contains("-") { Interruption.noted(check) } else { check() }
    run.end()
    if done < inputs.count {
      Console.say(
        "interrupted: \(done) checked and fixed, \(inputs.count - done) left, from \(inputs[done].path)"
      )
    }
    return run.status(strict: rules.strict)
  }

  private func checkRecords(_ paths: [String]) throws -> ExitStatus {
    try Console.refuseInputTwice(in: paths)
    let projects = isolated ? nil : ProjectFinder()
    let device = try rules.device.map { try DeviceChoice($0) }?.profile
    var status = ExitStatus.success
    for path in paths {
      let name = path == "-" ? stdinFilename ?? "-" : path
      var options = rules.applied(to: projects?.options(forFile: name))
      options.makesFixes = fix
      if summary { options.limit = 0 }
      let work: any RecordWork =
        fix
        ? RecordFix(name: name, options: options, device: device, allowsUnsafe: unsafe)
        : RecordCheck(name: name, onlyCounts: summary, device: device, options: options)
      do throws(Failure) {
        let outcome = try stream.outcome(of: work, path)
        if outcome.counts.fails(strict: rules.strict) { status = max(status, .problems) }
        if summary { Console.print(outcome.counts.json.text()) }
        if let error = outcome.error { throw Failure(error, about: path) }
      } catch {
        Console.write(error.text, to: .error)
        status = max(status, error.status)
      }
    }
    return max(status, projects?.reportProblems() ?? .success)
  }
}
