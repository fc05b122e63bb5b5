import ArgumentParser
import CLibrary
import DeviceFormats
import Diagnostics
import Reporting
import ScheduleFiles
import ScheduleModel

struct ExportCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a schedule in a device's format.",
    discussion: """
      Writes nothing if the device cannot store the schedule exactly, unless --round or --drop-cool allows the loss. \
      With -o FOLDER/, writes a file per schedule.

      Example:
        setpoint export home.json --to ct50 --program heat -o heat.json
      """)

  @Argument(documents: "Files and folders") var files: [String] = []

  @Option(help: "Device or format (default: by ending or schedule).", completion: .devices)
  var to: String?

  @Option(output: "A file or folder/") var output: String?

  @Flag(help: .force) var force = false

  @Flag(name: .dryRun, help: .dryRun) var dryRun = false
  @Flag(help: .each) var each = false

  @Option(help: "Only this day.")
  var day: Weekday?

  @Option(help: "The device or zone, or the entity of an automation.")
  var target: String?

  @Option(help: "The current program to merge into (ecobee, netatmo).", completion: .file())
  var merge: String?

  @Option(help: "The year, for a calendar in a format with dates.", transform: Self.year)
  var year: Int?

  /// Parses a year whose days before and after are in the calendar.
  static let year = Int.typed(1584...9997)

  @OptionGroup var fit: DeviceFitOptions

  @Option(
    parsing: .unconditional,
    help: "The schedule (default: all that fit the output).",
    completion: .schedules)
  var schedule: String?

  @Flag(help: .due) var due = false

  @Flag(help: "Export all schedules, without the calendar.")
  var dropCalendar = false

  @OptionGroup var stream: StreamOptionGroup

  @Option(help: "Colours") var color = ColorChoice.auto

  func validate() throws {
    try refuse(
      if: stream.ndjson && (output != nil || schedule != nil || each || year != nil),
      "--ndjson exports all schedules to standard output; omit -o, --schedule, --each and --year")
    try stream.check(files, isDry: dryRun)
    try refuse(due: due, with: schedule)
    try refuse(
      if: dropCalendar && (due || schedule != nil),
      "--drop-calendar exports all schedules; omit --due and --schedule")
    try refuse(if: force && output == nil, "--force requires --output")
    try refuse(if: target?.holdsBytes ?? false, "\(RequestOption.target.option) is not UTF-8")
  }

  func run() throws {
    try Console.refuseInputTwice(in: stream.inputs(files) + [merge])
    let isEpJSON = output?.lowercased().hasSuffix(".epjson") ?? false
    let likely = isEpJSON ? ["energyplus"] : DeviceFormats.named(byEndingOf: output ?? "").map(\.id)
    let name = to ?? (likely.count == 1 && fit.device == nil ? likely[0] : nil)
    var choice = try DeviceChoice(name, device: fit.device)
    if isEpJSON, choice?.format.id == "energyplus", choice?.form == nil {
      choice = try DeviceChoice("energyplus/epjson")
    }
    try DeviceChoice.refuse(amongFiles: files, "--to", isGiven: to != nil)
    if stream.ndjson {
      guard let format = choice?.format else {
        throw Failure(.usage, "a stream is exported in one format; add --to FORMAT")
      }
      var options = try options(for: choice)
      options.areShared = true
      let today = due ? CalendarDay.today : nil
      return try stream.run(files) {
        RecordExport(
          name: $0, format: format, options: options, day: today, dropsCalendar: dropCalendar)
      }
    }
    let files = ManyFiles(files, output: output)
    let folder = output.flatMap(OutputFolder.init)
    guard folder != nil || !files.areSeveral else {
      let folder = output.map { $0 == "-" ? "FOLDER" : $0.shellWord } ?? "FOLDER"
      throw Failure(
        .usage, "a folder or several files need an output folder; write --output \(folder)/")
    }
    var export = FileExport(
      command: self, format: choice?.format, options: try options(for: choice),
      areSeveral: files.areSeveral,
      inputs: Set(of: files.paths + (merge.map { [$0] } ?? [])), folder: folder)
    // Only checked here: it is created with the first output.
    try export.folder?.create(isDry: true)
    defer { for line in export.changes.lines(naming: true) { Console.say(line) } }
    try files.forEach(dryRun ? "would be exported" : "exported") { path in
      try export.export(path)
      return true
    }
  }

  private func options(for choice: DeviceChoice?) throws(Failure) -> ExportOptions {
    var options = fit.options
    options.kind = choice?.kind
    options.form = choice?.form
    options.day = day
    options.target = target
    options.year = year
    if let merge { options.merge = try DeviceInput(opening: merge) }
    return options
  }
}

private struct FileExport {
  let command: ExportCommand
  /// The format of all schedules; nil for that of the device that each one names.
  let format: (any DeviceFormat)?
  let options: ExportOptions
  let areSeveral: Bool
  /// The files that must not be overwritten.
  let inputs: Set<FileIdentity>
  /// The folder for a file of each schedule; nil for one output.
  var folder: OutputFolder?
  /// Messages that apply to several files are printed once.
  var printedNotes: Set<Sentence> = []
  /// The changed cells of several files.
  var changes = MessageGroups()

  private var isOne: Bool { command.schedule != nil || command.due }

  mutating func export(_ path: String) throws {
    let document = try DocumentFile.open(path)
    let schedules = document.contents.schedules
    let chosen =
      isOne
      ? [try document.scheduleIndex(named: command.schedule, due: command.due)]
      : Array(schedules.indices)
    let works = try chosen.map { try work(for: schedules[$0], of: document) }
    let needsFolder =
      folder == nil && works.count > 1
      && works.contains { !$0.holdsSeveral || $0.format.id != works[0].format.id }
    let dates = try datedFormat(for: document, needsFolder: needsFolder)
    if needsFolder, dates == nil {
      // A choice of one would contradict --drop-calendar.
      let choice = command.dropCalendar ? "" : "--schedule NAME or "
      _ = try document.scheduleIndex(named: nil, hint: "pass \(choice)-o FOLDER/")
    }
    let exports = try zip(chosen, works).map { index, work in
      (name: schedules[index].name, work: work, output: try work.output(index, of: document))
    }
    // Both programs of a device go into one folder; `import` distinguishes them by name.
    let program = options.program.map { $0 == .both ? "" : "-\($0.name)" } ?? ""
    var texts = exports.map { export in
      let suffix = export.work.format.fileSuffix(ofForm: options.form)
      return (schedule: export.name, ending: "\(program).\(suffix)", bytes: export.output.bytes)
    }
    var notes = exports.flatMap(\.output.notes)
    if let dates {
      let text = try works[0].text(of: document, dates)
      texts = [("", texts[0].ending, text.bytes)]
      notes = text.notes
    }
    let output = OutputFile(
      path: command.output, isForced: command.force, inputs: inputs, isDry: command.dryRun)
    if folder == nil {
      let joined =
        texts.count == 1
        ? texts[0].bytes : try works[0].joined(texts.map { ($0.schedule, $0.bytes) })
      try output.write(joined)
    } else {
      try folder?.write(texts, of: path, to: output)
    }
    let lines = exports.flatMap { export in
      let title = exports.count > 1 ? "\(export.name.quoted()): " : ""
      return export.output.changes.lines(each: command.each).map { title + $0 }
    }
    if areSeveral { changes.add(lines, of: path) } else { lines.forEach { Console.say($0) } }
    for note in notes where printedNotes.insert(note).inserted { Console.say(note.textWithOptions) }
  }

  /// The format if the calendar of a document is exported; throws if it has no place for a calendar.
  private func datedFormat(
    for document: DocumentFile, needsFolder: Bool
  ) throws(Failure) -> (any DatedFormat)? {
    let dates = (format as? any DatedFormat).flatMap {
      $0.hasCalendar(inForm: options.form) ? $0 : nil
    }
    guard !isOne, !command.dropCalendar, document.contents.calendarMatters else {
      if options.year != nil, dates != nil, !areSeveral {
        throw Failure(
          .usage, "\(document.path): --year is for the dates of a calendar, and none are exported")
      }
      return nil
    }
    if let dates {
      guard let years = dates.years, options.year == nil else { return dates }
      let year = CalendarDay.today.year
      let (what, next) = years > 1 ? ("a first year", " and \(year + 1)") : ("a year", "")
      throw Failure(
        .usage,
        "\(document.path): a calendar needs \(what): --year \(year) writes \(year)\(next)")
    }
    let name = format.map { [$0.id, options.form].compactMap(\.self).joined(separator: "/") }
    throw Failure(
      .usage,
      "\(document.path): \(name ?? "the format") cannot store a calendar; pass --due, --schedule NAME, or "
        + "--drop-calendar\(needsFolder ? " with -o FOLDER/" : "")")
  }

  /// Returns how to export a schedule: in `format`, or else for the device that the schedule names.
  private func work(
    for schedule: Schedule, of document: DocumentFile
  ) throws(Failure) -> DeviceExport {
    var options = options
    options.areShared = areSeveral || !isOne && document.contents.schedules.count > 1
    let chosen: any DeviceFormat
    let title = "\(document.path): \(schedule.name.quoted())"
    if let format {
      chosen = format
      let own = schedule.device.flatMap { DeviceFormats.device(named: $0) }
      if let own, own.format.id == format.id, options.kind == nil, own.profile.id != format.id {
        Console.say("\(title) is for \(own.profile.id), but is written for \(format.id)")
      }
    } else {
      guard let name = schedule.device else {
        let hasDates = !isOne && !command.dropCalendar && document.contents.calendarMatters
        let reason = "has no device; pass --to DEVICE (`setpoint formats` lists the names)"
        throw Failure(
          Failure(.usage, "\(title) \(reason)"),
          .example(
            adding: ["--to", "home-assistant"]
              + (hasDates ? ["--target", "climate.hallway"] : [])))
      }
      let device = try Failure.usage(try DeviceFormats.found(name), after: "\(title): ")
      options.kind = options.kind ?? device.profile.id
      // With several devices, the option applies only to heat-only ones.
      if device.profile.sides.contains(.cool) { options.allowances.remove(.dropCool) }
      chosen = device.format
    }
    return DeviceExport(
      format: chosen, options: options, each: command.each,
      title: areSeveral ? "\(document.path): " : "")
  }
}
