import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleRules

/// `setpoint validate`: checks files as a compiler checks source.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check schedule files: file, line, column, rule code, one sentence.",
    discussion: """
      Findings go to standard output. Exit status 1 when an error was found (a warning with \
      --strict), 66 when an input does not exist.

      Example:
        setpoint validate home.json
      """)

  @Argument(help: "Schedule files, - for standard input; your default document when left out.")
  var files: [String] = []

  @Flag(help: "Fail on warnings too.")
  var strict = false

  func run() throws {
    var worst = Severity.info
    var missing = false
    for file in files.isEmpty ? [Environment.defaultDocument] : files {
      do {
        let bytes = try FileReading.bytes(at: file)
        let diagnostics = DocumentCheck(bytes: bytes, file: file).diagnostics
        Console.report(diagnostics, in: bytes, to: .output)
        worst = max(worst, diagnostics.map(\.severity).max() ?? .info)
      } catch {
        let finding = Diagnostic(file: file, message: "\(error)")
        Console.report([finding], in: nil, to: .output)
        if ExitStatus(error) == .noInput, error.operation == .open { missing = true }
        worst = .error
      }
    }
    if missing { throw ExitStatus.noInput.exit }
    if worst == .error || strict && worst == .warning { throw ExitStatus.problems.exit }
  }
}
