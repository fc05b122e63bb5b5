import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel
import ScheduleRules

/// `setpoint import`: converts a device's file to a schedule file.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a device's program into a schedule file.",
    discussion: """
      A file with only a heat program becomes a schedule that only heats, unless --cool or --missing-from adds \
      cool setpoints. A file with several zones becomes several schedules.

      Example:
        setpoint import heat.json --from ct50 --program heat -o home.json
      """)

  @Argument(help: "The device's files, - for standard input.", completion: .file())
  var files: [String]

  @Option(
    help: "The device or format (`setpoint formats` lists the names).", completion: .readableDevices
  )
  var from: String?

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
    guard let choice = try DeviceChoice(from, device: device.named.name) else {
      throw try failureWithoutFormat()
    }
    guard let reader = choice.format as? any ImportableFormat else {
      throw Failure(.usage, "\(choice.format.id) cannot be read back")
    }
    var device = device
    device.named.device = choice.kind
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

  /// Looks for a format that reads the files, to suggest it.
  private func failureWithoutFormat() throws -> Failure {
    let failure = Failure(.usage, "missing --from DEVICE (`setpoint formats` lists the names)")
    if stream.ndjson || files.contains("-") { return failure }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    let options = try device.options()
    for reader in DeviceFormats.all.compactMap({ $0 as? any ImportableFormat }) {
      let work = DeviceImport(inputs: inputs, reader: reader, device: device)
      let missing = work.missing(options) { options throws(ImportRefusal) in
        try reader.readAll(inputs, options: options)
      }
      if let missing { return Failure(failure, missing.failure(adding: ["--from", reader.id])) }
    }
    return failure
  }
}
