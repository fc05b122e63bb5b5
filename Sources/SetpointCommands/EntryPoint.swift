import ArgumentParser

/// The program's start.
public enum EntryPoint {
  /// Runs the command that the arguments name, and ends the process.
  ///
  /// The version is printed without building the parser, which takes longer than everything else
  /// that `--version` needs.
  public static func main() {
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
      Console.print(SetpointCommand.versionText)
      return
    }
    SetpointCommand.main()
  }
}
