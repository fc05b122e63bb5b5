import ArgumentParser
import ScheduleModel

/// The target of an import: a new file, or an existing one to change.
struct ImportTarget: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The schedule file (default: standard output).",
    completion: .file())
  var output: String?

  @Option(help: "The schedule's name (default: the device's).")
  var name: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Option(
    help: "A schedule file to change.", completion: .file())
  var into: String?

  @OptionGroup var schedule: ScheduleOption

  @OptionGroup var writing: WritingOptions

  @OptionGroup var dry: DryRunOption

  func validate() throws {
    if into != nil && (output != nil || name != nil || force) {
      throw ValidationError("--into cannot be combined with --output, --name or --force")
    }
    if into == nil && schedule.schedule != nil {
      throw ValidationError("--schedule requires --into")
    }
    if let name { try ScheduleName.check(typed: name) }
    if force && output == nil { throw ValidationError("--force requires --output") }
    try writing.refuse(where: into == nil || into == "-", "they require --into FILE")
  }
}
