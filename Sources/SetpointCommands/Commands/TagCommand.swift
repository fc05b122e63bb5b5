import ArgumentParser
import ScheduleModel

/// `setpoint tag`: translates between tags and paths.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Translate tags to paths and paths to tags.",
    discussion: """
      A tag is section * 100 + row * 10 + field: the day from monday = 0, the period from wake = 0, \
      and time 1, cool 2 or heat 4.

      Example:
        setpoint tag 114 sunday.sleep.cool
      """)

  @Argument(
    parsing: .allUnrecognized, help: "Tags (114) or paths (tuesday.leave.heat).", completion: .cells
  )
  var tags: [String]

  func run() throws {
    let lines = try tags.map { text in
      let cells = try CellAddress.typed(text)
      return Int(text) == nil
        ? cells.map { "\($0.tag)\n" }.joined() : cells.map { "\($0.path)\n" }.joined()
    }
    Console.write(lines.joined(), to: .output)
  }
}
