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
    let work = DeviceExport(
      format: format, options: try mergedOptions(), merge: merge, each: each)
    let inputs = files.paths + (merge.map { [$0] } ?? [])
    if var folder {
      try folder.create()
      var told: Set<String> = []
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let exports = try indices(in: document).map { index in
          (
            name: document.document.contents.schedules[index].name,
            export: try work.output(index, of: document)
          )
        }
        try folder.write(
          exports.map { ($0.name, $0.export.bytes) }, of: path, suffix: format.fileSuffix,
          isForced: isForced, inputs: inputs)
        for (_, export) in exports {
          for line in work.changes(of: export) {
            Console.say((files.areSeveral ? "\(path): " : "") + line)
          }
          // What holds for every file is said once.
          for note in export.notes where told.insert(note).inserted { Console.say(note) }
        }
        return true
      }
    } else {
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let export = try work.output(try document.scheduleIndex(named: schedule), of: document)
        for line in work.changes(of: export) { Console.say(line) }
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
    guard stream.take(from: line),
      !stream.isStream || output == nil && schedule == nil && !each && files.count <= 1,
      !isForced || output != nil
    else { return nil }
  }
}
