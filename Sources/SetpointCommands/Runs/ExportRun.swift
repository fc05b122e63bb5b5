import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// The work of `setpoint export`.
struct ExportRun: CommandRun {
  var files: [String]
  /// The name of the format.
  var to: String
  /// The file or folder to write; nil for standard output.
  var output: String?
  /// Whether a file that is there is replaced.
  var isForced = false
  /// Whether what is alike on several days is said cell by cell.
  var each = false
  var options = ExportOptions()
  /// The file of the device to merge into.
  var merge: String?
  /// The name of the schedule; nil for the first, or all of a folder.
  var schedule: String?
  var stream = StreamRequest()

  /// The options with the file to merge into, which is read.
  private func mergedOptions() throws(Failure) -> ExportOptions {
    var options = options
    if let merge { options.merge = try DeviceInput(opening: merge) }
    return options
  }

  func run() throws {
    let format = try DeviceNames.format(to)
    if stream.isStream {
      let options = try mergedOptions()
      return try stream.run(files) { RecordExport(name: $0, format: format, options: options) }
    }
    let files = ManyFiles(files)
    let folder = output.flatMap(OutputFolder.init)
    guard folder != nil || !files.areSeveral else {
      throw Failure(.usage, "several files are written into a folder; add --output FOLDER/")
    }
    let options = try mergedOptions()
    let inputs = files.paths + (merge.map { [$0] } ?? [])
    if var folder {
      try folder.create()
      var told: Set<String> = []
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
          isForced: isForced, inputs: inputs)
        for (_, export) in exports {
          sayChanges(of: export, about: files.areSeveral ? "\(path): " : "")
          // What holds for every file is said once.
          for note in export.notes where told.insert(note).inserted { Console.say(note) }
        }
        return true
      }
    } else {
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let export = try export(
          try document.scheduleIndex(named: schedule), of: document, format, options)
        sayChanges(of: export, about: "")
        for note in export.notes { Console.say(note) }
        try OutputFile(path: output, isForced: isForced, inputs: inputs).write(export.bytes)
        return true
      }
    }
  }

  /// The schedules that go into a folder.
  private func indices(in document: DocumentFile) throws(Failure) -> [Int] {
    if schedule != nil { return [try document.scheduleIndex(named: schedule)] }
    return Array(document.document.contents.schedules.indices)
  }

  private func export(
    _ index: Int, of document: DocumentFile, _ format: any DeviceFormat, _ options: ExportOptions
  ) throws -> ExportOutput {
    let schedule = document.document.contents.schedules[index]
    do throws(ScheduleExport.Problem) {
      return try ScheduleExport.output(of: schedule, format, options)
    } catch {
      switch error {
      case .rules(let findings): throw failure(findings, document, index)
      case .device(let refusal): throw failure(refusal, document, index)
      }
    }
  }

  /// Says what was changed on the way to the device.
  private func sayChanges(of export: ExportOutput, about prefix: String) {
    for line in export.changes.lines(each: each, row: \.cell.row) {
      Console.say(prefix + line)
    }
  }

  /// Why nothing was written.
  private func failure(
    _ refusal: ExportRefusal, _ document: DocumentFile, _ index: Int
  ) -> Failure {
    switch refusal {
    case .issues(let issues): return failure(issues, document, index)
    case .usage(let sentence): return Failure(.usage, sentence)
    case .unreadable(let diagnostics):
      let bytes = merge.flatMap { try? FileReading.bytes(at: $0) }
      return Failure(.unreadableData, diagnostics, in: bytes)
    }
  }

  /// A schedule that breaks a rule is not passed on to a device.
  private func failure(
    _ errors: [CellFinding], _ document: DocumentFile, _ index: Int
  ) -> Failure {
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = errors.map { findings.diagnostic(for: $0, inSchedule: index) }
    return Failure(.problems, diagnostics, in: document.document.original, each: each)
  }

  private func failure(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) -> Failure {
    var findings = DocumentFindings(document.document, file: document.path)
    let diagnostics = issues.map { findings.diagnostic(for: $0, inSchedule: index) }
    let remedies = Set(issues.map(\.fixedBy))
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    let advice =
      "nothing was written; \(flags) would export it all the same, with these cells changed"
    return Failure(
      .problems, diagnostics, in: document.document.original, each: each,
      remedies.contains(nil) ? nil : advice)
  }
}

extension ExportRun {
  init?(plain arguments: ArraySlice<String>) {
    guard
      let line = PlainLine(
        arguments,
        flags: ["--force", "--each", "--round", "--drop-cool", "--ndjson", "--envelope", "--ack"],
        options: ["--to", "--output", "-o", "--program", "--schedule"]), let to = line["--to"],
      line["--output"] == nil || line["-o"] == nil
    else { return nil }
    self.init(
      files: line.names, to: to, output: line["--output"] ?? line["-o"],
      isForced: line.has("--force"), each: line.has("--each"), schedule: line["--schedule"])
    if let program = line["--program"] {
      guard let sides = Sides(program) else { return nil }
      options.program = sides
    }
    if line.has("--round") { options.allowances.insert(.round) }
    if line.has("--drop-cool") { options.allowances.insert(.dropCool) }
    stream.isStream = line.has("--ndjson")
    stream.options.hasEnvelope = line.has("--envelope")
    stream.options.closes = line.has("--ack")
    let isForStreams = stream.options.hasEnvelope || stream.options.closes
    guard
      stream.isStream
        ? output == nil && schedule == nil && !each && files.count <= 1 : !isForStreams,
      !isForced || output != nil
    else { return nil }
  }
}
