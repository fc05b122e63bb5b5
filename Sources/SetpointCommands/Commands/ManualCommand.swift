import ArgumentParser
import ScheduleFiles

/// `setpoint manual`: writes the pages of the manual, for packages; not listed in the help.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual's pages into a folder.",
    shouldDisplay: false)

  @Argument(help: "A folder that is there.")
  var folder: String

  func run() throws {
    guard let program = CommandDescription.all() else { throw ExitStatus.inputOutput.exit }
    for command in [program] + program.subcommands {
      let page = ManualPage(of: command, in: program)
      try Console.write(Array(page.text.utf8), toFile: "\(folder)/\(page.fileName)")
    }
  }
}
