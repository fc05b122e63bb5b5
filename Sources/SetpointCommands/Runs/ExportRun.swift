import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

/// The work of `setpoint export`.
struct ExportRun: CommandRun {
  var files: [String]
  /// The name of the format; nil for that of the device that each schedule names.
  var to: String?
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
    let readsInput = files.contains("-") || files.isEmpty && stream.isStream
    try StandardInput.refuseTwice(in: [readsInput ? "-" : nil, merge])
    let format = try to.map(DeviceNames.format)
    if stream.isStream {
      guard let format else {
        throw Failure(.usage, "a stream is exported in one format; add --to FORMAT")
      }
      let options = try mergedOptions()
      return try stream.run(files) { RecordExport(name: $0, format: format, options: options) }
    }
    let files = ManyFiles(files)
    let folder = output.flatMap(OutputFolder.init)
    guard folder != nil || !files.areSeveral else {
      throw Failure(.usage, "several files are written into a folder; add --output FOLDER/")
    }
    let options = try mergedOptions()
    let inputs = ReadFiles(files.paths + (merge.map { [$0] } ?? []))
    if var folder {
      try folder.create()
      // Both programs of a device go into one folder, and `import` tells them apart by the names.
      let program = options.program.map { $0 == .both ? "" : "-\($0.name)" } ?? ""
      var told: Set<String> = []
      try files.forEach("exported") { path in
        let document = try DocumentFile.open(path)
        let exports = try indices(in: document).map { index in
          let schedule = document.document.contents.schedules[index]
          let work = try work(for: schedule, of: path, format, options)
          return (schedule.name, work, try work.output(index, of: document))
        }
        try folder.write(
          exports.map { ($0, "\(program).\($1.format.fileSuffix)", $2.bytes) }, of: path,
          isForced: isForced, inputs: inputs)
        for (_, work, export) in exports {
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
        let index = try document.scheduleIndex(named: schedule)
        let work = try work(
          for: document.document.contents.schedules[index], of: path, format, options)
        let export = try work.output(index, of: document)
        for line in work.changes(of: export) { Console.say(line) }
        for note in export.notes { Console.say(note) }
        try OutputFile(path: output, isForced: isForced, inputs: inputs).write(export.bytes)
        return true
      }
    }
  }

  /// How a schedule is exported: in `format`, or else as the device takes it that the schedule names.
  private func work(
    for schedule: Schedule, of path: String, _ format: (any DeviceFormat)?,
    _ options: ExportOptions
  ) throws(Failure) -> DeviceExport {
    if let format {
      return DeviceExport(format: format, options: options, merge: merge, each: each)
    }
    let title = "\(path): \(schedule.name.quoted())"
    guard let name = schedule.device else {
      throw Failure(
        .usage, "\(title) names no device; add --to FORMAT, setpoint formats lists them")
    }
    guard let device = DeviceFormats.device(named: name) else {
      throw Failure(.usage, "\(title): \(DeviceFormats.sentence(aboutUnknown: name))")
    }
    var options = options
    options.kind = options.kind ?? device.profile.id
    // Of many devices, those that only heat are meant.
    if device.profile.capabilities.sides.contains(.cool) { options.allowances.remove(.dropCool) }
    return DeviceExport(format: device.format, options: options, merge: merge, each: each)
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
        options: ["--to", "--output", "-o", "--program", "--schedule"]),
      line["--output"] == nil || line["-o"] == nil
    else { return nil }
    self.init(
      files: line.names, to: line["--to"], output: line["--output"] ?? line["-o"],
      isForced: line.has("--force"), each: line.has("--each"), schedule: line["--schedule"])
    if let program = line["--program"] {
      guard let sides = Sides(program) else { return nil }
      options.program = sides
    }
    if line.has("--round") { options.allowances.insert(.round) }
    if line.has("--drop-cool") { options.allowances.insert(.dropCool) }
    guard stream.take(from: line),
      !stream.isStream
        || to != nil && output == nil && schedule == nil && !each && files.count <= 1,
      !isForced || output != nil
    else { return nil }
  }
}
