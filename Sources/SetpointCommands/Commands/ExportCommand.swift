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
      Nothing is written when the device cannot hold the schedule exactly: what does not fit is named, \
      and the exit status is 1. --round and --drop-cool are the only ways through; what they change \
      is printed on standard error. A file that is there is replaced only with --force, and never one \
      that the command reads.

      Into a folder, every schedule of every file is written, named after the file, and after the \
      schedule too where a file has several. Of a file with a schedule that is refused nothing is \
      written; the other files are.

      Examples:
        setpoint export home.json --to radiotherm --program heat
        setpoint export schedules/ --to radiotherm -o out/
        setpoint export - --ndjson --to csv < fleet.ndjson
      """)

  @Argument(
    help: "Schedule files and folders, - for standard input; your default document when left out.",
    completion: .file())
  var files: [String] = []

  @Option(help: "The format; `setpoint formats` lists them.", completion: .formats)
  var to: String

  @Option(
    name: .shortAndLong,
    help: "The file to write, or a folder (out/); standard output when left out.",
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @OptionGroup var words: EachOption

  @OptionGroup var device: ExportOptionGroup

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var color: ColorOption

  func validate() throws {
    if stream.ndjson && (output != nil || schedule.schedule != nil || words.each) {
      throw ValidationError("--ndjson writes cell by cell to standard output, and all schedules")
    }
    try stream.check(files)
    if force && output == nil { throw ValidationError("--force goes with --output") }
  }

  func run() throws {
    let format = try DeviceNames.format(to)
    if stream.ndjson {
      let options = try device.options()
      return try stream.run(files) { RecordExport(name: $0, format: format, options: options) }
    }
    let files = ManyFiles(files)
    let folder = output.flatMap(OutputFolder.init)
    guard folder != nil || !files.areSeveral else {
      throw Failure(.usage, "several files are written into a folder; add --output FOLDER/")
    }
    let options = try device.options()
    let inputs = files.paths + (device.merge.map { [$0] } ?? [])
    if var folder {
      try folder.create()
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let exports = try indices(in: document).map { index in
          (
            name: document.document.contents.schedules[index].name,
            export: try export(index, of: document, format, options)
          )
        }
        try folder.write(
          exports.map { ($0.name, $0.export.bytes) }, of: path, suffix: format.fileSuffix,
          isForced: force, inputs: inputs)
        for (_, export) in exports { say(export, about: files.areSeveral ? "\(path): " : "") }
        return true
      }
    } else {
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let export = try export(
          try document.scheduleIndex(schedule), of: document, format, options)
        say(export, about: "")
        try OutputFile(path: output, isForced: force, inputs: inputs).write(export.bytes)
        return true
      }
    }
  }

  /// The schedules that go into a folder.
  private func indices(in document: DocumentFile) throws(Failure) -> [Int] {
    if schedule.schedule != nil { return [try document.scheduleIndex(schedule)] }
    return Array(document.document.contents.schedules.indices)
  }

  private func export(
    _ index: Int, of document: DocumentFile, _ format: any DeviceFormat, _ options: ExportOptions
  ) throws -> ExportOutput {
    let named = document.document.contents.schedules[index]
    try refuseErrors(in: named.week, document, index)
    do {
      return try format.export(named.week, name: named.name, options: options)
    } catch {
      throw failure(error, document, index)
    }
  }

  /// Says what was changed on the way to the device, and what a person has to know.
  private func say(_ export: ExportOutput, about prefix: String) {
    for line in export.changes.lines(each: words.each, row: \.cell.row) {
      Console.say(prefix + line)
    }
    for note in export.notes { Console.say(prefix + note) }
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
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = errors.map { findings.diagnostic(for: $0, inSchedule: index) }
    throw Failure(.problems, diagnostics, in: document.document.original, each: words.each)
  }

  private func failure(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) -> Failure {
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = issues.map { findings.diagnostic(for: $0, inSchedule: index) }
    let remedies = Set(issues.map(\.fixedBy))
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    let advice =
      "nothing was written; \(flags) would export it all the same, with these cells changed"
    return Failure(
      .problems, diagnostics, in: document.document.original, each: words.each,
      remedies.contains(nil) ? nil : advice)
  }
}
