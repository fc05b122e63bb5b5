import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleText
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
      each cell that they change is printed on standard error. A file that is there is replaced only \
      with --force, and never one that the command reads.

      Examples:
        setpoint export home.json --to radiotherm --program heat
        setpoint export - --ndjson --to csv < fleet.ndjson
      """)

  @Argument(help: "The schedule file, - for standard input.", completion: .file())
  var file: String

  @Option(help: "The format; `setpoint formats` lists them.", completion: .formats)
  var to: String

  @Option(
    name: .shortAndLong, help: "The file to write; standard output when left out.",
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Flag(help: "The file holds a document on every line; exports come as JSON Lines.")
  var ndjson = false

  @OptionGroup var device: ExportOptionGroup

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  func run() throws {
    let format = try DeviceNames.format(to)
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
      throw failure(error, document, index)
    }
    for change in export.changes { Console.say("\(change)") }
    for note in export.notes { Console.say(note) }
    let inputs = [file] + (device.merge.map { [$0] } ?? [])
    try OutputFile(path: output, isForced: force, inputs: inputs).write(export.bytes)
  }

  /// Exports every schedule of a stream; the exit status is 1 when one was refused.
  private func exportFleet(_ format: any DeviceFormat) throws {
    let fleet = FleetExport(name: file, format: format, options: try device.options())
    let isComplete = try Failure.about(file) {
      let reader = try LineReader(file)
      return try fleet.run(reader)
    }
    if !isComplete { throw Failure(.problems) }
  }

  func validate() throws {
    if ndjson && (output != nil || schedule.schedule != nil) {
      throw ValidationError("--ndjson writes to standard output, and all schedules")
    }
    if force && output == nil { throw ValidationError("--force goes with --output") }
  }

  /// Why nothing was written.
  private func failure(
    _ refusal: ExportRefusal, _ document: DocumentFile, _ index: Int
  ) -> Failure {
    switch refusal {
    case .issues(let issues): return failure(issues, document, index)
    case .usage(let sentence): return Failure(.usage, sentence)
    case .unreadable(let diagnostics):
      let bytes = device.merge.flatMap { try? FileReading.bytes(at: $0) }
      return Failure(.unreadableData, diagnostics, in: bytes)
    }
  }

  /// A schedule that breaks a rule is not passed on to a device.
  private func refuseErrors(in week: Week, _ document: DocumentFile, _ index: Int) throws(Failure) {
    let errors = WeekCheck.findings(in: DraftWeek(week)).filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    var findings = DocumentFindings(document.document, file: file)
    let diagnostics = errors.map { findings.diagnostic(for: $0, inSchedule: index) }
    throw Failure(.problems, diagnostics, in: document.document.original)
  }

  private func failure(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) -> Failure {
    var findings = DocumentFindings(document.document, file: file)
    let diagnostics = issues.map { findings.diagnostic(for: $0, inSchedule: index) }
    let remedies = Set(issues.map(\.fixedBy))
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    let advice =
      "nothing was written; \(flags) would export it all the same, with these cells changed"
    return Failure(
      .problems, diagnostics, in: document.document.original,
      remedies.contains(nil) ? nil : advice)
  }
}
