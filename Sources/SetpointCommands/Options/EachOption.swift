import ArgumentParser

/// The option of commands that combine equal lines about several days.
struct EachOption: ParsableArguments {
  @Flag(help: "Print each cell instead of groups of days.")
  var each = false
}
