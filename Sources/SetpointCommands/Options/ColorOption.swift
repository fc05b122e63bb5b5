import ArgumentParser

/// When what a command prints is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// The option that says when colours are used; of every command that prints findings or a table.
struct ColorOption: ParsableArguments {
  @Option(help: "When to use colours; auto leaves it to the terminal, NO_COLOR and CLICOLOR.")
  var color = ColorChoice.auto

  /// The parser calls this once the line is read, and nothing is printed before.
  func validate() { Console.setColor(color) }
}
