import ArgumentParser
import JSONText
import Reporting
import ScheduleModel

struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Translate tags to paths and paths to tags.",
    discussion: """
      A tag is day * 100 + period * 10 + field: days count from monday = 0, periods from wake = 0, \
      and the field is 1 (time), 2 (cool) or 4 (heat).

      Example:
        setpoint tag 114 sunday.sleep.cool
      """)

  @Argument(
    parsing: .allUnrecognized, help: "Tags (114) or paths (tuesday.leave.heat).", completion: .cells
  )
  var tags: [String]

  @Option(help: .format) var format = ResultFormat.text

  func run() throws {
    // The parser also passes the `--` that ends the options.
    let end = tags.firstIndex(of: "--")
    let words = tags.indices.filter { $0 != end }.map { tags[$0] }
    let addresses = try words.map {
      (text: $0, cells: try Failure.usage(try CellAddress.list($0, wholeRows: true)))
    }
    if format == .json {
      return Console.print(.array(addresses.flatMap(\.cells).map { .object($0.members) }))
    }
    let lines = addresses.flatMap { text, cells in
      cells.map { Int(text) == nil ? "\($0.tag)\n" : "\($0.path)\n" }
    }
    Console.write(lines.joined(), to: .output)
  }
}
