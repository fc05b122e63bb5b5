import ArgumentParser
import Reporting
import ScheduleFiles
import ScheduleModel

struct CopyCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a day to other days, or a schedule under a new name.",
    discussion: """
      A day of another file or schedule is copied to the same day unless --to names others; it can be \
      a list, such as all.

      Examples:
        setpoint copy home.json monday --to tuesday,weekend
        setpoint copy monday --to tue-fri schedules/ --dry-run
        setpoint copy home.json --from other.json monday --to weekdays
        setpoint copy home.json --from other.json all
        setpoint copy home.json --as Winter
        setpoint copy home.json --from winter.json --as Winter
      """)

  @Argument(
    help: """
      The day to copy; schedule files and folders (default: your default document); - reads standard input \
      and writes standard output.
      """,
    completion: .daysAndFiles)
  var arguments: [String] = []

  @Option(help: "Days to copy to: tue-fri, sat,sun, weekdays or all.", completion: .dayLists)
  var to: String?

  @Option(help: "Copy from this file (default: the same file).", completion: .file())
  var from: String?

  @Option(
    parsing: .unconditional,
    help: "The schedule to copy from.",
    completion: .schedules)
  var fromSchedule: String?

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp("Copy a whole schedule, and add it under this name.", valueName: "name"))
  var copyName: String?

  @OptionGroup var change: ChangeOptions

  var color: ColorChoice { change.color }

  /// The day among the arguments; the other arguments are files.
  private var day: String? {
    arguments.first { Weekday($0) != nil }
      ?? arguments.first { !CellArguments.isFileName($0) }
  }
  private var files: [String] {
    let place = arguments.firstIndex { $0 == day }
    return arguments.indices.filter { $0 != place }.map { arguments[$0] }
  }

  func validate() throws {
    try change.check(files)
    if let copyName {
      try refuse(if: to != nil, "--as copies a whole schedule; omit --to")
      try refuse(
        if: change.schedule != nil && !sourceOptions.isEmpty,
        "--from-schedule, not --schedule, names the schedule that is copied")
      let day = arguments.first {
        (try? Weekday.list($0)) != nil && !FileReading.isAnything(at: $0)
      }
      try refuse(if: day != nil, "--as copies a whole schedule; omit \(day ?? "")")
      return try ScheduleName.check(typed: copyName)
    }
  }

  func run() throws {
    if let copyName { try copySchedule(as: copyName) } else { try copyDays() }
  }

  private func copySchedule(as name: String) throws {
    let other = try openedSource(besides: arguments)
    let source = try other.map { try schedule(in: $0) }
    let step = ["copy", "--as", name] + sourceOptions
    try change.carryOut(on: arguments, step: step, copying: source) { file in
      let contents = file.contents
      var copy = try (source ?? schedule(in: file)).copy(named: name)
      try Failure.usage(try contents.schedules.refuse(another: name), after: "\(file.path): ")
      let remark = remark(onConverting: copy.week, to: contents.unit)
      copy.week = copy.week.converted(to: contents.unit)
      file.contents.schedules.append(copy)
      return remark
    }
  }

  private func copyDays() throws {
    // A day of another file or schedule is usually copied to the same day.
    let isToSame = to == nil && typedTargets == nil && !sourceOptions.isEmpty
    let sources = try day.map { day in try Failure.usage(try Weekday.list(day)) } ?? []
    guard sources.count < 2 || isToSame else {
      throw Failure(
        .usage, "several days can be copied only with --from or --from-schedule, and without --to")
    }
    guard let to = to ?? (isToSame ? day : nil) else { throw missingTargets }
    guard let day else {
      throw Failure(.usage, "missing day to copy; use monday to sunday")
    }
    let targets = try Failure.usage(try Weekday.list(to), after: "--to: ")
    let other = try openedSource(besides: files)
    let step = ["copy", day] + (isToSame ? [] : ["--to", to]) + sourceOptions
    try change.carryOut(on: files, step: step) { file in
      let index = try file.scheduleIndex(named: change.schedule)
      let old = file.contents.schedules[index].week
      let source = try schedule(in: other ?? file).week
      let copied = source.converted(to: old.unit)
      guard copied.sides == old.sides else {
        let isAdded = copied.sides == .both
        let way = isAdded ? "; first run `\(file.commandAddingSides(to: index))`" : ""
        throw Failure(
          .problems,
          "\(file.path) has sides=\(old.sides.name), but the copied day has "
            + "sides=\(copied.sides.name)\(way)")
      }
      file.contents.schedules[index].week = sources.reduce(old) { week, source in
        week.copying(source, of: copied, to: sources.count > 1 ? [source] : targets)
      }
      return remark(onConverting: source, to: old.unit)
    }
  }

  private func remark(onConverting week: Week, to unit: TemperatureUnit) -> String? {
    week.unit == unit ? nil : "the copy is converted to \(unit.symbol), rounded to tenths"
  }

  /// Days named without `--to`, which people often omit.
  private var typedTargets: String? {
    arguments.last { $0 != day && (try? Weekday.list($0)) != nil }
  }

  /// The error of a command line without `--to`, with a complete one.
  private var missingTargets: Failure {
    var rest = arguments.filter { $0 != typedTargets && $0 != "to" }.map(\.fileWord)
    if day == nil { rest.insert("monday", at: 0) }
    let schedule = change.schedule.map { ["--schedule", $0] } ?? []
    let options = ["--to", typedTargets ?? "weekdays"] + sourceOptions + schedule
    let example = "setpoint copy \((rest + options.map(\.shellWord)).joined(separator: " "))"
    return Failure(.usage, "missing --to DAYS: \(example)")
  }

  /// The file of `--from`; nil for the changed file itself.
  private func openedSource(besides files: [String]) throws -> DocumentFile? {
    try Console.refuseInputTwice(in: files + [from])
    return try from.map(DocumentFile.open)
  }

  /// The schedule to copy from, in a file of `--from` or in the changed file.
  private func schedule(in file: DocumentFile) throws -> Schedule {
    let name = fromSchedule ?? (from == nil ? change.schedule : nil)
    let hint = from == nil ? nil : "pass --from-schedule NAME"
    return file.contents.schedules[try file.scheduleIndex(named: name, hint: hint)]
  }

  /// The source, in the words of the command line.
  private var sourceOptions: [String] {
    [("--from", from), ("--from-schedule", fromSchedule)].flatMap { name, source in
      source.map { $0.hasPrefix("-") && $0 != "-" ? ["\(name)=\($0)"] : [name, $0] } ?? []
    }
  }
}
