import ArgumentParser
import ScheduleFiles

/// The option of commands that write.
struct DryRunOption: ParsableArguments {
  @Flag(name: [.long, .customShort("n")], help: "Write nothing; print the changes.")
  var dryRun = false

  /// Prints lines about changes: as the result of a dry run, otherwise as messages.
  func report(_ lines: [String]) {
    for line in lines { if dryRun { Console.print(line) } else { Console.say(line) } }
  }
}

/// The option of commands that combine equal lines about several days.
struct EachOption: ParsableArguments {
  @Flag(help: "Print each cell instead of groups of days.")
  var each = false
}

/// The option of commands that draw days as strips.
struct TimelineOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Strips of 24 hours (default: on a terminal).")
  var timeline: Bool?
}

/// The option that selects a schedule of a document.
struct ScheduleOption: ParsableArguments {
  // A name may start with a hyphen.
  @Option(
    parsing: .unconditional, help: "The schedule, if the file has several.",
    completion: .schedules)
  var schedule: String?
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
