import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

/// `setpoint import`: reads what a device holds into a schedule file.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a device's program into a schedule file.",
    discussion: """
      Nothing is written unless a schedule can hold the whole program. A file with only the heat \
      program needs cool setpoints from elsewhere (--cool, --missing-from, --into), and vice versa. A \
      file that holds several zones becomes a schedule file of several schedules; --zone reads one. A \
      file that is there is replaced only with --force, and never one that the command reads.

      Example:
        curl -s http://THERMOSTAT/tstat/program/heat |
          setpoint import - --from radiotherm --program heat --cool 78 -o home.json
      """)

  @Argument(help: "The device's files, - for standard input.", completion: .file())
  var files: [String]

  @Option(help: "The format; `setpoint formats` lists them.", completion: .importableFormats)
  var from: String

  @Option(
    name: .shortAndLong, help: "The schedule file to write; standard output when left out.",
    completion: .file())
  var output: String?

  @Option(help: "The schedule's name; the file's own, or Imported, when left out.")
  var name: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Option(
    help: "A schedule file to change; it keeps what the device does not hold.", completion: .file())
  var into: String?

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var device: ImportOptionGroup

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var writing: WritingOptions

  @OptionGroup var color: ColorOption

  func validate() throws {
    try stream.check(files)
    if stream.ndjson && (output != nil || into != nil) {
      throw ValidationError("--ndjson writes to standard output")
    }
    if into != nil && (output != nil || name != nil || force) {
      throw ValidationError("--into does not go with --output, --name or --force")
    }
    if into == nil && schedule.schedule != nil {
      throw ValidationError("--schedule picks a schedule of the file that --into names")
    }
    if force && output == nil { throw ValidationError("--force goes with --output") }
    try writing.refuse(where: into == nil || into == "-", "they go with --into FILE")
  }

  func run() throws {
    let format = try DeviceNames.format(from)
    guard let reader = format as? any ImportableFormat else {
      throw Failure(.usage, "\(format.id) cannot be read back")
    }
    if stream.ndjson {
      let options = try device.options(base: nil)
      return try stream.request.run(files) { file in
        RecordImport(
          name: file, format: reader, options: options, scheduleName: name,
          isString: stream.envelope)
      }
    }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw Failure(.usage, "standard input can be read only once")
    }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    if let into { return try change(into, inputs, reader) }
    let imported = try read(inputs, base: nil) { options throws(ImportRefusal) in
      try reader.readAll(inputs, options: options)
    } advice: {
      reader.advice(for: inputs, options: $0)
    }
    if imported.count > 1, name != nil {
      throw Failure(
        .usage, "--name names one schedule, and these are \(imported.count); add --zone")
    }
    let contents = Contents(
      unit: imported[0].schedule.unit,
      schedules: imported.enumerated().map { index, read in
        let usual = index == 0 ? "Imported" : "Imported \(index + 1)"
        return Schedule(name: name ?? read.name ?? usual, week: read.schedule)
      })
    let sources = files + (device.missingFrom.map { [$0] } ?? [])
    try OutputFile(path: output, isForced: force, inputs: sources)
      .write(CanonicalText.text(of: contents))
  }

  /// Puts what the device holds into a schedule file.
  private func change(
    _ path: String, _ inputs: [DeviceInput], _ reader: any ImportableFormat
  ) throws {
    let difference = try DocumentFile.change(path, writing) { file in
      let index = try file.scheduleIndex(schedule)
      let old = file.document.contents.schedules[index].week
      let new = try read(inputs, base: old) { options throws(ImportRefusal) in
        [try reader.read(inputs, options: options)]
      } advice: {
        reader.advice(for: inputs, options: $0)
      }[0].schedule
      file.document.contents.schedules[index].week = new
      return ScheduleDiff(from: old, to: new)
    }
    for line in difference.lines(each: false) { Console.say(line) }
  }

  /// Reads the device's files and passes warnings on.
  private func read(
    _ inputs: [DeviceInput], base: Week?,
    reading: (ImportOptions) throws(ImportRefusal) -> [ImportOutput],
    advice: (ImportOptions) -> String?
  ) throws -> [ImportOutput] {
    let options = try device.options(base: base)
    let imported: [ImportOutput]
    do throws(ImportRefusal) {
      imported = try reading(options)
    } catch {
      throw failure(error, inputs, advice: { advice(options) })
    }
    for warning in ImportFindings.grouped(imported.flatMap(\.warnings)) {
      Console.report([warning], in: bytes(of: warning, inputs))
    }
    for output in imported {
      let about = imported.count > 1 ? output.name.map { ", \($0.quoted())" } ?? "" : ""
      for finding in WeekCheck.findings(in: DraftWeek(output.schedule))
      where finding.severity == .error {
        Console.say("\(files[0])\(about): imported, but \(finding.message) [\(finding.code)]")
      }
    }
    return imported
  }

  /// Why nothing was read.
  private func failure(
    _ refusal: ImportRefusal, _ inputs: [DeviceInput], advice: () -> String?
  ) -> Failure {
    switch refusal {
    case .unreadable(let finding):
      Failure(
        .unreadableData, ImportFindings.grouped([finding]), in: bytes(of: finding, inputs))
    case .losses(let findings):
      Failure(
        .problems, ImportFindings.grouped(findings, limit: 5),
        in: findings.first.flatMap { bytes(of: $0, inputs) },
        advice() ?? (findings.first?.schedule == nil ? nil : "--zone NAME reads one of them alone"))
    case .usage(let sentence): Failure(.usage, sentence)
    }
  }

  /// The text that a finding is about.
  private func bytes(of finding: Diagnostic, _ inputs: [DeviceInput]) -> [UInt8]? {
    inputs.first { $0.file == finding.file }?.bytes
  }
}
