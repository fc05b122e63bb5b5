import ArgumentParser

/// When to use colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// The option for colours, for every command that prints findings or a table.
struct ColorOption: ParsableArguments {
  @Option(help: "Colours")
  var color = ColorChoice.auto

  /// The parser calls this before anything is printed.
  func validate() { Console.setColor(color) }
}
