import ArgumentParser
import ScheduleFiles
import ScheduleText

/// `setpoint diff`: compares two documents cell by cell.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two schedule files cell by cell.",
    discussion: """
      Schedules are matched by name, of what is left by what they hold; two files with one schedule \
      each are compared whatever the names. Names, notes, devices, the order of the schedules and \
      members that setpoint does not know are compared, too. Temperatures are shown in the scale of \
      the first file. Exit status 1 when anything differs.

      Example:
        setpoint diff winter.json summer.json
      """)

  @Argument(help: "The first file, - for standard input.", completion: .file())
  var a: String

  @Argument(help: "The second file, - for standard input.", completion: .file())
  var b: String

  func run() throws {
    let old = try DocumentFile.open(a).document.contents
    let new = try DocumentFile.open(b).document.contents
    let lines = ContentsDiff.lines(from: old, to: new, pairingSingles: true)
    guard !lines.isEmpty else { return }
    Console.write(lines.map { $0 + "\n" }.joined(), to: .output)
    throw Failure(.problems)
  }
}
