import ArgumentParser

/// The option of commands that say once what is alike on several days.
struct EachOption: ParsableArguments {
  @Flag(help: "Print cell by cell what is alike on several days.")
  var each = false
}
