import ArgumentParser
import Diagnostics
import ScheduleFiles
import ScheduleText
import ScheduleModel

/// `setpoint new`: writes the built-in default.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write the built-in default schedule to a new file.",
    discussion: """
      The default is the ENERGY STAR program: wake 06:00 70/78, leave 08:00 62/85, return 18:00 \
      70/78, sleep 22:00 62/82 °F.

      Example:
        setpoint new home.json --unit C --name Winter
      """)

  @Argument(help: "The file to write, - for standard output.", completion: .file())
  var file: String

  @Option(help: "The scale, F or C; that of your locale when left out.")
  var unit: TemperatureUnit?

  @Option(help: "The schedule's name.")
  var name = "Home"

  @Flag(help: "Replace a file that is there already.")
  var force = false

  func validate() throws {
    try ScheduleName.check(typed: name)
  }

  func run() throws {
    let unit = unit ?? RegionalHabits.current.unit ?? .fahrenheit
    let text = CanonicalText.text(of: .standard(unit, name: name))
    try OutputFile(path: file, isForced: force, inputs: ReadFiles([])).write(text)
    if file != "-", !FoundJournal.all(CompanionFile(of: file)).isEmpty {
      Console.say(
        "\(file): an editor that died kept edits of the document that was here; setpoint recover "
          + "lists them, and --discard puts them aside")
    }
  }
}
