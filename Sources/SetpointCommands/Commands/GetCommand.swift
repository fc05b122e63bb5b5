import ArgumentParser
import Diagnostics
import JSONText
import Reporting
import ScheduleFiles
import ScheduleModel
import ScheduleRules

struct GetCommand: ColoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print cells, the name, notes, device, unit or sides.",
    discussion: """
      An address is a tag (104) or a path (tuesday.wake.heat). The day may be a list with commas, \
      tue-fri, weekdays, weekend, all or *; the period and the field may be all or *, or omitted: \
      weekdays.wake, all. name, notes, device, unit and sides are also accepted. Prints one value \
      alone, several as lines of path, tab, value; with several files, each line starts with the file and a tab. \
      A line end in the notes is printed as \\u{A}; --format json keeps it.

      Examples:
        setpoint get home.json weekdays.leave.heat
        setpoint get monday.wake.heat schedules/
      """)

  @Argument(
    help:
      "Tags or paths; schedule files and folders, - for standard input (default: your default document).",
    completion: .cellsAndFiles)
  var arguments: [String]

  @Option(help: .format) var format = ResultFormat.text

  @Option(parsing: .unconditional, help: .schedule, completion: .schedules) var schedule: String?
  @Option(help: "Colours") var color = ColorChoice.auto

  func run() throws {
    let addresses = arguments.filter(CellArguments.isAddress)
    guard !addresses.isEmpty else {
      throw Failure(.usage, "missing address; use a tag (104) or day.period.field")
    }
    let members = addresses.compactMap { DocumentMember(rawValue: $0.lowercased()) }
    let lists = try addresses.filter { DocumentMember(rawValue: $0.lowercased()) == nil }
      .map {
        try Failure.usage(
          try CellAddress.list($0, wholeRows: true),
          before: DocumentFile.advice(onSchedule: $0) ?? "")
      }
    let files = ManyFiles(arguments.filter { !CellArguments.isAddress($0) })
    var values: [JSONValue] = []
    defer { if !values.isEmpty { Console.print(.array(values)) } }
    try files.forEach(nil) { path in
      let document = try DocumentFile.open(path)
      let schedule = try document.shownSchedule(named: self.schedule)
      let cells = try lists.flatMap {
        try Failure.usage(try schedule.week.cells(of: $0), after: "\(path): ")
      }
      if format == .json {
        let place: [JSONValue.Member] = [
          .init("file", .string(path)), .init("schedule", .string(schedule.name)),
        ]
        values += members.map { member in
          let value = JSONValue.string(member.value(of: schedule))
          return .object(place + [.init("path", .string(member.rawValue)), .init("value", value)])
        }
        let unit = schedule.week.unit.rawValue
        values += cells.map { cell in
          .object(
            place + cell.members + [
              .init("value", schedule.week[cell].json),
              .init("unit", .optional(cell.field == .time ? nil : unit)),
            ])
        }
        return true
      }
      let found =
        members.map { ($0.rawValue, $0.value(of: schedule).printable) }
        + cells.map { ($0.path, "\(schedule.week[$0])") }
      let name = files.areSeveral ? "\(path.printable)\t" : ""
      for (path, value) in found {
        Console.print(name + (found.count > 1 ? "\(path)\t" : "") + value)
      }
      return true
    }
  }
}

extension CellAddress {
  /// The members that identify the cell in JSON.
  var members: [JSONValue.Member] {
    [
      .init("path", .string(path)), .init("tag", .integer(tag)),
      .init("day", .string(day.name)), .init("period", .string(period.name)),
      .init("field", .string(field.name)),
    ]
  }
}
