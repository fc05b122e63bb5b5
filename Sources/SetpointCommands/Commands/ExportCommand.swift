import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// `setpoint export`: writes what a device reads.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a schedule in a device's format.",
    discussion: """
      Nothing is written when the device cannot hold the schedule exactly: every cell that does not \
      fit is named, and the exit status is 1. --round and --drop-cool are the only ways through; \
      each cell that they change is printed on standard error.

      Examples:
        setpoint export home.json --to radiotherm --program heat
        setpoint export - --ndjson --to csv < fleet.ndjson
      """)

  @Argument(help: "The schedule file, - for standard input.")
  var file: String

  @Option(help: "The format; `setpoint formats` lists them.")
  var to: String

  @Option(name: .shortAndLong, help: "The file to write; standard output when left out.")
  var output: String?

  @Flag(help: "The file holds a document on every line; exports come as JSON Lines.")
  var ndjson = false

  @OptionGroup var device: ExportOptionGroup

  @OptionGroup var schedule: ScheduleOption

  func run() throws {
    let format = try DeviceFormatOption.named(to)
    guard !ndjson else { return try exportFleet(format) }
    let document = try DocumentFile.open(file)
    let index = try document.scheduleIndex(schedule)
    let named = document.document.contents.schedules[index]
    try refuseErrors(in: named.week, document, index)
    let options = try device.options()
    let export: ExportOutput
    do {
      export = try format.export(named.week, name: named.name, options: options)
    } catch {
      throw reported(error, document, index)
    }
    for change in export.changes { Console.say("\(change)") }
    for note in export.notes { Console.say(note) }
    try Console.write(export.bytes, toFile: output)
  }

  /// Exports every schedule of a stream; the exit status is 1 when one was refused.
  private func exportFleet(_ format: any DeviceFormat) throws {
    let fleet = FleetExport(name: file, format: format, options: try device.options())
    do {
      var reader = try LineReader(file)
      if try fleet.run(&reader) { return }
    } catch {
      throw DocumentFileError.system(error).reported(file)
    }
    throw ExitStatus.problems.exit
  }

  func validate() throws {
    if ndjson && (output != nil || schedule.schedule != nil) {
      throw ValidationError("--ndjson writes to standard output, and all schedules")
    }
  }

  /// Says why nothing was written and returns the error that ends the command.
  private func reported(
    _ refusal: ExportRefusal, _ document: DocumentFile, _ index: Int
  ) -> ExitCode {
    switch refusal {
    case .issues(let issues):
      report(issues, document, index)
      return ExitStatus.problems.exit
    case .usage(let sentence):
      Console.say(sentence)
      return ExitStatus.usage.exit
    case .unreadable(let diagnostics):
      let bytes = device.merge.flatMap { try? FileReading.bytes(at: $0) }
      Console.report(diagnostics, in: bytes, to: .error)
      return ExitStatus.unreadableData.exit
    }
  }

  /// A schedule that breaks a rule is not passed on to a device.
  private func refuseErrors(in week: Week, _ document: DocumentFile, _ index: Int) throws {
    let errors = WeekCheck.findings(in: DraftWeek(week)).filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    let diagnostics = errors.map {
      document.document.diagnostic(for: $0, inSchedule: index, file: file)
    }
    Console.report(diagnostics, in: document.document.original, to: .error)
    throw ExitStatus.problems.exit
  }

  private func report(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) {
    let diagnostics = issues.map {
      document.document.diagnostic(for: $0, inSchedule: index, file: file)
    }
    Console.report(diagnostics, in: document.document.original, to: .error)
    let remedies = Set(issues.map(\.fixedBy))
    guard !remedies.contains(nil) else { return }
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    Console.say(
      "nothing was written; \(flags) would export it all the same, with these cells changed")
  }
}

extension Console {
  /// Writes a result to a file, atomically, or to standard output for nil and `-`.
  static func write(
    _ bytes: [UInt8], toFile path: String?, existing: AtomicFile.Existing = .replace
  ) throws {
    guard let path, path != "-" else { return write(bytes, to: .output) }
    do {
      try AtomicFile.write(bytes, to: path, existing: existing)
    } catch {
      throw DocumentFileError.system(error).reported(path)
    }
  }
}
