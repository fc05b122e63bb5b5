import ArgumentParser
import DeviceFormats
import Diagnostics
import ScheduleFiles
import ScheduleModel
import ScheduleRules

/// `setpoint export`: writes what a device reads.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a schedule in a device's format.",
    discussion: """
      Nothing is written when the device cannot hold the schedule exactly: every cell that does not \
      fit is named, and the exit status is 1. --round and --drop-cool are the only ways through; \
      each cell that they change is printed on standard error.

      Example:
        setpoint export home.json --to radiotherm --program heat
      """)

  @Argument(help: "The schedule file, - for standard input.")
  var file: String

  @Option(help: "The format; `setpoint formats` lists them.")
  var to: String

  @Option(name: .shortAndLong, help: "The file to write; standard output when left out.")
  var output: String?

  @Option(help: "heat or cool for the body that a device takes for one program, or both.")
  var program = Program.both

  @Option(help: "Only this day.", transform: Self.day(named:))
  var day: Weekday?

  @Flag(help: "Move values to the nearest one that the device takes.")
  var round = false

  @Flag(help: "Leave cooling out for a device that only heats.")
  var dropCool = false

  @OptionGroup var schedule: ScheduleOption

  func run() throws {
    let format = try DeviceFormatOption.named(to)
    let document = try DocumentFile.open(file)
    let index = try document.scheduleIndex(schedule)
    let named = document.document.contents.schedules[index]
    try refuseErrors(in: named.week, document, index)
    var options = ExportOptions()
    options.program = program
    options.day = day
    options.rounds = round
    options.dropsCool = dropCool
    let export: DeviceExport
    do {
      export = try format.export(named.week, name: named.name, options: options)
    } catch {
      report(error.issues, document, index)
      throw ExitStatus.problems.exit
    }
    for change in export.changes { Console.say("\(change)") }
    try Console.write(export.bytes, toFile: output)
  }

  /// A schedule that breaks a rule is not passed on to a device.
  private func refuseErrors(in week: Schedule, _ document: DocumentFile, _ index: Int) throws {
    let errors = WeekCheck.findings(in: DraftSchedule(week)).filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    let diagnostics = errors.map {
      diagnostic($0.code, $0.message, $0.cell, document, index)
    }
    Console.report(diagnostics, in: document.document.original, to: .error)
    throw ExitStatus.problems.exit
  }

  private func report(_ issues: [DeviceIssue], _ document: DocumentFile, _ index: Int) {
    let diagnostics = issues.map {
      diagnostic($0.kind.rawValue, $0.message, $0.cell, document, index)
    }
    Console.report(diagnostics, in: document.document.original, to: .error)
    let remedies = Set(issues.map(\.remedy))
    guard !remedies.contains(nil) else { return }
    let flags = remedies.compactMap { $0?.rawValue }.sorted().joined(separator: " and ")
    Console.say(
      "nothing was written; \(flags) would export it all the same, with these cells changed")
  }

  private func diagnostic(
    _ code: String, _ message: String, _ cell: CellAddress, _ document: DocumentFile, _ index: Int
  ) -> Diagnostic {
    let place = document.document.place(of: cell, inSchedule: index)
    return Diagnostic(
      file: file, location: place.location, code: code, message: message, path: place.pointer,
      schedule: document.document.contents.schedules[index].name, tag: cell.tag.rawValue)
  }

  private static func day(named name: String) throws -> Weekday {
    guard let day = Weekday(name) else {
      throw ValidationError("\(name.quoted()) is not a day; use monday to sunday")
    }
    return day
  }
}

extension Program: ExpressibleByArgument {}

/// Finding a format by its id, for several commands.
enum DeviceFormatOption {
  /// Returns the format, or says which there are and ends the command.
  static func named(_ id: String) throws -> any DeviceFormat {
    guard let format = DeviceFormats.named(id) else {
      let known = DeviceFormats.all.map(\.id).joined(separator: ", ")
      Console.say("there is no format \(id.quoted()); there is \(known)")
      throw ExitStatus.usage.exit
    }
    return format
  }
}

extension Console {
  /// Writes a result to a file, atomically, or to standard output for nil and `-`.
  static func write(
    _ bytes: [UInt8], toFile path: String?, existing: AtomicFile.Existing = .replace
  ) throws {
    guard let path, path != "-" else { return write(bytes, to: .output) }
    do {
      try AtomicFile.write(bytes, to: path, existing: existing)
    } catch {
      throw DocumentFileError.system(error).reported(path)
    }
  }
}
