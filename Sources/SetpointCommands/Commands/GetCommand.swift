import ArgumentParser
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// `setpoint get`: reads cells.
struct GetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the values of cells.",
    discussion: """
      An address is a tag (104) or a path (tuesday.wake.heat). The day may be a list with commas, \
      weekdays, weekend or all; the period may be all. One cell prints its value alone, several \
      print a line each: path, tab, value.

      Example:
        setpoint get home.json weekdays.leave.heat
      """)

  @Argument(help: "The schedule file, - for standard input.", completion: .file())
  var file: String

  @Argument(help: "Tags or paths.", completion: .cells)
  var addresses: [String]

  @Option(help: "The form of the result.")
  var format = ResultFormat.text

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var color: ColorOption

  func run() throws {
    let cells = try addresses.flatMap { try CellAddress.typed($0) }
    let document = try DocumentFile.open(file)
    let schedule = document.document.contents.schedules[try document.scheduleIndex(schedule)]
    if format == .json { return Console.print(CellResult.json(cells, of: schedule)) }
    let week = schedule.week
    guard cells.count != 1 else { return Console.print(week[cells[0]].description) }
    Console.write(cells.map { "\($0.path)\t\(week[$0])\n" }.joined(), to: .output)
  }
}

extension CellAddress {
  /// Reads an address of the command line.
  ///
  /// - Throws: `Failure`.
  static func typed(_ text: some StringProtocol) throws(Failure) -> [CellAddress] {
    do {
      return try list(text)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}
