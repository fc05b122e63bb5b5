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
      program becomes a schedule that only heats, unless --cool, --missing-from or --into gives cool \
      setpoints; and vice versa. A \
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

  @OptionGroup var target: ImportTarget

  @OptionGroup var device: ImportOptionGroup

  @OptionGroup(title: "Streams") var stream: StreamOptionGroup

  @OptionGroup var color: ColorOption

  func validate() throws {
    try stream.check(files)
    if stream.ndjson && (target.output != nil || target.into != nil) {
      throw ValidationError("--ndjson writes to standard output")
    }
  }

  func run() throws {
    try StandardInput.refuseTwice(in: files + [device.missingFrom, target.into])
    let format = try DeviceNames.format(from)
    guard let reader = format as? any ImportableFormat else {
      throw Failure(.usage, "\(format.id) cannot be read back")
    }
    if stream.ndjson {
      let options = try device.options(base: nil)
      return try stream.run(files) { file in
        RecordImport(
          name: file, format: reader, options: options, scheduleName: target.name,
          isString: stream.envelope)
      }
    }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    let work = DeviceImport(inputs: inputs, reader: reader, device: device)
    try work.save(to: target, notOver: files)
  }
}
