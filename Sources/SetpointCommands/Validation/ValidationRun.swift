import Diagnostics
import ScheduleFiles

/// The report on many files, written as results arrive.
struct ValidationRun {
  private var writer: any ReportWriter
  private let printsFindings: Bool
  private var progress: Progress
  /// Whether to print a last line, with the number of findings and the remedy.
  private let hasClosing: Bool
  /// The kinds of fixes that were applied.
  private let applied: Set<Fix.Applicability>
  /// The number of findings with a fix that was not applied.
  private var fixable: [Fix.Applicability: Int] = [:]
  private var isMissingInput = false
  private var wouldChange = false
  /// The findings so far.
  private(set) var counts = FindingCounts()

  /// Writes the text before all findings.
  init(
    _ writer: any ReportWriter, printsFindings: Bool, _ progress: Progress, hasClosing: Bool,
    applied: Set<Fix.Applicability>
  ) {
    (self.writer, self.printsFindings, self.progress) = (writer, printsFindings, progress)
    (self.hasClosing, self.applied) = (hasClosing, applied)
    if printsFindings { Console.write(writer.start(), to: .output) }
  }

  /// Adds the result of one input, and the errors found in project files meanwhile.
  mutating func take(
    _ result: CheckedFile, problems: [(diagnostics: [Diagnostic], bytes: [UInt8])],
    _ input: InputList.Input
  ) {
    for problem in problems {
      counts.add(problem.diagnostics)
      report(problem.diagnostics, problem.bytes, to: .output)
    }
    counts.add(result.diagnostics, unlisted: result.unlisted)
    for fix in result.diagnostics.lazy.compactMap(\.fix) where !applied.contains(fix.applicability)
    {
      fixable[fix.applicability, default: 0] += 1
    }
    let isSilent = result.report.isEmpty && result.difference == nil && result.repaired == nil
    if isSilent { progress.advance(to: counts.inputs) } else { progress.clear() }
    isMissingInput = isMissingInput || result.isMissing
    if let difference = result.difference {
      wouldChange = true
      Console.writeFile(difference)
    }
    if let repaired = result.repaired { Console.writeFile(repaired) }
    if result.fixes > 0, result.difference == nil, case .file(let path) = input {
      let many = result.fixes == 1 ? "1 problem" : "\(result.fixes) problems"
      Console.say("\(path): fixed \(many)")
    }
    let source = result.source ?? (result.diagnostics.isEmpty ? nil : text(of: input))
    report(result.report, source, to: result.repaired == nil ? .output : .error)
  }

  /// Writes the text after all findings.
  mutating func end() {
    progress.clear()
    if printsFindings { Console.write(writer.end(), to: .output) }
    if hasClosing { Console.print(closing) }
  }

  /// The summary below the findings.
  private var closing: String {
    let files = counts.inputs == 1 ? "1 file" : "\(counts.inputs) files"
    guard counts.total > 0 else { return "no problems in \(files)" }
    let problems = counts.total == 1 ? "1 problem" : "\(counts.total) problems"
    let place = counts.inputs == 1 ? files : "\(counts.found) of \(files)"
    let (safe, unsafe) = (fixable[.safe] ?? 0, fixable[.unsafe] ?? 0)
    return "\(problems) in \(place)" + (safe > 0 ? "; \(safe) fixable with --fix" : "")
      + (unsafe > 0
        ? "; \(unsafe) \(safe > 0 ? "more" : "fixable") with --fix --unsafe" : "")
  }

  /// The exit status for the findings.
  func status(strict: Bool) -> ExitStatus {
    if isMissingInput { return .noInput }
    return wouldChange || counts.fails(strict: strict) ? .problems : .success
  }

  /// Reads a text again that was not kept.
  private func text(of input: InputList.Input) -> [UInt8]? {
    guard printsFindings, writer.readsSource, case .file(let path) = input, path != "-" else {
      return nil
    }
    return try? FileReading.bytes(at: path, ofFilesAlone: true)
  }

  private mutating func report(
    _ diagnostics: [Diagnostic], _ source: [UInt8]?, to stream: Console.Stream
  ) {
    guard printsFindings, !diagnostics.isEmpty else { return }
    Console.write(writer.text(for: diagnostics, in: source), to: stream)
  }
}
