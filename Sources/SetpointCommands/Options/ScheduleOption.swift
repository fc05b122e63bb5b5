import ArgumentParser

/// The option that selects a schedule of a document.
struct ScheduleOption: ParsableArguments {
  // A name may start with a hyphen.
  @Option(
    parsing: .unconditional, help: "The schedule, if the file has several.",
    completion: .schedules)
  var schedule: String?
}
