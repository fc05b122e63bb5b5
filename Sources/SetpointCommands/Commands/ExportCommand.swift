import ArgumentParser

/// `setpoint export`: writes what a device reads.
struct ExportCommand: PlannedCommand {
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
    help: "The schedule by its name; when left out the first one, into a folder all.",
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

  var planned: ExportRun {
    ExportRun(
      files: files, to: to, output: output, isForced: force, each: words.each,
      options: device.request, merge: device.merge, schedule: schedule,
      stream: stream.request)
  }
}
