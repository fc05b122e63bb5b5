import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules
import ScheduleText

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
      schedule too where a file has several; with --program heat or cool the name ends in -heat or \
      -cool, by which `import` tells the two apart. Of a file with a schedule that is refused nothing is \
      written; the other files are.

      Examples:
        setpoint export home.json --to radiotherm --program heat
        setpoint export schedules/ --to radiotherm --program heat -o out/
        setpoint export schedules/ --to radiotherm --program cool -o out/
        setpoint export schedules/ -o out/
        setpoint export - --ndjson --to csv < fleet.ndjson
      """)

  @Argument(
    help: "Schedule files and folders, - for standard input; your default document when left out.",
    completion: .file())
  var files: [String] = []

  @Option(
    help: """
      The format; `setpoint formats` lists them. When left out, that of the device which the schedule \
      names.
      """, completion: .formats)
  var to: String?

  @Option(
    name: .shortAndLong,
    help: "The file to write, or a folder (out/); standard output when left out.",
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @OptionGroup var words: EachOption

  @OptionGroup var device: ExportOptionGroup

  @Option(
    parsing: .unconditional,
    help: "The name of the schedule (default: the first; for a folder, all).",
    completion: .schedules)
  var schedule: String?

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var color: ColorOption

  func validate() throws {
    if stream.ndjson && to == nil {
      throw ValidationError("--ndjson goes with --to: a stream is exported in one format")
    }
    if stream.ndjson && (output != nil || schedule != nil || words.each) {
      throw ValidationError("--ndjson writes cell by cell to standard output, and all schedules")
    }
    try stream.check(files)
    if force && output == nil { throw ValidationError("--force goes with --output") }
  }
}

extension ExportCommand {
  /// The options with the file to merge into, which is read.
  private func mergedOptions() throws(Failure) -> ExportOptions {
    var options = device.request
    if let merge = device.merge { options.merge = try DeviceInput(opening: merge) }
    return options
  }

  func run() throws {
    let readsInput = files.contains("-") || files.isEmpty && stream.ndjson
    try StandardInput.refuseTwice(in: [readsInput ? "-" : nil, device.merge])
    let format = try to.map(DeviceNames.format)
    if stream.ndjson {
      guard let format else {
        throw Failure(.usage, "a stream is exported in one format; add --to FORMAT")
      }
      let options = try mergedOptions()
      return try stream.run(files) { RecordExport(name: $0, format: format, options: options) }
    }
    let files = ManyFiles(files)
    let folder = output.flatMap(OutputFolder.init)
    guard folder != nil || !files.areSeveral else {
      throw Failure(
        .usage,
        output.map {
          "\($0.quoted()) is not a folder; to export several files, write --output \($0)/"
        }
          ?? "several files need a folder; add --output FOLDER/")
    }
    let options = try mergedOptions()
    let inputs = ReadFiles(files.paths + (device.merge.map { [$0] } ?? []))
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
          isForced: force, inputs: inputs)
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
        try OutputFile(path: output, isForced: force, inputs: inputs).write(export.bytes)
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
      return DeviceExport(
        format: format, options: options, merge: self.device.merge, each: words.each)
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
    return DeviceExport(
      format: device.format, options: options, merge: self.device.merge, each: words.each)
  }

  /// The schedules that go into a folder.
  private func indices(in document: DocumentFile) throws(Failure) -> [Int] {
    if schedule != nil { return [try document.scheduleIndex(named: schedule)] }
    return Array(document.document.contents.schedules.indices)
  }
}
