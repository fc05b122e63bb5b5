import ArgumentParser
import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleRules

/// `setpoint format`: rewrites files in canonical form.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Rewrite schedule files in canonical form, one line per period.",
    discussion: """
      Only blanks, line ends and the order of known members change; numbers, texts and unknown \
      members keep their spelling.

      Example:
        setpoint format --check schedules/*.json
      """)

  @Argument(help: "Schedule files; - reads standard input and writes standard output.")
  var files: [String]

  @Flag(help: "Write nothing; name the files that would change and exit with status 1.")
  var check = false

  @OptionGroup var writing: WritingOptions

  func run() throws {
    var status = ExitStatus.success
    for file in files {
      do {
        if try format(file), status == .success { status = .problems }
      } catch let code as ExitCode {
        status = ExitStatus(rawValue: code.rawValue) ?? .inputOutput
      }
    }
    if status != .success { throw status.exit }
  }

  /// Formats one file; returns whether `--check` has something to tell.
  private func format(_ file: String) throws -> Bool {
    let lock = check ? nil : try DocumentFile.lockOrFail(file)
    defer { withExtendedLifetime(lock) {} }
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(at: file)
    } catch {
      throw DocumentFileError.system(error).reported(file)
    }
    guard let formatted = try? CanonicalText.formatted(bytes),
      let tree = try? JSONTree(parsing: bytes), !tree.hasDuplicateKeys
    else {
      let errors = DocumentCheck(bytes: bytes, file: file).diagnostics.filter {
        $0.severity == .error
      }
      Console.report(errors, in: bytes, to: .error)
      throw ExitStatus.unreadableData.exit
    }
    if check {
      if formatted != bytes { Console.print("\(file.printable): would be reformatted") }
      return formatted != bytes
    }
    if file == "-" {
      Console.write(formatted, to: .output)
    } else if formatted != bytes {
      do {
        try AtomicFile.write(formatted, to: file, policy: writing.policy)
      } catch {
        throw DocumentFileError.system(error).reported(file)
      }
    }
    return false
  }
}
