import ArgumentParser
import ScheduleFiles

/// `setpoint manual`: writes the man pages for packages; hidden from the help.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual's pages into a folder.",
    discussion: """
      Pages that are there are replaced: they are made from this program alone.

      Example:
        setpoint manual /usr/local/share/man/man1
      """,
    shouldDisplay: false)

  @Argument(help: "An existing folder.", completion: .directory)
  var folder: String

  func run() throws {
    let program = CommandDescription.program
    for command in [program] + program.subcommands {
      let page = ManualPage(of: command, in: program)
      let path = "\(folder)/\(page.fileName)"
      try Failure.about(path) {
        _ = try AtomicFile.write(Array(page.text.utf8), to: path, existing: .replace)
      }
    }
  }
}
