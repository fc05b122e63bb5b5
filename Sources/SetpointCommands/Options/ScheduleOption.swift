import ArgumentParser

/// The option that picks one schedule of a document.
struct ScheduleOption: ParsableArguments {
  // A name may begin with a hyphen.
  @Option(
    parsing: .unconditional, help: "The name of the schedule, where the file has several.",
    completion: .schedules)
  var schedule: String?
}
