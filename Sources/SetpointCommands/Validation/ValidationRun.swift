import Diagnostics
import Reporting
import ScheduleFiles
import Streams

/// The report on many files, written as results arrive.
struct ValidationRun {
  private var writer: ReportWriter
  /// Where the findings go: to standard error if a repaired text goes to standard output.
  private let stream: Console.Stream
  /// Whether to report the findings, not the differences.
  private let printsFindings: Bool
  private let progress: Progress
  /// Whether to print a last line, with the number of findings and the remedy.
  private let hasClosing: Bool
  private let applied: Set<Fix.Applicability>
  /// The number of findings with a fix that was not applied.
  private var fixable: [Fix.Applicability: Int] = [:]
  /// The worst status of a file that could not be read or written.
  private var failure = ExitStatus.success
  private var wouldChange = false
  private var counts = FindingCounts()

  init(
    _ writer: ReportWriter, to stream: Console.Stream, printsFindings: Bool, _ progress: Progress,
    hasClosing: Bool, applied: Set<Fix.Applicability>
  ) {
    (self.writer, self.stream, self.printsFindings) = (writer, stream, printsFindings)
    (self.progress, self.hasClosing, self.applied) = (progress, hasClosing, applied)
    if printsFindings { Console.write(writer.start(), to: stream) }
  }

  /// Adds the result of the input at `path`, and the errors found in project files meanwhile.
  mutating func take(
    _ result: CheckedFile, problems: [(diagnostics: [Diagnostic], bytes: [UInt8])], _ path: String
  ) {
    for problem in problems {
      counts.add(problem.diagnostics)
      report(problem.diagnostics, problem.bytes)
    }
    counts.add(result.diagnostics, unlisted: result.unlisted)
    for fix in result.diagnostics.lazy.compactMap(\.fix) where !applied.contains(fix.applicability)
    {
      fixable[fix.applicability, default: 0] += 1
    }
    let isSilent = result.report.isEmpty && result.output == nil
    if isSilent { progress.advance(to: counts.inputs) } else { progress.clear() }
    failure = max(failure, result.failure)
    if let output = result.output {
      wouldChange = wouldChange || !printsFindings
      Console.writeFile(output)
    }
    if printsFindings, result.fixes > 0 {
      Console.say("\(path): fixed \(counted(result.fixes, "problem"))")
      for line in result.changes { Console.say("  \(line)") }
    }
    var source = result.source
    // Read a text again that was not kept.
    if source == nil, !result.diagnostics.isEmpty, writer.readsSource, path != "-" {
      source = try? FileReading.bytes(at: path, ofFilesAlone: true)
    }
    report(result.report, source)
  }

  mutating func end() {
    progress.clear()
    if printsFindings { Console.write(writer.end(), to: stream) }
    if hasClosing { return Console.write(closing + "\n", to: stream) }
    if applied.contains(.unsafe), counts.total > 0 { return Console.say(closing) }
    guard !applied.isEmpty, let unsafe = fixable[.unsafe] else { return }
    Console.say("\(counted(unsafe, "problem")) fixable with --fix --unsafe")
  }

  private var closing: String {
    let files = counted(counts.inputs, "file")
    guard counts.total > 0 else { return "no problems in \(files)" }
    let place = counts.inputs == 1 ? files : "\(counts.inputsWithFindings) of \(files)"
    let (safe, unsafe) = (fixable[.safe] ?? 0, fixable[.unsafe] ?? 0)
    return "\(counted(counts.total, "problem")) in \(place)"
      + (safe > 0 ? "; \(safe) fixable with --fix" : "")
      + (unsafe > 0
        ? "; \(unsafe) \(safe > 0 ? "more" : "fixable") with --fix --unsafe" : "")
      + (applied.contains(.unsafe) ? " without a sure fix; `setpoint rule CODE` explains it" : "")
  }

  func status(strict: Bool) -> ExitStatus {
    if failure != .success { return failure }
    return wouldChange || counts.fails(strict: strict) ? .problems : .success
  }

  /// Prints findings; beside a difference, the remaining errors on standard error.
  private mutating func report(_ diagnostics: [Diagnostic], _ source: [UInt8]?) {
    guard printsFindings else {
      return Console.report(diagnostics.filter { $0.severity == .error }, in: source)
    }
    guard !diagnostics.isEmpty else { return }
    Console.write(writer.text(for: diagnostics, in: source), to: stream)
  }
}
