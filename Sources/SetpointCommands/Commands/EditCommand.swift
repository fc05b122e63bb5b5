import ArgumentParser
import ScheduleModel

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a schedule in a grid.",
    discussion: """
      A new file starts with the default schedule and is created by the first save. Without a file, opens \
      your default document ($XDG_DATA_HOME/setpoint/schedule.json). ? shows the keys. Settings and key \
      bindings are in $XDG_CONFIG_HOME/setpoint/config.json.

      Examples:
        setpoint edit home.json --clock 12 --view list
        printf 'copy monday weekdays\\nsave\\n' | setpoint edit home.json --prompt
      """)

  @Argument(help: "The schedule file (default: your default document).", completion: .file())
  var file: String?

  @Option(.schedule) var schedule: String?

  @Option(help: "Clock (default: your locale's)")
  var clock: ClockStyle?

  @Option(help: "A built-in theme or a theme file.", completion: .themes)
  var theme: String?

  @Option(help: "A layout file.", completion: .layouts)
  var layout: String?

  enum View: String, CaseIterable, ExpressibleByArgument {
    case week, list
  }

  @Option(help: "A line or a block for each day")
  var view: View?

  @Option(help: "The first day of the week.")
  var firstDay: Weekday?

  @Option(help: "The unit of a new file.")
  var unit: TemperatureUnit?

  @Option(help: "Check values against the limits of this device.", completion: .devices)
  var device: String?

  @Flag(help: "Turn the mouse on.")
  var mouse = false

  @Flag(help: "Open the file read-only.")
  var readOnly = false

  @Flag(help: "Read commands line by line, without a screen.")
  var prompt = false

  @Option(
    help: "Seconds to wait for another editor of the file.",
    transform: Int.typed(0...86_400, of: "seconds"))
  var wait: Int?

  func validate() throws {
    try refuse(
      if: firstDay != nil && layout != nil,
      "--first-day cannot be combined with --layout, which sets the order")
    try refuse(if: readOnly && wait != nil, "--read-only opens the file at once; omit --wait")
  }
}
