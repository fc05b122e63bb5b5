import Diagnostics
import ScheduleFiles

/// The report on many files, written as results arrive.
struct ValidationRun {
  private(set) var writer: any ReportWriter
  let printsFindings: Bool
  private(set) var progress: Progress
  /// The last line; nil for machine-readable output.
  let closing: ClosingLine?
  private(set) var fixable = (safe: 0, unsafe: 0)
  private(set) var isMissingInput = false
  private(set) var wouldChange = false
  /// The findings so far.
  private(set) var counts = FindingCounts()

  /// Writes the text before all findings.
  mutating func begin() {
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
    for fix in result.diagnostics.lazy.compactMap(\.fix) {
      if fix.applicability == .safe { fixable.safe += 1 } else { fixable.unsafe += 1 }
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
    if let closing { Console.print(closing.text(counts, fixable)) }
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
