import ArgumentParser
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct ImportCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a device's program into a schedule file.",
    discussion: """
      A heat program alone becomes a heat-only schedule. Zones and dates become several schedules. --as adds \
      the days of an .ics file to a calendar.

      Examples:
        setpoint import heat.json --from ct50 --program heat -o home.json
        setpoint import holidays.ics --as Away --into home.json
      """)

  @Argument(help: "The device's files, - for standard input.", completion: .file())
  var files: [String] = []

  @Option(help: "The device or format (default: by the file's ending).", completion: .devices)
  var from: String?

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp("The schedule to use on the dates of an .ics file.", valueName: "schedule"),
    completion: .schedules)
  var dueSchedule: String?

  @Option(help: "The year of an EnergyPlus file's dates.", transform: ExportCommand.year)
  var year: Int?

  @OptionGroup var target: ImportTarget

  @OptionGroup var device: ImportOptionGroup

  @OptionGroup var stream: StreamOptionGroup

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(if: files.isEmpty && !stream.ndjson, "Missing expected argument '<files> ...'")
    try stream.check(files, isDry: target.dryRun)
    try refuse(
      if: stream.ndjson && (target.output != nil || target.into != nil),
      "--ndjson writes to standard output")
    var others = device
    others.skip = false
    let isConverting =
      stream.ndjson || target.output != nil || target.name != nil || target.schedule != nil
      || year != nil || !others.isEmpty
    try refuse(
      if: dueSchedule != nil && isConverting,
      "--as adds dates to a calendar; its options are --into, --skip and --dry-run")
  }

  func run() throws {
    try Console.refuseInputTwice(in: stream.inputs(files) + [device.missingFrom, target.into])
    if let dueSchedule { return try importDates(for: dueSchedule) }
    try DeviceChoice.refuse(amongFiles: files, "--from", isGiven: from != nil)
    let isNamed = from != nil || device.device != nil || stream.ndjson
    let first = files.first ?? ""
    let isModel = [".epjson", ".osm"].contains(where: first.lowercased().hasSuffix)
    let likely = isModel ? ["energyplus"] : DeviceFormats.named(byEndingOf: first).map(\.id)
    let guess = isNamed || likely.count > 1 ? nil : likely.first
    guard let choice = try DeviceChoice(guess ?? from, device: device.device) else {
      throw try failureWithoutFormat(likely)
    }
    var device = device
    device.device = choice.kind
    if stream.ndjson {
      let options = try device.options(year: year)
      return try stream.run(files) { file in
        RecordImport(
          name: file, format: choice.format, options: options, scheduleName: target.name,
          isString: stream.envelope)
      }
    }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    let path = files.count == 1 && files[0] != "-" ? files[0] : nil
    let work = DeviceImport(
      inputs: inputs, format: choice.format, device: device, path: path,
      year: year)
    try work.save(to: target, notOver: files)
  }

  /// Adds the dates of iCalendar files to the calendar, as entries of a schedule; those that are there stay as they are.
  private func importDates(for name: String) throws {
    if let from, try DeviceChoice(from).format.id != "icalendar" {
      throw Failure(.usage, "--as reads iCalendar files; omit --from \(from)")
    }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    let dates: [CalendarDates]
    var (warnings, skipped): ([Diagnostic], [Diagnostic]) = ([], [])
    do throws(ImportRefusal) {
      dates = try ICalendarDates.dates(
        in: inputs, warn: { warnings += $0 }, skip: device.skip ? { skipped += $0 } : nil)
    } catch {
      try inputs.refuseSchedules()
      let failure = Failure(error, in: inputs)
      let others = try? ICalendarDates.dates(in: inputs, warn: { _ in }, skip: { _ in })
      if others?.isEmpty ?? true { throw failure }
      throw Failure(failure.status, ["--skip omits such events"], after: failure)
    }
    let path = target.into ?? Folder.namedDefaultDocument
    let lines = try DocumentFile.change(
      path, target.writing.policy, isDry: target.dryRun, step: "import from \(files[0])"
    ) { file in
      let index = try file.scheduleIndex(
        named: name, hint: "`\(file.commandAdding(name))` adds it")
      let old = file.contents
      // Entries may have unknown members.
      let known = old.calendar.filter { entry in
        entry.weeks == nil && entry.days.isEmpty
          && old.schedules.index(named: entry.schedule) == index
      }
      let added = dates.filter { dates in !known.contains { $0.dates == dates } }.map {
        CalendarEntry(schedule: old.schedules[index].name, dates: $0)
      }
      try Failure.usage(try file.contents.setCalendar(old.calendar + added), after: "\(path): ")
      return ContentsDiff(from: old, to: file.contents).lines(each: false)
    }
    if lines.isEmpty, skipped.isEmpty {
      Console.say("\(path): the calendar already has every date that is not cancelled")
    }
    Console.report(lines, isDry: target.dryRun)
    for finding in warnings + skipped { Console.report([finding], in: inputs.bytes(of: finding)) }
    if !skipped.isEmpty { throw Failure(.problems, "\(counted(skipped.count, "event")) skipped") }
  }

  /// Looks for a format that reads the files, to suggest it; `likely` are those of their ending.
  private func failureWithoutFormat(_ likely: [String]) throws -> Failure {
    let few = (1...4).contains(likely.count) ? ", such as \(likely.listed("or"))" : ""
    let failure = Failure(
      .usage, "missing --from DEVICE\(few) (`setpoint formats` lists the names)")
    if stream.ndjson || files.contains("-") { return failure }
    let inputs = try files.map { try DeviceInput(opening: $0) }
    try inputs.refuseSchedules()
    let options = try device.options(year: year)
    for format in DeviceFormats.all {
      let work = DeviceImport(inputs: inputs, format: format, device: device)
      if let missing = work.missing(options) {
        return Failure(failure, missing.failure(adding: ["--from", format.id]))
      }
    }
    return failure
  }
}
