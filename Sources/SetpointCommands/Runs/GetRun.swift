import Diagnostics
import JSONText
import ScheduleFiles
import ScheduleModel
import ScheduleText

/// The work of `setpoint get`.
struct GetRun: CommandRun {
  /// Addresses and files.
  var arguments: [String]
  var format = ResultFormat.text
  /// The name of the schedule; nil for the first.
  var schedule: String?

  func run() throws {
    let addresses = arguments.filter(CellArguments.isAddress)
    guard !addresses.isEmpty else {
      throw Failure(.usage, "no cell is named; use a tag (104) or day.period.field")
    }
    let cells = try addresses.flatMap { try CellAddress.typed($0) }
    let files = ManyFiles(arguments.filter { !CellArguments.isAddress($0) })
    var values: [JSONValue] = []
    defer { if format == .json { Console.print(.array(values)) } }
    try files.forEach(nil) { path in
      let document = try DocumentFile.open(path)
      let schedule = document.document.contents.schedules[
        try document.scheduleIndex(named: schedule)]
      if format == .json {
        values += CellResult.json(cells, of: schedule, in: path)
        return true
      }
      let name = files.areSeveral ? "\(path.printable)\t" : ""
      for cell in cells {
        Console.print(
          name + (cells.count > 1 ? "\(cell.path)\t" : "") + "\(schedule.week[cell])")
      }
      return true
    }
  }
}

extension GetRun {
  init?(plain arguments: ArraySlice<String>) {
    guard let line = PlainLine(arguments, options: ["--format", "--schedule"]),
      !line.names.isEmpty, let format = line.choice("--format", else: ResultFormat.text)
    else { return nil }
    self.init(arguments: line.names, format: format, schedule: line["--schedule"])
  }
}

extension CellAddress {
  /// Reads an address of the command line, also one of whole rows.
  ///
  /// - Throws: `Failure`.
  static func typed(_ text: some StringProtocol) throws(Failure) -> [CellAddress] {
    do {
      return try list(text, wholeRows: true)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}
