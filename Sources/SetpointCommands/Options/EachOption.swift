import ArgumentParser

/// The option of commands that combine equal lines about several days.
struct EachOption: ParsableArguments {
  @Flag(help: "Print cell by cell what is alike on several days.")
  var each = false
}
