import ArgumentParser
import ScheduleFiles

/// The option of commands that write.
struct DryRunOption: ParsableArguments {
  @Flag(name: [.long, .customShort("n")], help: "Write nothing; print the changes.")
  var dryRun = false
}

/// The options of commands that write to existing files.
struct WritingOptions: ParsableArguments {
  @Flag(
    name: .customLong("in-place"),
    help: .detail("Write into the file itself (not atomic)."))
  var inPlace = false

  @Flag(
    name: .customLong("break-links"),
    help: .detail("Replace only this name of a file with hard links."))
  var breakLinks = false

  func validate() throws {
    if inPlace && breakLinks {
      throw ValidationError("--in-place and --break-links exclude each other")
    }
  }

  /// Throws if the options are given but no file is written; `reason` explains why.
  func refuse(where writesNoFile: Bool, _ reason: String) throws {
    if writesNoFile && (inPlace || breakLinks) {
      throw ValidationError("--in-place and --break-links do nothing here: \(reason)")
    }
  }

  var policy: AtomicFile.Policy { inPlace ? .inPlace : breakLinks ? .breakLinks : .careful }
}
