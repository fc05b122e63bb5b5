import ArgumentParser

/// The option of commands that draw days as strips.
struct TimelineOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Strips of 24 hours (default: on a terminal).")
  var timeline: Bool?
}
